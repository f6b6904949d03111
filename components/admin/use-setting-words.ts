import { useFormatter, useTranslations } from "next-intl";
import type { AgentStyle, ModelTier } from "@/lib/protocol/settings";
import { fields } from "./fields";
import type { ToolLimitName } from "./fields";
import type { Leaf } from "./leaves";
import { useSettings } from "./use-settings";
import { modelTierNames, toolNames } from "./protocol-names";

export type SettingWords = {
  nameOf: (path: string) => string;
  valueOf: (path: string, value: Leaf) => string;
};

/** Says what stands at an address inside the settings (see `toLeaves`) as the pages call it. */
export function useSettingWords(): SettingWords {
  const t = useTranslations("admin");
  const format = useFormatter();
  const { engines = [] } = useSettings().form.reply;
  const nameEngine = (id: string): string => engines.find((engine) => engine.id === id)?.name ?? id;
  const nameTool = (id: string): string => {
    const tool = toolNames.find((name) => name === id);
    return tool === undefined ? id : t(`tools.${tool}.name`);
  };
  const join = (list: readonly string[]): string => list.join(t("bar.separator"));

  function nameOf(path: string): string {
    const [name = "", part = "", key = ""] = path.split(".");
    switch (name) {
      case "modelTiers":
        return t("words.chain", { tier: t(`tiers.${toTier(part)}.name`) });
      case "enabledTools":
        return nameTool(part);
      case "toolLimits":
        return t("words.toolLimit", { tool: nameTool(part), limit: t(`toolLimits.${toLimitName(key)}`) });
      case "disabledEngines":
        return nameEngine(part);
      default: {
        const field = fields.find((each) => each.name === name);
        return field === undefined ? path : t(`fields.${field.name}.name`);
      }
    }
  }

  function valueOf(path: string, value: Leaf): string {
    const [name = "", , key = ""] = path.split(".");
    if (name === "disabledEngines") return t(value === true ? "off" : "on");
    if (name === "toolLimits" && value === undefined)
      return t(key === "timeLimitSeconds" ? "words.builtIn" : "limit.none");
    if (value === null || value === undefined) return t("limit.none");
    if (typeof value === "boolean") return t(value ? "on" : "off");
    if (typeof value === "object")
      return value.length === 0
        ? t("words.automatic")
        : join(value.map((each) => (name === "searchEngines" ? nameEngine(String(each)) : String(each))));
    if (name === "agentStyle") return t(`styles.${toStyle(value)}.name`);
    if (typeof value === "string") return value;
    if (key === "timeLimitSeconds") return t("units.seconds", { value: format.number(value) });
    const field = fields.find((each) => each.name === name);
    if (
      field?.control === "slider" &&
      (field.unit === "steps" || field.unit === "failures" || field.unit === "pages")
    )
      return t(`units.${field.unit}`, { value });
    if (field?.control === "slider") return t(`units.${field.unit}`, { value: format.number(value) });
    if (field?.control === "limit" && field.unit === "cents")
      return t("units.cents", { value: format.number(value) });
    return format.number(value);
  }

  return { nameOf, valueOf };
}

const toTier = (part: string): ModelTier => modelTierNames.find((tier) => tier === part) ?? "main";
const toStyle = (value: Leaf): AgentStyle =>
  value === "tool_first" || value === "direct" ? value : "balanced";
const toLimitName = (key: string): ToolLimitName =>
  key === "perHour" || key === "perDay" ? key : "timeLimitSeconds";
