import type { Condition, Filters } from "@/lib/features/documents/shape/documents";

/** What filters see of a document. `title` is what a person sees of it. */
export type DocumentAttributes = {
  title: string;
  name?: string;
  kind?: string;
  author?: string;
  tags?: string[];
  /** ISO 8601. */
  date?: string;
  /** Of what was said before: ISO 8601, or milliseconds since 1970. */
  time?: string | number;
  task?: string;
  role?: string;
  tool?: string[];
  /** These two are given by who searches. */
  document?: string;
  collection?: string;
};

type MatchAttributes = Readonly<Record<string, string | number | string[] | undefined>>;

/** Whether all groups hold. An empty list of conditions asks for nothing. */
export function matches(filters: Filters, attributes: MatchAttributes): boolean {
  const holds = (condition: Condition) => matchesCondition(condition, attributes);
  return filters.every(
    ({ anyOf = [], allOf = [] }) => (anyOf.length === 0 || anyOf.some(holds)) && allOf.every(holds),
  );
}

function matchesCondition(condition: Condition, attributes: MatchAttributes): boolean {
  if ("is" in condition) {
    const found = attributes[condition.field === "tag" ? "tags" : condition.field];
    const wanted = fold(condition.is);
    return (Array.isArray(found) ? found : [found]).some(
      (one) => one !== undefined && fold(String(one)) === wanted,
    );
  }
  const at = toTime(attributes[condition.field]);
  if (at === null) return false;
  const [from, to] = [toTime(condition.from), toTime(condition.to)];
  // A day is meant to its end.
  const end = to === null ? null : isDay(condition.to) ? to + dayMs - 1 : to;
  return (from === null || at >= from) && (end === null || at <= end);
}

const dayMs = 86_400_000;

function toTime(value: string | number | string[] | undefined): number | null {
  const time = typeof value === "number" ? value : typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

function isDay(date: string | undefined): boolean {
  return date?.length === "2026-01-31".length;
}

function fold(text: string): string {
  return text.normalize("NFC").trim().toLowerCase();
}
