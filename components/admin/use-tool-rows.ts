import { useTranslations } from "next-intl";
import { roles, type Role } from "@/lib/features/accounts/shape/accounts";
import type { ToolLimit } from "@/lib/protocol/settings-fields";
import { otherTools } from "@/lib/protocol/tool-permissions";
import type { ToolName } from "@/lib/protocol/tools";
import { isSame } from "./setting-paths";
import { usePermissionWords } from "./use-permission-words";
import { useSettings, type PanelTool } from "./use-settings";

type Capability = NonNullable<PanelTool["setting"]>;
/** Roles for which something is said of the tool. */
type Named = { id: string; name: string; exceptions: Role[]; isUnsaved: boolean };
export type OwnToolRow = Named & {
  kind: "own";
  tool: ToolName;
  asks: PanelTool["asks"];
  isAvailable: boolean;
  isOn: boolean;
  limit: ToolLimit;
};
export type ToolRow =
  | { kind: "group"; id: string; name: string; setting: Capability | null }
  | OwnToolRow
  /** All others, one of a tool server, or one that was there once. */
  | (Named & { kind: "other"; isOffered: boolean });

/** Ours by capability, then all others: those of servers, and whatever else something is said of. */
export function useToolRows(): ToolRow[] {
  const t = useTranslations("admin");
  const { form, tools, serverTools } = useSettings();
  const { nameTool } = usePermissionWords();
  const { draft, reply } = form;
  const named = Object.values(draft.toolPermissions).flatMap((said) => Object.keys(said));
  const own = new Set<string>(tools.map(({ name }) => name));
  const others = [...new Set([otherTools, ...serverTools, ...named])].filter((id) => !own.has(id));
  const toNamed = (id: string): Named => ({
    ...{ id, name: nameTool(id) },
    exceptions: roles.filter((role) => draft.toolPermissions[role]?.[id] !== undefined),
    isUnsaved: roles.some(
      (role) => draft.toolPermissions[role]?.[id] !== reply.settings.toolPermissions[role]?.[id],
    ),
  });
  const toOwn = ({ name: tool, asks, setting }: PanelTool): OwnToolRow => {
    const [isOn, limit] = [draft.enabledTools.includes(tool), draft.toolLimits[tool] ?? {}];
    const base = toNamed(tool);
    const isChanged =
      isOn !== reply.settings.enabledTools.includes(tool) ||
      !isSame(limit, reply.settings.toolLimits[tool] ?? {});
    const isAvailable = setting === null || draft[setting];
    return {
      ...base,
      ...{ kind: "own", tool, asks, isOn, isAvailable, limit },
      isUnsaved: base.isUnsaved || isChanged,
    };
  };
  const groups = [...new Set(tools.map(({ setting }) => setting))].flatMap((setting): ToolRow[] => [
    {
      ...{ kind: "group", id: `group ${setting ?? "always"}`, setting },
      name: setting === null ? t("tools.always") : t(`fields.${setting}.name`),
    },
    ...tools.filter((tool) => tool.setting === setting).map(toOwn),
  ]);
  return [
    ...groups,
    { kind: "group", id: "group others", name: t("tools.ofServers"), setting: null },
    ...others.map((id): ToolRow => ({ kind: "other", ...toNamed(id), isOffered: serverTools.includes(id) })),
  ];
}
