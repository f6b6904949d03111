import { toGroupsOfHours, toMicroUsd, type HourCounts } from "@/lib/features/statistics/records/hour-counts";
import type { Statistics } from "@/lib/features/statistics/records/statistics";
import type { AgentSettings } from "@/lib/protocol/settings";
import { judgeRules, type Figures } from "./judge-rules";
import type { Backtest, BacktestQuery, BacktestReply, SetRule } from "./shape";

export const backtestDays = 30;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** What may still come to a day that is over: replies that began in it, and slow writes. */
const lateMs = 2 * hourMs;
const daysAtOnce = 5;

type BacktestDeps = { statistics: Pick<Statistics, "readHoursOf">; now: () => number };

/**
 * What rules with other numbers would have done. A day that is over is read once in a process, by one query
 * of at most 240 documents.
 */
export function createBacktest({ statistics, now }: BacktestDeps) {
  const over = new Map<string, HourCounts[]>();

  async function readDay(at: number): Promise<HourCounts[]> {
    const day = new Date(at).toISOString().slice(0, 10);
    const hours = over.get(day) ?? (await statistics.readHoursOf(day));
    if (now() >= Date.parse(day) + dayMs + lateMs) over.set(day, hours);
    for (const oldest of over.keys()) if (over.size > backtestDays) over.delete(oldest);
    return hours;
  }

  return async (settings: AgentSettings, query: BacktestQuery): Promise<BacktestReply> => {
    const days = Array.from(
      { length: backtestDays },
      (_, index) => now() - (backtestDays - 1 - index) * dayMs,
    );
    const hours: HourCounts[] = [];
    for (let from = 0; from < days.length; from += daysAtOnce)
      hours.push(...(await Promise.all(days.slice(from, from + daysAtOnce).map(readDay))).flat());
    return countOpenings(toHourly(hours, now()), settings, query);
  };
}

type Hour = { at: number; figures: Figures };

/** What was looked at as each hour ended, from the first in which anything was counted. */
function toHourly(counted: readonly HourCounts[], now: number): Hour[] {
  const [first] = counted;
  if (first === undefined) return [];
  const byTime = new Map(counted.map((hour) => [hour.at, hour]));
  const hours: Hour[] = [];
  let before: HourCounts | undefined;
  let dayMicroUsd = 0;
  let { at: lastAt } = first;
  for (let { at } = first; at <= now; at += hourMs) {
    const hour = byTime.get(at);
    if (at % dayMs === 0) dayMicroUsd = 0;
    const hourMicroUsd = hour === undefined ? 0 : toMicroUsd([hour]);
    dayMicroUsd += hourMicroUsd;
    lastAt = hour?.lastAt ?? lastAt;
    const end = Math.min(at + hourMs, now);
    const silentMinutes = Math.max(0, end - lastAt) / 60_000;
    const groups = toGroupsOfHours([before, hour]);
    hours.push({ at, figures: { groups, hourMicroUsd, dayMicroUsd, silentMinutes, breakers: [] } });
    before = hour;
  }
  return hours;
}

/** One opening for each rule and subject until an hour in which it does not fire. */
function countOpenings(hours: readonly Hour[], settings: AgentSettings, query: BacktestQuery): BacktestReply {
  const { tool = null, slow = null, silence = null, costHour = null, costDay = null } = query;
  const asked: AgentSettings = {
    ...settings,
    ...{ alertToolFailurePercent: tool, alertSlowSeconds: slow, alertSilenceMinutes: silence },
    ...{ alertCentsPerHour: costHour, alertCentsPerDay: costDay, alertBreakers: false },
  };
  const rules = Object.entries(query).flatMap(([rule, limit]) =>
    limit === undefined ? [] : [rule as SetRule],
  );
  const reply = new Map<string, Backtest>(rules.map((rule) => [rule, { times: 0, lastAt: null }]));
  let open = new Set<string>();
  for (const { at, figures } of hours) {
    const firing = judgeRules(asked, figures).map(({ rule, subject }) => ({
      rule,
      key: `${rule} ${subject}`,
    }));
    for (const { rule, key } of firing) {
      if (open.has(key)) continue;
      reply.set(rule, { times: (reply.get(rule)?.times ?? 0) + 1, lastAt: at });
    }
    open = new Set(firing.map(({ key }) => key));
  }
  return Object.fromEntries(reply);
}
