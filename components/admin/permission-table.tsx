import { useTranslations } from "next-intl";
import { useSettings } from "@/components/admin/use-settings";
import { SmallSelect } from "@/components/ui/small-select";
import { roles, type Role } from "@/lib/features/accounts/shape/accounts";
import {
  otherTools,
  permissions,
  withPermission,
  type Permission,
  type ToolPermissions,
} from "@/lib/protocol/tool-permissions";
import { usePermissionWords } from "./use-permission-words";

/** What each role may have of each tool: on a narrow screen each tool is a block, with its roles below. */
export function PermissionTable() {
  const t = useTranslations("admin.tools.permissions");
  const { form, tools, serverTools } = useSettings();
  const { nameRole, nameTool } = usePermissionWords();
  const own = [...tools.map(({ name }) => name), ...serverTools];
  return (
    <div role="table" aria-label={t("label")} className="text-sm">
      <div role="row" className={`${row} sr-only sm:not-sr-only sm:grid sm:py-2`}>
        <span role="columnheader" className="text-quiet">
          {t("tool")}
        </span>
        {roles.map((role) => (
          <span key={role} role="columnheader" className="ps-2 text-quiet">
            {nameRole(role)}
          </span>
        ))}
      </div>
      {listTools(own, form.draft.toolPermissions).map((tool) => (
        <div key={tool} role="row" className={`${row} border-t border-hairline py-2 sm:py-1`}>
          <span role="rowheader" className="col-span-2 wrap-anywhere font-medium sm:col-span-1">
            {nameTool(tool)}
          </span>
          {roles.map((role) => (
            <div key={role} role="cell">
              <span aria-hidden className="block ps-2 text-xs text-quiet sm:hidden">
                {nameRole(role)}
              </span>
              <PermissionChoice role={role} tool={tool} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

const row = "grid grid-cols-2 items-center gap-x-3 sm:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]";

/** All others first, then ours, then whatever else is named: those that were there once may come back. */
function listTools(own: readonly string[], all: ToolPermissions): string[] {
  const named = Object.values(all).flatMap((said) => Object.keys(said));
  return [...new Set([otherTools, ...own, ...named])];
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
