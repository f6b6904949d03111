import { quotaOverridesSchema, type QuotaState } from "@/lib/features/quotas/shape/quotas";
import { z } from "zod";

const countsSchema = z.object({ hour: z.number(), day: z.number() });
/** `isBeside`: for an act beside the replies, which is none of them. */
const reservationSchema = z.object({
  microUsd: z.number(),
  expiresAt: z.number(),
  isBeside: z.boolean().exactOptional(),
});
/**
 * What was set aside for a reply that did not end in time, and the periods in which it was counted as spent.
 */
const overdueSchema = z.object({ microUsd: z.number(), day: z.string(), month: z.string() });

/**
 * What a person has used in the hour, day and month (UTC) that it names, and what is set aside for running
 * replies.
 */
export const quotaRecordSchema = z.object({
  hour: z.string().default(""),
  day: z.string().default(""),
  month: z.string().default(""),
  messages: z.number().default(0),
  microUsdDay: z.number().default(0),
  microUsdMonth: z.number().default(0),
  calls: z.record(z.string(), countsSchema).default({}),
  reserved: z.record(z.string(), reservationSchema).default({}),
  overdue: z.record(z.string(), overdueSchema).default({}),
  overrides: quotaOverridesSchema.default({}),
  lastActiveDay: z.string().nullable().default(null),
});
export type QuotaRecord = z.output<typeof quotaRecordSchema>;
export const noQuotaUsed: QuotaRecord = quotaRecordSchema.parse({});

/**
 * The record as of now: counts of past periods are gone, and what was set aside for a reply that did not end
 * in time counts as spent until it does.
 */
export function rollQuota(record: QuotaRecord, now: number): QuotaRecord {
  const { hour, day, month } = toPeriods(now);
  const [isSameHour, isSameDay, isSameMonth] = [
    record.hour === hour,
    record.day === day,
    record.month === month,
  ];
  const open = Object.entries(record.reserved).filter(([, { expiresAt }]) => expiresAt > now);
  const late = Object.entries(record.reserved).filter(
    ([, { expiresAt, microUsd }]) => expiresAt <= now && microUsd > 0,
  );
  const lost = late.reduce((sum, [, { microUsd }]) => sum + microUsd, 0);
  const overdue = [
    ...Object.entries(record.overdue).filter(([, kept]) => kept.month === month),
    ...late.map(([runId, { microUsd }]) => [runId, { microUsd, day, month }] as const),
  ];
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
    reserved: Object.fromEntries(open),
    overdue: Object.fromEntries(overdue),
  };
}

/** What is set aside at the moment. */
export function sumReserved({ reserved }: QuotaRecord): number {
  return Object.values(reserved).reduce((sum, { microUsd }) => sum + microUsd, 0);
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
