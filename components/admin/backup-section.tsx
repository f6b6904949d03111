"use client";

import { Download, Trash2 } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { PageSection } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Problem } from "@/components/ui/problem";
import { ResourceList } from "@/components/ui/resource-list";
import { useAction } from "@/components/ui/use-action";
import { call, callRemoval, loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import { makeBackup, readBackup, readBackups, removeBackup } from "@/lib/features/transfer/api";
import type { Backup, BackupState } from "@/lib/features/transfer/shape";
import { toPath } from "@/lib/protocol/endpoint";
import { BackupPlanForm } from "./backup-plan-form";

const load = loadFrom(readBackups);
/** So often a backup that is being made is looked at. */
const lookMs = 2_000;

/** Backups that are made while the site is used, and when they are made by themselves. */
export function BackupSection({ initial }: { initial: BackupState }) {
  const t = useTranslations("admin.backups");
  const list = useBackups(initial);
  const { run, isBusy, reason } = useAction();
  const { toTime, toSize } = useBackupWords();
  const { running, problem, nextAt, kept } = list.reply ?? initial;
  const begin = (): void =>
    void run(async () => {
      const answer = await call(makeBackup);
      await list.reload();
      return answer;
    });
  return (
    <PageSection
      title={t("title")}
      help={t("help", { count: kept })}
      aside={
        <Button aria-disabled={isBusy || running !== null} onClick={() => running === null && begin()}>
          {t("now")}
        </Button>
      }
    >
      <Problem>{reason}</Problem>
      <div role="status" className="grid gap-1 pt-4 text-sm leading-5 empty:hidden">
        {running !== null && <p>{t("running", { size: toSize(running.bytes) })}</p>}
        {running === null && problem !== null && (
          <p className="text-bad">{t(toProblemKey(problem.code), { time: toTime(problem.at) })}</p>
        )}
        {nextAt !== null && <p>{t("next", { time: toTime(nextAt) })}</p>}
      </div>
      <ResourceList list={list} empty={t("none")}>
        <ul aria-label={t("list")} className="divide-y divide-hairline">
          {list.items.map((backup) => (
            <BackupRow key={backup.name} backup={backup} onRemoved={() => void list.reload()} />
          ))}
        </ul>
      </ResourceList>
      <BackupPlanForm
        key={(list.reply ?? initial).version}
        state={list.reply ?? initial}
        onSaved={() => void list.reload()}
      />
      <p className="pt-4 text-small text-quiet">{t("secret")}</p>
    </PageSection>
  );
}

function useBackups(initial: BackupState) {
  const list = useResource<Backup, BackupState>({
    load,
    initial,
    key: ({ name }) => name,
    page: ({ backups }) => ({ items: backups }),
    whenSeen: true,
  });
  const isRunning = list.reply?.running !== null;
  const { reload } = list;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void reload(), lookMs);
    return () => clearInterval(timer);
  }, [isRunning, reload]);
  return list;
}

function toProblemKey(code: string) {
  if (code === "too_large") return "problems.noRoom";
  return code === "conflict" ? "problems.busy" : "failed";
}

function useBackupWords() {
  const format = useFormatter();
  return {
    toTime: (time: number): string => format.dateTime(time, { dateStyle: "medium", timeStyle: "short" }),
    toSize: (bytes: number): string =>
      format.number(bytes / 1_000_000, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 }),
  };
}

function BackupRow({ backup, onRemoved }: { backup: Backup; onRemoved: () => void }) {
  const t = useTranslations("admin.backups");
  const [isAsking, setAsking] = useState(false);
  const { toTime, toSize } = useBackupWords();
  const { name, bytes, createdAt } = backup;
  const time = toTime(createdAt);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
      <span className="min-w-0 flex-[1_1_12rem]">
        {time}
        <span className="block text-small text-quiet">
          {toSize(bytes)} · {t("checked")}
        </span>
      </span>
      <a
        className="quiet-button"
        href={toPath(readBackup, { params: { name } })}
        aria-label={t("downloadOf", { time })}
        download
      >
        <Download size={16} aria-hidden />
        {t("download")}
      </a>
      <button
        type="button"
        className="quiet-button"
        aria-label={t("deleteOf", { time })}
        onClick={() => setAsking(true)}
      >
        <Trash2 size={16} aria-hidden />
        {t("delete")}
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        isDangerous
        title={t("deleteTitle")}
        action={t("delete")}
        onConfirm={() => callRemoval(removeBackup, { params: { name } })}
        onDone={onRemoved}
        onClose={() => setAsking(false)}
      >
        <p className="text-sm">{t("deleteText", { time })}</p>
      </ConfirmDialog>
    </li>
  );
}
