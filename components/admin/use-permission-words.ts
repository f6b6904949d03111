import { useTranslations } from "next-intl";
import { toolNames } from "@/components/tools/views";
import { roles } from "@/lib/features/accounts/shape/accounts";
import { fromHintKey } from "@/lib/features/laboratory/shape/hints";
import { toServerToolName } from "@/lib/features/tool-servers/shape";
import { otherTools } from "@/lib/protocol/tool-permissions";

/** How the pages call what a role may have of a tool. */
export function usePermissionWords() {
  const t = useTranslations("admin");
  const tTools = useTranslations("tools");
  const nameRole = (role: string): string =>
    t(`people.role.${roles.find((one) => one === role) ?? "member"}`);
  const nameTool = (id: string): string => {
    const tool = toolNames.find((name) => name === id);
    if (id === otherTools) return t("tools.permissions.others");
    return tool === undefined ? (toServerToolName(id) ?? id) : tTools(`${tool}.name`);
  };
  const nameCell = (role: string, tool: string): string =>
    t("tools.permissions.cell", { role: nameRole(role), tool: nameTool(tool) });
  const nameHint = (key: string): string => {
    const { tool, code } = fromHintKey(key);
    return t("words.hint", { tool: nameTool(tool), code });
  };
  return { nameRole, nameTool, nameCell, nameHint };
}
