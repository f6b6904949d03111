import { useFormatter, useTranslations } from "next-intl";
import { isSame } from "@/components/admin/setting-paths";
import { useRunWords } from "@/components/runs/use-run-words";
import {
  agentDepths,
  agentFieldNames,
  agentUnset,
  type AgentFields,
  type Audience,
} from "@/lib/features/agents/shape/agents";
import { agentStyles } from "@/lib/protocol/settings-fields";
import type { UnsetWord } from "@/lib/protocol/unset";

type AgentValue = AgentFields[keyof AgentFields] | string | number | null;
type AgentDifference = { path: string; from: AgentValue; to: AgentValue };

/** What differs, field by field; of the limits each. */
export function listAgentDifferences(before: AgentFields, after: AgentFields): AgentDifference[] {
  const [from, to] = [toValues(before), toValues(after)];
  return Object.keys(to)
    .map((path) => ({ path, from: from[path] ?? null, to: to[path] ?? null }))
    .filter((each) => !isSame(each.from, each.to));
}

function toValues({ limits, budget, ...fields }: AgentFields): Record<string, AgentValue> {
  return { ...fields, ...limits, ...budget };
}

const unset: Record<string, UnsetWord | undefined> = agentUnset;

/** Says a field of an agent and what stands in it as the page calls it. */
export function useAgentWords() {
  const t = useTranslations("admin");
  const tRoles = useTranslations("account.roles");
  const format = useFormatter();
  const { toTool } = useRunWords();
  const names = [
    ...agentFieldNames,
    ...(["depth", "rounds", "temperature", "centsPerAnswer", "centsPerDay"] as const),
  ] as const;

  function nameOf(path: string): string {
    const name = names.find((each) => each === path);
    return name === undefined ? path : t(`agents.fields.${name}`);
  }

  function sayAudience({ roles, people }: Audience): string {
    const count = people.length;
    const named = [
      ...roles.map((role) => tRoles(role)),
      ...(count > 0 ? [t("agents.audience.count", { count })] : []),
    ];
    return named.length === 0 ? t("agents.audience.none") : named.join(t("bar.separator"));
  }

  function valueOf(path: string, value: AgentValue): string {
    if (typeof value === "boolean") return t(value ? "on" : "off");
    if (value === null || value === "" || (Array.isArray(value) && value.length === 0))
      return t(`unset.${unset[path] ?? "none"}`);
    if (Array.isArray(value))
      return value.map((each) => (path.endsWith("ools") ? toTool(each) : each)).join(t("bar.separator"));
    if (typeof value === "object") {
      if ("icon" in value) return `${t(`agents.icons.${value.icon}`)}, ${t(`agents.colors.${value.color}`)}`;
      return "people" in value ? sayAudience(value) : "";
    }
    return typeof value === "number" ? sayNumber(path, value) : sayText(path, value);
  }

  function sayNumber(path: string, value: number): string {
    if (!path.startsWith("cents")) return String(value);
    return format.number(value / 100, { style: "currency", currency: "USD" });
  }

  function sayText(path: string, value: string): string {
    const style = agentStyles.find((each) => path === "style" && each === value);
    if (style !== undefined) return t(`styles.${style}.name`);
    const depth = agentDepths.find((each) => path === "depth" && each === value);
    if (depth !== undefined) return t(`agents.depths.${depth}`);
    return value;
  }

  return { nameOf, valueOf };
}
