import type { RunRecord } from "@/lib/protocol/run-record";
import type { UsualReplies } from "@/lib/protocol/client-settings";
import type { OverviewReply } from "@/lib/protocol/statistics";
import { countRun, type RunExtra } from "@/lib/statistics/count-run";
import {
  parseCounts,
  sumCounts,
  toDayStatistics,
  toUsualReplies,
  type Counts,
} from "@/lib/statistics/day-counts";
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

  /** The last so many days, oldest first and today last. */
  async function readDays(count: number): Promise<{ day: string; counts: Counts }[]> {
    const today = now();
    const days = Array.from({ length: count }, (_, index) => toDay(today - (count - 1 - index) * dayMs));
    const closed = days.filter((day) => now() >= toEnd(day) + graceMs);
    const found = await store.findMany(closed.map(paths.statisticsDay));
    const sums = new Map(
      closed.flatMap((day, index) => {
        const data = found[index]?.data;
        return data === undefined ? [] : [[day, parseCounts(data)] as const];
      }),
    );
    const read = async (day: string) => ({ day, counts: sums.get(day) ?? (await readShards(day)) });
    const sumsByDay: { day: string; counts: Counts }[] = [];
    for (let from = 0; from < days.length; from += daysAtOnce) {
      sumsByDay.push(...(await Promise.all(days.slice(from, from + daysAtOnce).map(read))));
    }
    return sumsByDay;
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
      return { days: (await readDays(days)).map(({ day, counts }) => toDayStatistics(day, counts)) };
    },

    /** What a reply of the last `days` days usually took. */
    async usual(days: number): Promise<UsualReplies> {
      return toUsualReplies(sumCounts((await readDays(days)).map(({ counts }) => counts)));
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
