"use client";

import { useTranslations, useFormatter } from "next-intl";
import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { useSettings } from "@/components/admin/use-settings";
import { listSettingsVersions } from "@/lib/features/settings/api";
import { loadFrom } from "@/lib/client/request";
import { useResource, type Resource } from "@/lib/client/resource";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ResourceList } from "@/components/ui/resource-list";
import { DifferenceList } from "@/components/admin/difference-list";
import { PageFrame } from "@/components/admin/page-frame";
import type { SettingsForm } from "@/components/admin/use-settings-form";
import { showToast } from "@/components/ui/toast";
import { History } from "lucide-react";
import { Button } from "@/components/ui/button";
import { listDifferences, type SettingDifference } from "@/components/admin/setting-paths";
import type { AgentSettings, SettingsVersion, VersionsReply } from "@/lib/protocol/settings";

const versionList = {
  load: loadFrom(listSettingsVersions),
  key: ({ version }: SettingsVersion) => String(version),
  page: ({ versions: items, cursor }: VersionsReply) => ({ items, cursor }),
};

/** Every version of the settings: who made it and when, what it changed, and the way back to it. */
export function HistoryPage() {
  const t = useTranslations("admin.history");
  const { form } = useSettings();
  const { reply } = form;
  const list = useResource({ ...versionList, asOf: reply.version });
  const [chosen, setChosen] = useState<number | null>(null);
  const versions = compareVersions(list.items, {
    hasOlder: list.cursor !== null,
    defaults: reply.defaults,
    now: reply.settings,
  });
  const named = useNamedVersion(list, versions);
  return (
    <PageFrame page="history">
      <ResourceList list={list} empty={t("none")}>
        <ol className="pt-4">
          {versions.map((version) => (
            <VersionRow
              key={version.version}
              version={version}
              isNow={version.version === reply.version}
              isNamed={version.version === named}
              onRevert={() => setChosen(version.version)}
              changed={<DifferenceList differences={version.changed} none={t("nothingChanged")} />}
              toNow={<DifferenceList differences={version.toNow} none={t("asNow")} />}
            />
          ))}
        </ol>
      </ResourceList>
      <RevertDialog
        version={versions.find(({ version }) => version === chosen) ?? null}
        form={form}
        onClose={() => setChosen(null)}
      />
    </PageFrame>
  );
}

/** The version that the address names, as `#v6`: older pages are read until it is there, then it is shown. */
function useNamedVersion(
  { cursor, phase, more }: Pick<Resource<unknown>, "cursor" | "phase" | "more">,
  versions: readonly ComparedVersion[],
): number | null {
  const hash = useSyncExternalStore(
    followHash,
    () => location.hash,
    () => "",
  );
  const named = /^#v(\d{1,9})$/.exec(hash)?.[1];
  const number = named === undefined ? null : Number(named);
  const isThere = versions.some(({ version }) => version === number);
  const isOlder =
    number !== null && !isThere && number > 0 && number < (versions.at(-1)?.version ?? Infinity);
  useEffect(() => {
    if (isThere) document.getElementById(`v${number}`)?.scrollIntoView({ block: "center" });
    else if (isOlder && cursor !== null && phase === "ready") void more();
  }, [number, isThere, isOlder, cursor, phase, more]);
  return isThere ? number : null;
}

function followHash(onChange: () => void): () => void {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}

/**
 * Says beforehand what would change. Going back makes a new version, so it can be undone the same way. Where
 * somebody saved meanwhile, nothing is done: it says so, shows what would change now, and asks again.
 */
function RevertDialog({
  version,
  form,
  onClose,
}: {
  version: ComparedVersion | null;
  form: SettingsForm;
  onClose: () => void;
}) {
  const t = useTranslations("admin.history");
  const number = version?.version ?? 0;
  const revert = async (): Promise<string | null> => {
    const reason = await form.revert(number);
    if (reason === null) showToast({ text: t("reverted", { version: number }) });
    return reason;
  };
  return (
    <ConfirmDialog
      isOpen={version !== null}
      title={t("revertTitle", { version: number })}
      action={t("revertDo")}
      onConfirm={revert}
      onClose={onClose}
    >
      <p className="text-sm leading-5 text-quiet">{t("revertHelp")}</p>
      <DifferenceList differences={version?.toNow ?? []} none={t("asNow")} />
      {form.changes.length > 0 && <p className="text-sm leading-5 text-partly">{t("unsavedStay")}</p>}
    </ConfirmDialog>
  );
}

type Props = {
  version: { version: number; updatedAt: number; updatedBy: string };
  isNow: boolean;
  /** The address names it. */
  isNamed?: boolean;
  onRevert: () => void;
  /** What it changed, and what going back to it would change now. */
  changed: ReactNode;
  toNow: ReactNode;
};

/** One version: who made it and when, what it changed, and the way back to it. */
export function VersionRow({ version, isNow, isNamed = false, onRevert, changed, toNow }: Props) {
  const t = useTranslations("admin.history");
  const format = useFormatter();
  const time = format.dateTime(version.updatedAt, { dateStyle: "medium", timeStyle: "short" });
  return (
    <li
      id={`v${version.version}`}
      aria-current={isNamed || undefined}
      className="border-b border-hairline py-4 last:border-0 aria-[current]:border-s-2 aria-[current]:border-s-mark aria-[current]:ps-4"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-[1_1_14rem]">
          <span className="font-medium">{t("version", { version: version.version })}</span>
          {isNow && (
            <span className="ms-2 rounded-full bg-good-tint px-2 text-xs leading-5 text-good">
              {t("now")}
            </span>
          )}
          <span className="block text-xs leading-5 text-quiet wrap-anywhere">
            {t("by", { time, person: version.updatedBy })}
          </span>
        </p>
        {!isNow && (
          <Button onClick={onRevert}>
            <History className="size-4" aria-hidden="true" />
            {t("revertTo", { version: version.version })}
          </Button>
        )}
      </div>
      <div className="pt-2">{changed}</div>
      {!isNow && (
        <details className="pt-2 text-sm">
          <summary className="w-fit rounded-sm text-quiet hover:text-ink pointer-coarse:py-3">
            {t("compare")}
          </summary>
          <div className="pt-2">{toNow}</div>
        </details>
      )}
    </li>
  );
}

/** A version with what it changed, and what going back to it would change now. */
type ComparedVersion = SettingsVersion & { changed: SettingDifference[]; toNow: SettingDifference[] };

/**
 * Each version beside the one before it; `versions` is newest first. The oldest is compared with the defaults
 * if it is the last there is, else held back until the one before it is known.
 */
export function compareVersions(
  versions: readonly SettingsVersion[],
  { hasOlder, defaults, now }: { hasOlder: boolean; defaults: AgentSettings; now: AgentSettings },
): ComparedVersion[] {
  const shown = hasOlder ? versions.slice(0, -1) : versions;
  return shown.map((version, place) => ({
    ...version,
    changed: listDifferences(versions[place + 1]?.settings ?? defaults, version.settings),
    toNow: listDifferences(now, version.settings),
  }));
}
