import type { ConversationSummary } from "@/lib/protocol/conversations";

export type DayGroup = {
  /** `month` groups carry the month as `2026-11`; the others are named by their kind. */
  key: string;
  kind: "today" | "week" | "month";
  conversations: ConversationSummary[];
};

/** Groups newest-first rows by the zone's days: today, the 7 days before, months. */
export function groupByDay(
  conversations: readonly ConversationSummary[],
  now: number,
  timeZone: string,
): DayGroup[] {
  // Reading days loads the browser's tables of calendars, which takes a phone many milliseconds.
  if (conversations.length === 0) return [];
  const toDay = createDayReader(timeZone);
  const today = toDay(now);
  const toName = ({ updatedAt }: ConversationSummary): Pick<DayGroup, "key" | "kind"> => {
    const day = toDay(updatedAt);
    const kind = toKind(countDays(day, today));
    return { key: kind === "month" ? day.slice(0, 7) : kind, kind };
  };
  const groups: DayGroup[] = [];
  for (let [start, first] = [0, conversations[0]]; first !== undefined; first = conversations[start]) {
    const name = toName(first);
    const end = findEnd(conversations, start, (other) => toName(other).key === name.key);
    groups.push({ ...name, conversations: conversations.slice(start, end) });
    start = end;
  }
  return groups;
}

/** Where those from `start` on that belong together end. It looks at few: reading a day is slow. */
function findEnd<ENTRY>(list: readonly ENTRY[], start: number, belongs: (entry: ENTRY) => boolean): number {
  let [inside, outside] = [start, list.length];
  while (outside - inside > 1) {
    const middle = Math.floor((inside + outside) / 2);
    const entry = list[middle];
    if (entry !== undefined && belongs(entry)) inside = middle;
    else outside = middle;
  }
  return outside;
}

/** Reads a time as the zone's `2026-11-20`. The last reader is kept: making one is slow. */
function createDayReader(timeZone: string): (time: number) => string {
  if (last?.timeZone !== timeZone) {
    const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
    last = { timeZone, format: new Intl.DateTimeFormat("en-CA", { timeZone, ...parts }) };
  }
  const { format } = last;
  return (time) => format.format(time);
}

let last: { timeZone: string; format: Intl.DateTimeFormat } | null = null;

function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** A clock that runs ahead elsewhere counts as today. */
function toKind(daysAgo: number): DayGroup["kind"] {
  if (daysAgo <= 0) return "today";
  return daysAgo <= 7 ? "week" : "month";
}
