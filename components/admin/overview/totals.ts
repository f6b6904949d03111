import { sum } from "@/components/admin/sum";
import type { GroupRow, Period } from "@/lib/features/statistics/shape";

/** A time in a few numbers; shares from 0 to 1, `null` where there is nothing to divide by or to measure. */
export type Totals = {
  runs: number;
  people: number;
  completed: number | null;
  failed: number;
  p50: number | null;
  p95: number | null;
  costMicroUsd: number;
};

export function toTotals({ days, groups, people }: Period): Totals {
  const runs = sum(days, (day) => day.runs);
  const ended = (outcome: string) => sum(days, ({ outcomes }) => outcomes[outcome] ?? 0);
  const site = groups.find(({ kind }) => kind === "site");
  return {
    runs,
    // People are told apart since there are figures by person; before that the busiest day is known.
    people: Math.max(people, ...days.map((day) => day.people)),
    completed: runs === 0 ? null : ended("completed") / runs,
    failed: ended("failed") + ended("interrupted"),
    ...{ p50: site?.p50 ?? null, p95: site?.p95 ?? null },
    costMicroUsd: sum(days, (day) => day.costMicroUsd),
  };
}

const hourMs = 3_600_000;

/** When a day (UTC) or an hour begins and ends, in milliseconds since 1970. */
export function toBounds(key: string): { since: number; until: number } {
  const isHour = key.includes("T");
  const since = Date.parse(isHour ? `${key}:00:00Z` : `${key}T00:00:00Z`);
  return { since, until: since + (isHour ? 1 : 24) * hourMs - 1 };
}

/** Runs behind a figure of these days or hours. */
export function toRunsPath(keys: readonly string[], filters: Record<string, string> = {}): string {
  const [first = "", last = first] = [keys[0], keys.at(-1)];
  const times = { since: String(toBounds(first).since), until: String(toBounds(last).until) };
  return `/admin/runs?${new URLSearchParams({ ...filters, ...times }).toString()}`;
}

const filterOf: Partial<Record<GroupRow["kind"], string>> = {
  model: "model",
  tool: "tool",
  agent: "agent",
  person: "person",
};

/** What a row of the table is found by among the runs; `null` for what these do not tell. */
export function toRowFilter(
  { kind, name, id = name }: GroupRow,
  builtIn: string,
): Record<string, string> | null {
  const filter = filterOf[kind];
  return filter === undefined || id === "unknown" ? null : { [filter]: id === "" ? builtIn : id };
}
