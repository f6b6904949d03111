import type { ConversationSummary } from "@/lib/protocol/conversations";

export type DayGroup = {
  /** `month` groups carry the month as `2026-11`; the others are named by their kind. */
  key: string;
  kind: "today" | "yesterday" | "week" | "month";
  conversations: ConversationSummary[];
};

/** Groups what is sorted newest first into today, yesterday, the rest of the seven days before today, and months, as the zone counts days. */
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
