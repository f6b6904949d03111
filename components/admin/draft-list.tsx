import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Problem } from "@/components/ui/problem";
import { ResourceList } from "@/components/ui/resource-list";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { callRemoval, loadFrom } from "@/lib/client/request";
import { useResource, type Resource } from "@/lib/client/resource";
import { deleteDraft, listDrafts } from "@/lib/features/settings/api";
import type { DraftsReply, SettingsDraft } from "@/lib/features/settings/shape";
import { DifferenceList } from "./difference-list";
import { listDifferences } from "./setting-paths";
import { useDraftName } from "./settings-bar";
import { openDraft } from "./settings-changes";
import { useSettings } from "./use-settings";

const draftList = {
  load: loadFrom(listDrafts),
  key: ({ id }: SettingsDraft) => id,
  page: ({ drafts: items }: DraftsReply) => ({ items }),
};
export type Drafts = Resource<SettingsDraft, DraftsReply>;

export function useDrafts(): Drafts {
  return useResource({ ...draftList, asOf: useSettings().form.draftsAsOf });
}

/** Opens a draft; what is changed and not kept is kept as its own draft first. Says why not, or `null`. */
export function useOpenDraft(): (draft: SettingsDraft) => Promise<string | null> {
  const t = useTranslations("admin.drafts");
  const { form } = useSettings();
  const name = useDraftName(form);
  return async (draft) => {
    const isInDanger = form.changes.length > 0 && !form.isKept;
    const reason = isInDanger ? await form.keep(name) : null;
    if (reason !== null) return reason;
    if (isInDanger) showToast({ text: t("keptFirst", { name }) });
    return form.open(draft);
  };
}

/** The drafts that are kept, each with what it would change. */
export function DraftList({ drafts }: { drafts: Drafts }) {
  const t = useTranslations("admin.drafts");
  const { form } = useSettings();
  const { run, isBusy, reason } = useAction();
  const open = useOpenDraft();
  const [leaving, setLeaving] = useState<SettingsDraft | null>(null);
  const remove = async (id: string) => {
    const answer = await callRemoval(deleteDraft, { params: { id } });
    if (answer.ok) form.forget(id);
    return answer;
  };
  return (
    <ResourceList list={drafts} empty={t("none")}>
      <Problem className="pt-3">{reason}</Problem>
      <ul aria-label={t("title")}>
        {drafts.items.map((draft) => (
          <DraftRow
            key={draft.id}
            draft={draft}
            onOpen={isBusy ? undefined : () => void run(() => open(draft))}
            onDelete={() => setLeaving(draft)}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={leaving !== null}
        isDangerous
        title={t("deleteTitle", { name: leaving?.name ?? "" })}
        action={t("delete")}
        onConfirm={() => (leaving === null ? Promise.resolve(null) : remove(leaving.id))}
        onClose={() => setLeaving(null)}
      >
        <p className="text-sm leading-5">{t("deleteHelp")}</p>
      </ConfirmDialog>
    </ResourceList>
  );
}

type RowProps = { draft: SettingsDraft; onOpen: (() => void) | undefined; onDelete: () => void };

function DraftRow({ draft, onOpen, onDelete }: RowProps) {
  const t = useTranslations("admin.drafts");
  const format = useFormatter();
  const { reply, kept } = useSettings().form;
  const { name, updatedBy: person, updatedAt, base, dropped } = draft;
  const time = format.dateTime(updatedAt, { dateStyle: "medium", timeStyle: "short" });
  return (
    <li className="grid gap-2 border-b border-hairline py-3 last:border-0">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p className="min-w-0 flex-[1_1_14rem]">
          <span dir="auto" className="font-medium wrap-anywhere">
            {name}
          </span>
          <span className="block text-xs leading-5 text-quiet wrap-anywhere">
            {t("by", { person, time })}
            {base !== reply.version && ` · ${t("older", { base, version: reply.version })}`}
          </span>
        </p>
        <div className="flex gap-2">
          {kept?.id === draft.id ? (
            <span className="self-center text-sm text-quiet">{t("isOpen")}</span>
          ) : (
            <Button
              aria-disabled={onOpen === undefined}
              aria-label={`${t("open")}: ${name}`}
              onClick={onOpen}
            >
              {t("open")}
            </Button>
          )}
          <Button tone="quiet" aria-label={`${t("delete")}: ${name}`} onClick={onDelete}>
            {t("delete")}
          </Button>
        </div>
      </div>
      <DifferenceList
        differences={listDifferences(reply.settings, openDraft(draft, reply.settings).draft)}
        none={t("same")}
      />
      {dropped.length > 0 && (
        <p className="text-sm text-partly wrap-anywhere">{t("dropped", { names: dropped.join(", ") })}</p>
      )}
    </li>
  );
}
