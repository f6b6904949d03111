"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { BreakerSection } from "@/components/admin/breaker-section";
import { toLocalList } from "@/components/admin/local-list";
import { PageFrame, PageSection } from "@/components/admin/page-frame";
import { SettingControl, SettingFields, useRow } from "@/components/admin/setting-control";
import { ResetButton } from "@/components/admin/setting-row";
import { ToolSheet } from "@/components/admin/tool-sheet";
import { useToolColumns } from "@/components/admin/use-tool-columns";
import { useToolRows } from "@/components/admin/use-tool-rows";
import { DataTable } from "@/components/ui/table";
import { settingFields } from "@/lib/protocol/settings-fields";

/** What the agent may do: every tool under the capability it belongs to, with its limits and exceptions. */
export function ToolsPage() {
  const t = useTranslations("admin");
  const [openId, setOpenId] = useState<string | null>(null);
  const rows = useToolRows();
  const columns = useToolColumns(({ id }) => setOpenId(id));
  const open = rows.find((row) => row.kind !== "group" && row.id === openId);
  return (
    <PageFrame page="tools">
      <Resets />
      <DataTable
        name="tools"
        label={t("sections.tools.name")}
        list={toLocalList(rows)}
        rowKey={({ id }) => id}
        columns={columns}
      />
      <PageSection isFoldable title={t("sections.reading.name")} help={t("sections.reading.help")}>
        <SettingFields section="reading" />
      </PageSection>
      <PageSection isFoldable title={t("fields.codeEnabled.name")} help={t("fields.codeEnabled.help")}>
        <SettingControl name="codeMemoryMegabytes" field={settingFields.codeMemoryMegabytes} />
      </PageSection>
      <BreakerSection kind="tool" />
      {open !== undefined && <ToolSheet row={open} onClose={() => setOpenId(null)} />}
    </PageFrame>
  );
}

/** The lists behind the table, each back to its default. */
function Resets() {
  const rows = [useRow("enabledTools"), useRow("toolLimits"), useRow("toolPermissions")];
  return (
    <div className="flex flex-wrap gap-x-4 pt-2 text-xs text-quiet empty:hidden">
      {rows.map(
        (row) =>
          !row.isDefault && <ResetButton key={row.name} name={row.name} onReset={row.onReset} isNamed />,
      )}
      {rows.map(
        (row) =>
          row.error !== undefined && (
            <p key={row.name} role="alert" className="w-full text-bad">
              {row.error}
            </p>
          ),
      )}
    </div>
  );
}
