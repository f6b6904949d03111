import type { GroupRow } from "@/lib/features/statistics/shape";
import type { DocumentData } from "@/lib/store/store";
import { toGroupRows } from "./count-groups";
import { parseCounts, toGroups } from "./day-counts";
import { sumCounts, type Counts } from "./sum-counts";

/** `at`: its beginning. `lastAt`: when its last reply ended, `null` without one. */
export type HourCounts = { at: number; counts: Counts; lastAt: number | null };

export function toHourCounts(at: number, shards: readonly { data: DocumentData }[]): HourCounts {
  const times = shards.flatMap(({ data: { lastAt } }) => (typeof lastAt === "number" ? [lastAt] : []));
  return {
    at,
    counts: sumCounts(shards.map(({ data }) => parseCounts(data))),
    lastAt: times.length === 0 ? null : Math.max(...times),
  };
}

/** Replies and calls of some hours together. */
export function toGroupsOfHours(hours: readonly (HourCounts | undefined)[]): GroupRow[] {
  const groups = hours.flatMap((hour) => (hour === undefined ? [] : toGroups(hour.counts)));
  return groups.length === 0 ? [] : toGroupRows(toGroups({ groups: sumCounts(groups) }));
}

export function toMicroUsd(hours: readonly HourCounts[]): number {
  return hours.reduce((total, { counts }) => total + Number(counts["costMicroUsd"] ?? 0), 0);
}
