import { useTranslations } from "next-intl";
import { useState } from "react";
import { ListEnd } from "@/components/admin/list-end";
import { PageSection } from "@/components/admin/page-frame";
import { useSettings } from "@/components/admin/use-settings";
import { toPages, usePages } from "@/components/admin/use-pages";
import { adminApi } from "@/lib/client/admin-api";
import { compareVersions } from "./compare-versions";
import type { ComparedVersion } from "./compare-versions";
import { RevertDialog } from "./revert-dialog";
import { VersionRow } from "./version-row";

const ask = async (cursor: string | null) =>
  toPages(await adminApi.listVersions(cursor), (reply) => ({ rows: reply.versions, cursor: reply.cursor }));

/** Every version of the settings: who made it and when, what it changed, and the way back to it. */
export function SettingsHistory() {
  const t = useTranslations("admin.history");
  const { form } = useSettings();
  const { reply } = form;
  const pages = usePages(ask, reply.version);
  const [chosen, setChosen] = useState<ComparedVersion | null>(null);
  const versions = compareVersions(pages.rows, {
    hasOlder: pages.cursor !== null,
    defaults: reply.defaults,
    now: reply.settings,
  });
  const isEmpty = pages.rows.length === 0 && !pages.isLoading && pages.reason === null;
  return (
    <PageSection title={t("title")} help={t("help")}>
      {isEmpty && <p className="pt-4 text-sm leading-5 text-quiet">{t("none")}</p>}
      <ol>
        {versions.map((version) => (
          <VersionRow
            key={version.version}
            version={version}
            isNow={version.version === reply.version}
            onRevert={() => setChosen(version)}
          />
        ))}
      </ol>
      <ListEnd
        pages={pages}
        words={{
          loading: t("loading"),
          more: t("older"),
          again: t("again"),
          failed: (reason) => t("failed", { reason }),
        }}
      />
      <RevertDialog version={chosen} form={form} onClose={() => setChosen(null)} />
    </PageSection>
  );
}
