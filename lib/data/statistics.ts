import type { RunRecord } from "@/lib/protocol/run-record";
import type { DayStatistics, OverviewReply } from "@/lib/protocol/statistics";
import { countRun, type RunExtra } from "@/lib/statistics/count-run";
import { parseCounts, sumCounts, toDayStatistics, type Counts } from "@/lib/statistics/day-counts";
import { increment, type Patch, type Store } from "@/lib/store/store";
import { paths } from "./paths";

/** One document takes about one write a second for long, so a day's counters stand in several. */
const shards = 10;
const dayMs = 86_400_000;
/** A run that began before midnight and ends after it still counts where it began. */
const lateMs = 30 * 60_000;
/** When a day is summed up for good; the other half hour is for differing clocks and slow writes. */
const graceMs = 60 * 60_000;
const daysAtOnce = 10;

export type StatisticsDeps = {
  now: () => number;
  /** 0 to 1, for the shard. */
  random: () => number;
};

/** What happens on the site, by day (UTC): one write a run; a day that is over is one read. */
export function createStatistics(store: Store, { now, random }: StatisticsDeps) {
  /** A day that is over is summed once; two readers at a time write the same. */
  async function readShards(day: string): Promise<Counts> {
    const { documents } = await store.list({ collection: paths.statisticsShards(day), limit: shards });
    const counts = sumCounts(documents.map(({ data }) => parseCounts(data)));
    if (now() >= toEnd(day) + graceMs)
      await store.set(paths.statisticsDay(day), { ...counts, closedAt: now() });
    return counts;
  }

  async function readDays(days: readonly string[]): Promise<DayStatistics[]> {
    const closed = days.filter((day) => now() >= toEnd(day) + graceMs);
    const found = await store.findMany(closed.map(paths.statisticsDay));
    const sums = new Map(closed.map((day, index) => [day, found[index]?.data]));
    const read = async (day: string) => toDayStatistics(day, sums.get(day) ?? (await readShards(day)));
    const statistics: DayStatistics[] = [];
    for (let from = 0; from < days.length; from += daysAtOnce) {
      statistics.push(...(await Promise.all(days.slice(from, from + daysAtOnce).map(read))));
    }
    return statistics;
  }

  return {
    /** Adds an ended run to its day. */
    async record(run: RunRecord, extra: RunExtra): Promise<void> {
      const started = toDay(run.startedAt);
      const day = now() < toEnd(started) + lateMs ? started : toDay(now());
      const shard = Math.min(shards - 1, Math.floor(random() * shards));
      await store.merge(paths.statisticsShard(day, shard), toIncrements(countRun(run, extra)));
    },

    /** The last `days` days, oldest first and today last: a read for each that is over, else at most 10. */
    async overview(days: number): Promise<OverviewReply> {
      const today = now();
      return {
        days: await readDays(
          Array.from({ length: days }, (_, index) => toDay(today - (days - 1 - index) * dayMs)),
        ),
      };
    },
  };
}
export type Statistics = ReturnType<typeof createStatistics>;

function toIncrements(counts: Counts, prefix = ""): Patch {
  const patch: Patch = {};
  for (const [field, value] of Object.entries(counts)) {
    if (typeof value === "object") Object.assign(patch, toIncrements(value, `${prefix}${field}.`));
    else if (value !== 0) patch[`${prefix}${field}`] = typeof value === "number" ? increment(value) : value;
  }
  return patch;
}

function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function toEnd(day: string): number {
  return Date.parse(day) + dayMs;
}
