import type { AskPurpose } from "@/lib/protocol/ask";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { UsualReply } from "@/lib/protocol/client-settings";
import type { GroupRow, OverviewQuery, OverviewReply, Period } from "@/lib/features/statistics/shape";
import { countLater, keepDearest, toGroupRows, type LaterCounts } from "./count-groups";
import type { Mend } from "./count-mends";
import { countRun, type RunExtra } from "./count-run";
import { parseCounts, toDayStatistics, toGroups, toMends, toUsualReplies } from "./day-counts";
import { toHourCounts, type HourCounts } from "./hour-counts";
import { createPeopleNames } from "./people-names";
import { sumCounts, type Counts } from "./sum-counts";
import { increment, type Patch, type Store } from "@/lib/store/store";
import { paths } from "@/lib/data/paths";

/** One document takes about one write a second for long, so an hour's counters stand in several. */
const shards = 10;
const hourMs = 3_600_000;
const dayMs = 86_400_000;
/** A run that began before midnight and ends after it still counts where it began. */
const lateMs = 30 * 60_000;
/** When a day is summed up for good; the other half hour is for differing clocks and slow writes. */
const graceMs = 60 * 60_000;
const daysAtOnce = 10;
/** What may still come to an hour that is over: writes that took long. */
const lateWriteMs = 300_000;
/** Hours that are over are kept in memory: those that are asked for. */
const mostHours = 48;
const fewHours = 3;

export type StatisticsDeps = {
  now: () => number;
  /** 0 to 1, for the shard. */
  random: () => number;
};

/** What happens on the site, by hour and day (UTC): one write a run; a day that is over is one read. */
export function createStatistics(store: Store, { now, random }: StatisticsDeps) {
  async function add(at: number, patch: Patch): Promise<void> {
    const shard = Math.min(shards - 1, Math.floor(random() * shards));
    await store.merge(paths.statisticsShard(toDay(at), new Date(at).getUTCHours(), shard), patch);
  }

  const readDays = createDayReader(store, now);
  const readHours = createHourReader(store, now);
  const findNames = createPeopleNames(store);
  return {
    /** Adds an ended run to its day. */
    async record(run: RunRecord, extra: RunExtra): Promise<void> {
      const end = toEnd(toDay(run.startedAt));
      const at = now() < end + lateMs ? Math.min(now(), end - 1) : now();
      const isAsked = run.origin === undefined;
      await add(at, { ...toIncrements(countRun(run, extra)), ...(isAsked && { lastAt: now() }) });
    },

    /** Adds what comes to a run that was counted before, but not apart. */
    async recordLater(run: RunRecord, later: LaterCounts): Promise<void> {
      if (run.origin === undefined) await add(now(), toIncrements({ groups: countLater(run, later) }));
    },

    /** A small question got no usable answer. */
    recordUnanswered: (purpose: AskPurpose): Promise<void> =>
      add(now(), toIncrements({ unanswered: { [purpose]: 1 } })),

    /** The last `days` days, oldest first and today last: a read for each that is over, else at most 240. */
    async overview(days: number): Promise<Period> {
      return toPeriod(await readDays(days));
    },

    /** A time and the same time before it: at most 10 reads for each hour, one for each day that is over. */
    async compare({ days, hours, from, to }: OverviewQuery): Promise<OverviewReply> {
      const isNamed = from !== undefined && to !== undefined;
      const count = hours ?? (isNamed ? (Date.parse(to) - Date.parse(from)) / dayMs + 1 : days);
      const read =
        hours === undefined
          ? await readDays(2 * count, isNamed ? Date.parse(to) : now())
          : (await readHours(2 * count)).map(({ at, counts }) => ({ day: toHour(at), counts }));
      const [before, period] = [toPeriod(read.slice(0, count)), toPeriod(read.slice(count))];
      return { ...period, groups: await namePeople(period.groups, findNames), before };
    },

    readHours,

    /** The hours of a day (UTC) in which anything was counted, oldest first; one query of at most 240. */
    readHoursOf: (day: string): Promise<HourCounts[]> => readHoursOf(store, day),

    /** How tools failed in the last `days` days, and how that was mended. */
    async mends(days: number): Promise<Mend[]> {
      return toMends(sumCounts((await readDays(days)).map(({ counts }) => counts)));
    },

    /** What a reply of the last `days` days usually took. */
    async usual(days: number): Promise<UsualReply[]> {
      return toUsualReplies(sumCounts((await readDays(days)).map(({ counts }) => counts)));
    },
  };
}

/** Days that are over are one read each. */
function createDayReader(store: Store, now: () => number) {
  /** A day that is over is summed once; two readers at a time write the same. */
  async function readShards(day: string): Promise<Counts> {
    const { documents } = await store.list({ collection: paths.statisticsShards(day), limit: 25 * shards });
    const counts = sumCounts(documents.map(({ data }) => parseCounts(data)));
    if (now() >= toEnd(day) + graceMs)
      await store.set(paths.statisticsDay(day), { ...keepDearest(counts), closedAt: now() });
    return counts;
  }

  /** So many days, oldest first; `last`, without which it is today, comes last. */
  return async function readDays(count: number, last = now()): Promise<{ day: string; counts: Counts }[]> {
    const days = Array.from({ length: count }, (_, index) => toDay(last - (count - 1 - index) * dayMs));
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
  };
}

async function readHoursOf(store: Store, day: string): Promise<HourCounts[]> {
  const { documents } = await store.list({ collection: paths.statisticsShards(day), limit: 25 * shards });
  const hours = Object.groupBy(documents, ({ id }) => id.slice(0, 2));
  return Object.entries(hours)
    .map(([hour, found = []]) => toHourCounts(Date.parse(`${day}T${hour}:00Z`), found))
    .sort((one, other) => one.at - other.at);
}

/** An hour that is over stays in memory. */
function createHourReader(store: Store, now: () => number) {
  const over = new Map<number, HourCounts>();
  const isOver = (at: number): boolean => now() >= at + hourMs + lateWriteMs;

  async function readHour(at: number): Promise<HourCounts> {
    const kept = over.get(at);
    if (kept !== undefined) return kept;
    const hour = new Date(at).getUTCHours();
    const places = Array.from({ length: shards }, (_, shard) =>
      paths.statisticsShard(toDay(at), hour, shard),
    );
    const found = await store.findMany(places);
    const read = toHourCounts(
      at,
      found.flatMap((document) => document ?? []),
    );
    if (isOver(at)) over.set(at, read);
    for (const oldest of over.keys()) if (over.size > mostHours) over.delete(oldest);
    return read;
  }

  /** Several hours of a day are one query, which reads what there is. */
  async function fill(hours: readonly number[]): Promise<void> {
    const missing = Object.groupBy(
      hours.filter((at) => isOver(at) && !over.has(at)),
      toDay,
    );
    for (const [day, ofDay = []] of Object.entries(missing)) {
      if (ofDay.length < fewHours) continue;
      const found = new Map((await readHoursOf(store, day)).map((hour) => [hour.at, hour]));
      for (const at of ofDay) over.set(at, found.get(at) ?? { at, counts: {}, lastAt: null });
    }
  }

  /** The last `count` hours, oldest first. */
  return async (count: number): Promise<HourCounts[]> => {
    const last = Math.floor(now() / hourMs) * hourMs;
    const hours = Array.from({ length: count }, (_, index) => last - (count - 1 - index) * hourMs);
    await fill(hours);
    return Promise.all(hours.map(readHour));
  };
}

const mostNamed = 200;

type FindNames = ReturnType<typeof createPeopleNames>;

/** Those who cost most; who is gone has no name. */
async function namePeople(groups: GroupRow[], findNames: FindNames): Promise<GroupRow[]> {
  const others = groups.filter(({ kind }) => kind !== "person");
  const people = groups
    .filter(({ kind }) => kind === "person")
    .sort((one, other) => other.costMicroUsd - one.costMicroUsd || other.count - one.count)
    .slice(0, mostNamed);
  if (people.length === 0) return others;
  const known = await findNames(people.map(({ name }) => name));
  const named = people.map((row) => ({
    ...row,
    ...(known.get(row.name) ?? { id: row.name, name: "unknown" }),
  }));
  return [...others, ...named];
}

function toPeriod(read: readonly { day: string; counts: Counts }[]): Period {
  const groups = toGroupRows(toGroups({ groups: sumCounts(read.map(({ counts }) => toGroups(counts))) }));
  return {
    days: read.map(({ day, counts }) => toDayStatistics(day, counts)),
    groups,
    people: groups.filter(({ kind }) => kind === "person").length,
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

function toHour(at: number): string {
  return new Date(at).toISOString().slice(0, 13);
}

function toEnd(day: string): number {
  return Date.parse(day) + dayMs;
}
