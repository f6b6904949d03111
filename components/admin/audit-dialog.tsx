import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import { Dialog } from "@/components/ui/dialog";
import { ResourceList } from "@/components/ui/resource-list";
import { loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import type { AuditRow } from "@/lib/features/accounts/shape/audit";
import { listSettingsVersions } from "@/lib/features/settings/api";
import type { SettingsVersion, VersionsReply } from "@/lib/protocol/settings";
import { DifferenceList } from "./difference-list";
import { listDifferences } from "./setting-paths";
import { toVersion, useAuditWords } from "./use-audit-words";
import { useSettings } from "./use-settings";

type Props = { entry: AuditRow; isAdmin: boolean; onClose: () => void };

/** All that is recorded of an act; of a change of the settings, what it changed. */
export function AuditDialog({ entry, isAdmin, onClose }: Props) {
  const t = useTranslations("admin.audit");
  const tCommon = useTranslations("common");
  const format = useFormatter();
  const { sayAct, sayActor, sayTarget, sayDetail, sayAbout } = useAuditWords();
  const version = toVersion(entry);
  const facts = [
    ["at", format.dateTime(entry.at, { dateStyle: "full", timeStyle: "medium" })],
    ["actor", sayActor(entry.actor)],
    ["target", sayTarget(entry.target)],
    ["detail", sayDetail(entry)],
    ["about", sayAbout(entry)],
  ] as const;
  return (
    <Dialog isOpen onClose={onClose} title={sayAct(entry.act)} closeLabel={tCommon("close")}>
      <dl className="grid gap-1.5 text-sm leading-5">
        {facts
          .filter(([, text]) => text !== "")
          .map(([name, text]) => (
            <div key={name} className="grid gap-x-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
              <dt className="text-quiet">{t(`columns.${name}`)}</dt>
              <dd className="wrap-anywhere">{text}</dd>
            </div>
          ))}
      </dl>
      {version !== null && isAdmin && <Changes version={version} />}
    </Dialog>
  );
}

const versionPage = {
  key: ({ version }: SettingsVersion) => String(version),
  page: ({ versions: items }: VersionsReply) => ({ items }),
};

/** What a version changed of the one before it, and the way to it in the history. */
function Changes({ version }: { version: number }) {
  const t = useTranslations("admin");
  const load = useMemo(
    () => loadFrom(listSettingsVersions, { query: { upTo: version, limit: 2 } }),
    [version],
  );
  const list = useResource({ ...versionPage, load });
  const { defaults } = useSettings().form.reply;
  const [made, before] = list.items;
  const isKept = made?.version === version;
  return (
    <div className="mt-4 border-t border-hairline pt-3">
      <ResourceList list={list} empty={t("audit.nothing")}>
        {isKept ? (
          <DifferenceList
            differences={listDifferences(before?.settings ?? defaults, made.settings)}
            none={t("history.nothingChanged")}
          />
        ) : (
          <p className="text-sm text-quiet">{t("audit.nothing")}</p>
        )}
      </ResourceList>
      {isKept && (
        <Link href={`/admin/history#v${version}`} className="mt-3 inline-block text-sm text-accent underline">
          {t("audit.inHistory", { version })}
        </Link>
      )}
    </div>
  );
}
