import { quotaOverridesSchema, type QuotaState } from "@/lib/features/quotas/shape/quotas";
import { z } from "zod";

const countsSchema = z.object({ hour: z.number(), day: z.number() });
/** What is set aside until a minute (of the epoch) is over, and for how many replies. */
const heldSchema = z.object({ microUsd: z.number(), runs: z.number() });
/** What nobody gave back by then, and the periods in which it was counted as spent. */
const lapsedSchema = z.object({ microUsd: z.number(), day: z.string(), month: z.string() });

/** What one reply has of what is set aside, or one act beside the replies (`runs` is 0). */
export type Held = { microUsd: number; minute: number; runs: number };

const minuteMs = 60_000;
export const toMinute = (at: number): number => Math.ceil(at / minuteMs);

/**
 * What a person has used in the hour, day and month (UTC) that it names, and what is set aside, in sums: each
 * reply's own share stands in its lease, so that the record stays small however many are made.
 */
export const quotaRecordSchema = z.object({
  hour: z.string().default(""),
  day: z.string().default(""),
  month: z.string().default(""),
  messages: z.number().default(0),
  microUsdDay: z.number().default(0),
  microUsdMonth: z.number().default(0),
  calls: z.record(z.string(), countsSchema).default({}),
  held: z.record(z.string(), heldSchema).default({}),
  lapsed: z.record(z.string(), lapsedSchema).default({}),
  overrides: quotaOverridesSchema.default({}),
  lastActiveDay: z.string().nullable().default(null),
});
export type QuotaRecord = z.output<typeof quotaRecordSchema>;
export const noQuotaUsed: QuotaRecord = quotaRecordSchema.parse({});

/**
 * The record as of now: counts of past periods are gone, and what was set aside until a minute that is over
 * counts as spent until it is given back.
 */
export function rollQuota(record: QuotaRecord, now: number): QuotaRecord {
  const { hour, day, month } = toPeriods(now);
  const [isSameHour, isSameDay, isSameMonth] = [
    record.hour === hour,
    record.day === day,
    record.month === month,
  ];
  const all = Object.entries(record.held);
  const late = all.filter(([minute]) => Number(minute) * minuteMs <= now);
  const lost = late.reduce((sum, [, { microUsd }]) => sum + microUsd, 0);
  const lapsed = Object.entries(record.lapsed).filter(([, kept]) => kept.month === month);
  const calls = Object.entries(record.calls).map(
    ([tool, counts]) =>
      [tool, { hour: isSameHour ? counts.hour : 0, day: isSameDay ? counts.day : 0 }] as const,
  );
  return {
    ...record,
    ...{ hour, day, month },
    messages: isSameDay ? record.messages : 0,
    microUsdDay: (isSameDay ? record.microUsdDay : 0) + lost,
    microUsdMonth: (isSameMonth ? record.microUsdMonth : 0) + lost,
    calls: Object.fromEntries(calls.filter(([, { day: count }]) => count > 0)),
    held: late.length === 0 ? record.held : Object.fromEntries(all.filter((each) => !late.includes(each))),
    lapsed: Object.fromEntries([
      ...lapsed,
      ...late
        .filter(([, { microUsd }]) => microUsd > 0)
        .map(([minute, { microUsd }]) => {
          const before = record.lapsed[minute];
          const isAdded = before?.day === day;
          return [minute, { microUsd: microUsd + (isAdded ? before.microUsd : 0), day, month }] as const;
        }),
    ]),
  };
}

export function hold(record: QuotaRecord, { microUsd, minute, runs }: Held): QuotaRecord {
  const { microUsd: all, runs: count } = record.held[minute] ?? { microUsd: 0, runs: 0 };
  const held = { microUsd: all + microUsd, runs: count + runs };
  return { ...record, held: { ...record.held, [minute]: held } };
}

/** As if it had not been set aside, nor counted as spent when its time was over. Of a rolled record. */
export function giveBack(record: QuotaRecord, own: Held | null): QuotaRecord {
  if (own === null) return record;
  const { [own.minute]: held, ...otherHeld } = record.held;
  if (held !== undefined) {
    const left = { microUsd: held.microUsd - own.microUsd, runs: held.runs - own.runs };
    const isEmpty = left.microUsd <= 0 && left.runs <= 0;
    return { ...record, held: isEmpty ? otherHeld : { ...otherHeld, [own.minute]: left } };
  }
  const { [own.minute]: late, ...otherLapsed } = record.lapsed;
  if (late === undefined) return record;
  const microUsd = Math.min(own.microUsd, late.microUsd);
  const left = { ...late, microUsd: late.microUsd - microUsd };
  return {
    ...record,
    microUsdDay: record.microUsdDay - (late.day === record.day ? microUsd : 0),
    microUsdMonth: record.microUsdMonth - microUsd,
    lapsed: left.microUsd <= 0 ? otherLapsed : { ...otherLapsed, [own.minute]: left },
  };
}

/** What is set aside at the moment. */
export function sumHeld({ held }: QuotaRecord): { microUsd: number; runs: number } {
  return Object.values(held).reduce(
    (sum, { microUsd, runs }) => ({ microUsd: sum.microUsd + microUsd, runs: sum.runs + runs }),
    { microUsd: 0, runs: 0 },
  );
}

function toPeriods(now: number): { hour: string; day: string; month: string } {
  const iso = new Date(now).toISOString();
  return { hour: iso.slice(0, 13), day: iso.slice(0, 10), month: iso.slice(0, 7) };
}

/** When hour, day and month are over. */
export function toResets(now: number): QuotaState["resets"] {
  const date = new Date(now);
  const [year, month, day, hour] = [
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
  ];
  return {
    hour: Date.UTC(year, month, day, hour + 1),
    day: Date.UTC(year, month, day + 1),
    month: Date.UTC(year, month + 1, 1),
  };
}
