import { useTranslations } from "next-intl";
import { useSettings } from "@/components/admin/use-settings";
import { SmallSelect } from "@/components/ui/small-select";
import { roles, type Role } from "@/lib/features/accounts/shape/accounts";
import { otherTools, permissions, withPermission, type Permission } from "@/lib/protocol/tool-permissions";
import { usePermissionWords } from "./use-permission-words";

/** What each role may have of a tool. */
export function PermissionChoices({ tool }: { tool: string }) {
  const { nameRole } = usePermissionWords();
  return roles.map((role) => (
    <div key={role} className="flex items-center justify-between gap-4 border-t border-hairline py-1 text-sm">
      <span aria-hidden>{nameRole(role)}</span>
      <PermissionChoice role={role} tool={tool} />
    </div>
  ));
}

function PermissionChoice({ role, tool }: { role: Role; tool: string }) {
  const t = useTranslations("admin.tools.permissions");
  const { draft, change } = useSettings().form;
  const { nameCell } = usePermissionWords();
  const all = draft.toolPermissions;
  const values: ("unsaid" | Permission)[] = ["unsaid", ...permissions];
  return (
    <SmallSelect
      label={nameCell(role, tool)}
      value={all[role]?.[tool] ?? "unsaid"}
      options={values.map((value) => ({ value, label: t(toWord(value, tool)) }))}
      onChoose={(value) =>
        change("toolPermissions", withPermission(all, { role, tool }, value === "unsaid" ? null : value))
      }
    />
  );
}

function toWord(value: "unsaid" | Permission, tool: string) {
  return value === "unsaid" && tool === otherTools ? "byTool" : value;
}
