import { useLocale, useTranslations } from "next-intl";
import { Archive, FolderPlus } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense, useId, useState, type ReactNode } from "react";
import type { Clock } from "@/components/ui/use-clock";
import { useReason } from "@/components/ui/use-reason";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import type { Folder } from "@/lib/protocol/folders";
import { ConversationRow } from "./conversation-row";
import { FolderSection } from "./folder-section";
import type { FolderList } from "./use-folders";
import type { ConversationActions } from "./use-conversations";
import { useNewRows } from "./use-new-rows";

const FolderForm = lazy(async () => ({ default: (await import("./folder-form")).FolderForm }));

export type ConversationListProps = {
  conversations: ConversationSummary[];
  folderList: FolderList;
  hasMore: boolean;
  actions: ConversationActions;
  clock: Clock;
  openId: string | null;
  /** A conversation was opened. */
  onNavigate: () => void;
};

/** Those that are pinned, the folders, and all others by day, in the person's zone and language. */
export function ConversationList(props: ConversationListProps) {
  const { conversations, folderList, hasMore, actions, clock, openId, onNavigate } = props;
  const t = useTranslations("shell");
  const older = useOlder(actions.loadMore);
  const { folders } = folderList;
  const { pinned, filed, others } = sortOut(conversations, folders);
  const toRows = (listed: readonly ConversationSummary[]) =>
    listed.map((conversation) => (
      <ConversationRow
        key={conversation.id}
        {...{ conversation, folders, actions, onNavigate }}
        isOpen={conversation.id === openId}
      />
    ));
  return (
    <>
      {pinned.length > 0 && <Group name={t("pinned")}>{toRows(pinned)}</Group>}
      <Folders {...props} toRows={(folder) => toRows(filed.get(folder.id) ?? [])} />
      {conversations.length === 0 && <p className="px-2 py-3 text-sm leading-5 text-quiet">{t("empty")}</p>}
      {groupByDay(others, clock.now, clock.timeZone).map((group) => (
        <DayRows key={group.key} group={group} year={new Date(clock.now).getUTCFullYear()}>
          {toRows(group.conversations)}
        </DayRows>
      ))}
      {hasMore && <MoreButton {...older} />}
    </>
  );
}

/** A conversation stands once: pinned, in its folder, or by its day. */
function sortOut(conversations: readonly ConversationSummary[], folders: readonly Folder[]) {
  const filed = new Map(folders.map(({ id }) => [id, [] as ConversationSummary[]]));
  const [pinned, others]: [ConversationSummary[], ConversationSummary[]] = [[], []];
  for (const conversation of conversations)
    if (conversation.pinned) pinned.push(conversation);
    else (filed.get(conversation.folder ?? "") ?? others).push(conversation);
  return { pinned, filed, others };
}

type FoldersProps = ConversationListProps & { toRows: (folder: Folder) => ReactNode };

function Folders({ folderList, actions, onNavigate, toRows }: FoldersProps) {
  const t = useTranslations("shell.folders");
  const { folders, edited, edit, noteSaved, remove } = folderList;
  return (
    <section aria-label={t("label")} className="pt-1">
      {folders.map((folder) => (
        <FolderSection
          key={folder.id}
          folder={folder}
          onOpen={() => void actions.loadFolder(folder.id)}
          onDropped={(id) => void actions.file(id, { folder: folder.id })}
          onEdit={() => edit(folder)}
          onRemove={() => remove(folder)}
        >
          <ul>{toRows(folder)}</ul>
        </FolderSection>
      ))}
      <div className="flex">
        <button type="button" className="quiet-button gap-1.5 px-1.5 text-sm" onClick={() => edit("new")}>
          <FolderPlus className="size-4" aria-hidden="true" />
          {t("new")}
        </button>
        <Link
          href="/archive"
          prefetch={false}
          className="quiet-button gap-1.5 px-1.5 text-sm"
          onClick={onNavigate}
        >
          <Archive className="size-4" aria-hidden="true" />
          {t("archive")}
        </Link>
      </div>
      {edited !== null && (
        <Suspense fallback={null}>
          <FolderForm
            folder={edited === "new" ? null : edited}
            onClose={() => edit(null)}
            onSaved={noteSaved}
          />
        </Suspense>
      )}
    </section>
  );
}

function DayRows({ group, year, children }: { group: DayGroup; year: number; children: ReactNode }) {
  return <Group name={useGroupName(group, year)}>{children}</Group>;
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="pt-3 first:pt-1">
      <h2 id={id} className="px-2 pb-1 text-xs leading-5 font-medium text-quiet">
        {name}
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

function useGroupName({ kind, key }: DayGroup, year: number): string {
  const t = useTranslations("shell");
  const locale = useLocale();
  if (kind !== "month") return t(kind);
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    month: "long",
    ...(key.startsWith(`${year}-`) ? {} : { year: "numeric" }),
  });
  return format.format(Date.parse(`${key}-15`));
}

type Older = {
  isLoading: boolean;
  /** Why they did not come. */
  reason: string | null;
  onMore: (button: HTMLElement) => void;
};

function useOlder(loadMore: ConversationActions["loadMore"]): Older {
  const explain = useReason();
  const [isLoading, setLoading] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const expectRows = useNewRows(isLoading, "li > a");
  const load = async (): Promise<void> => {
    setLoading(true);
    setReason(null);
    const failure = await loadMore();
    setLoading(false);
    setReason(failure === null ? null : explain(failure));
  };
  return {
    isLoading,
    reason,
    onMore(button) {
      if (isLoading) return;
      expectRows(button);
      void load();
    },
  };
}

function MoreButton({ isLoading, reason, onMore }: Older) {
  const t = useTranslations("shell");
  return (
    <>
      <p role="status" className="px-2 pt-2 text-sm leading-5 text-quiet empty:pt-0">
        {reason}
      </p>
      <button
        type="button"
        className="quiet-button mt-2 w-full justify-center aria-disabled:opacity-50"
        aria-disabled={isLoading}
        onClick={({ currentTarget }) => onMore(currentTarget)}
      >
        {t("more")}
      </button>
    </>
  );
}

type DayGroup = {
  /** `month` groups carry the month as `2026-11`; the others are named by their kind. */
  key: string;
  kind: "today" | "yesterday" | "week" | "month";
  conversations: ConversationSummary[];
};

/** Groups newest-first rows by the zone's days: today, yesterday, the rest of 7 days before today, months. */
export function groupByDay(
  conversations: readonly ConversationSummary[],
  now: number,
  timeZone: string,
): DayGroup[] {
  const toDay = createDayReader(timeZone);
  const today = toDay(now);
  const groups: DayGroup[] = [];
  for (const conversation of conversations) {
    const day = toDay(conversation.updatedAt);
    const kind = toKind(countDays(day, today));
    const key = kind === "month" ? day.slice(0, 7) : kind;
    const last = groups.at(-1);
    if (last?.key === key) last.conversations.push(conversation);
    else groups.push({ key, kind, conversations: [conversation] });
  }
  return groups;
}

/** Reads a time as the zone's `2026-11-20`. */
function createDayReader(timeZone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (time) => format.format(time);
}

function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** A clock that runs ahead elsewhere counts as today. */
function toKind(daysAgo: number): DayGroup["kind"] {
  if (daysAgo <= 0) return "today";
  if (daysAgo === 1) return "yesterday";
  return daysAgo <= 7 ? "week" : "month";
}
