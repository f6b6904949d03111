import { useLocale, useTranslations } from "next-intl";
import { useId, useState, type ReactNode } from "react";
import type { Clock } from "@/components/ui/use-clock";
import { useReason } from "@/components/ui/use-reason";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import { ConversationRow } from "./conversation-row";
import type { ConversationActions } from "./use-conversations";
import { useNewRows } from "./use-new-rows";

export type ConversationListProps = {
  conversations: ConversationSummary[];
  hasMore: boolean;
  actions: ConversationActions;
  clock: Clock;
  openId: string | null;
  /** A conversation was opened. */
  onNavigate: () => void;
};

/** The conversations by day, in the person's zone and language. */
export function ConversationList({
  conversations,
  hasMore,
  actions,
  clock,
  openId,
  onNavigate,
}: ConversationListProps) {
  const t = useTranslations("shell");
  const older = useOlder(actions.loadMore);
  if (conversations.length === 0)
    return <p className="px-2 py-3 text-sm leading-5 text-quiet">{t("empty")}</p>;
  return (
    <>
      {groupByDay(conversations, clock.now, clock.timeZone).map((group) => (
        <Group key={group.key} group={group} year={new Date(clock.now).getUTCFullYear()}>
          {group.conversations.map((conversation) => (
            <ConversationRow
              key={conversation.id}
              conversation={conversation}
              isOpen={conversation.id === openId}
              actions={actions}
              onNavigate={onNavigate}
            />
          ))}
        </Group>
      ))}
      {hasMore && <MoreButton {...older} />}
    </>
  );
}

function Group({ group, year, children }: { group: DayGroup; year: number; children: ReactNode }) {
  const id = useId();
  const name = useGroupName(group, year);
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
