import { AppError } from "@/lib/errors";
import {
  quotaOverridesSchema,
  type QuotaLimits,
  type QuotaOverrides,
  type QuotaState,
} from "@/lib/protocol/quotas";
import type { AgentSettings } from "@/lib/protocol/settings";
import { z } from "zod";

const countsSchema = z.object({ hour: z.number(), day: z.number() });
const reservationSchema = z.object({ microUsd: z.number(), expiresAt: z.number() });
/** What was set aside for a reply that did not end in time, and when it was counted as spent. */
const overdueSchema = z.object({ microUsd: z.number(), day: z.string(), month: z.string() });

/** What a person used in the named hour, day and month (UTC), and what is set aside for running replies. */
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

/** How often one tool may be called by a person; `null` or nothing is no limit. */
export type CallLimits = { perHour?: number | null | undefined; perDay?: number | null | undefined };

const microUsdPerCent = 10_000;
/** Below a cent no answer can be made that is worth its start. */
const leastBudgetMicroUsd = microUsdPerCent;
/** What was waited for is not over before a reply that runs now is. */
const shortWaitSeconds = 15;
const busyWaitSeconds = 5;

export function toQuotaLimits(settings: AgentSettings, overrides: QuotaOverrides): QuotaLimits {
  const searches = settings.toolLimits.web_search;
  const site: QuotaLimits = {
    messagesPerDay: settings.messagesPerDay,
    searchesPerHour: searches?.perHour ?? null,
    searchesPerDay: searches?.perDay ?? null,
    centsPerDay: settings.centsPerDay,
    centsPerMonth: settings.centsPerMonth,
  };
  const own = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  return { ...site, ...own };
}

/** As of now: past counts are gone; what is set aside for an overdue reply is spent until that ends. */
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

/** `maxRuns`: how many replies of one person may be made at once. */
export type Reservation = {
  runId: string;
  ceilingMicroUsd: number;
  expiresAt: number;
  maxRuns: number;
  now: number;
};

/**
 * Counts a message and its reply, and sets aside what it may cost: the ceiling, or what is left of the
 * person's money if less. Throws `quota_exhausted` or `too_many_runs` with the seconds until another try.
 */
export function reserveTurn(
  before: QuotaRecord,
  limits: QuotaLimits,
  { runId, ceilingMicroUsd, expiresAt, maxRuns, now }: Reservation,
) {
  const record = rollQuota(before, now);
  const resets = toResets(now);
  if (Object.keys(record.reserved).length >= maxRuns) {
    throw new AppError(
      "too_many_runs",
      `${maxRuns} replies are being written for you already. Wait for one of them or stop it.`,
      { retryAfter: busyWaitSeconds },
    );
  }
  if (limits.messagesPerDay !== null && record.messages >= limits.messagesPerDay) {
    throw exhausted(`You have used today's ${limits.messagesPerDay} messages.`, resets.day, now);
  }
  const grantedMicroUsd = grantMoney(record, limits, ceilingMicroUsd, now);
  const reserved = { ...record.reserved, [runId]: { microUsd: grantedMicroUsd, expiresAt } };
  const next: QuotaRecord = { ...record, messages: record.messages + 1, lastActiveDay: record.day, reserved };
  return { record: next, grantedMicroUsd, isFirstToday: before.lastActiveDay !== record.day };
}

/** Puts what a reply really cost in the place of what was set aside for it. */
export function settleTurnCost(
  before: QuotaRecord,
  runId: string,
  costMicroUsd: number,
  now: number,
): QuotaRecord {
  // First the reservation goes: rolling would count an expired one as spent beside the real cost.
  const { [runId]: _settled, ...reserved } = before.reserved;
  const { [runId]: late, ...overdue } = before.overdue;
  const record = rollQuota({ ...before, reserved, overdue }, now);
  const countedToday = late?.day === record.day ? late.microUsd : 0;
  const countedThisMonth = late?.month === record.month ? late.microUsd : 0;
  return {
    ...record,
    microUsdDay: record.microUsdDay + costMicroUsd - countedToday,
    microUsdMonth: record.microUsdMonth + costMicroUsd - countedThisMonth,
  };
}

/** Whether what a run may cost is set aside, or counted as spent, until it ends. */
export function isReserved({ reserved, overdue }: QuotaRecord, runId: string): boolean {
  return Object.hasOwn(reserved, runId) || Object.hasOwn(overdue, runId);
}

/** Counts a call of a tool. Throws `quota_exhausted`. */
export function takeCall(before: QuotaRecord, tool: string, limits: CallLimits, now: number): QuotaRecord {
  const record = rollQuota(before, now);
  const used = record.calls[tool] ?? { hour: 0, day: 0 };
  const resets = toResets(now);
  if (isReached(used.day, limits.perDay))
    throw exhausted(`${tool} has been called ${used.day} times today, which is the limit.`, resets.day, now);
  if (isReached(used.hour, limits.perHour))
    throw exhausted(
      `${tool} has been called ${used.hour} times this hour, which is the limit.`,
      resets.hour,
      now,
    );
  return { ...record, calls: { ...record.calls, [tool]: { hour: used.hour + 1, day: used.day + 1 } } };
}

export function toQuotaState(stored: QuotaRecord, settings: AgentSettings, now: number): QuotaState {
  const record = rollQuota(stored, now);
  const searches = record.calls["web_search"] ?? { hour: 0, day: 0 };
  const reserved = sumReserved(record);
  return {
    limits: toQuotaLimits(settings, record.overrides),
    used: {
      messagesToday: record.messages,
      searchesThisHour: searches.hour,
      searchesToday: searches.day,
      microUsdToday: record.microUsdDay + reserved,
      microUsdThisMonth: record.microUsdMonth + reserved,
    },
    resets: toResets(now),
  };
}

/** Whether something may still be spent beside what is set aside. */
export function hasMoneyLeft({ limits, used }: Pick<QuotaState, "limits" | "used">): boolean {
  const purses = [
    [limits.centsPerDay, used.microUsdToday],
    [limits.centsPerMonth, used.microUsdThisMonth],
  ] as const;
  return purses.every(
    ([limit, spent]) => limit === null || limit * microUsdPerCent - spent >= leastBudgetMicroUsd,
  );
}

function grantMoney(record: QuotaRecord, limits: QuotaLimits, ceilingMicroUsd: number, now: number): number {
  if (ceilingMicroUsd === 0) return 0;
  const resets = toResets(now);
  const purses = [
    { limit: limits.centsPerDay, spent: record.microUsdDay, period: "today", reset: resets.day },
    { limit: limits.centsPerMonth, spent: record.microUsdMonth, period: "this month", reset: resets.month },
  ];
  const reserved = sumReserved(record);
  let granted = ceilingMicroUsd;
  for (const { limit, spent, period, reset } of purses) {
    if (limit === null) continue;
    const left = limit * microUsdPerCent - spent;
    if (left < leastBudgetMicroUsd)
      throw exhausted(`You have spent what you may ${period}, ${limit} cents.`, reset, now);
    if (left - reserved < leastBudgetMicroUsd) {
      throw new AppError(
        "quota_exhausted",
        `What you may spend ${period} is set aside for replies that are being written. Wait for them.`,
        { retryAfter: shortWaitSeconds },
      );
    }
    granted = Math.min(granted, left - reserved);
  }
  return granted;
}

function sumReserved({ reserved }: QuotaRecord): number {
  return Object.values(reserved).reduce((sum, { microUsd }) => sum + microUsd, 0);
}

function isReached(used: number, limit: number | null | undefined): boolean {
  return limit !== null && limit !== undefined && used >= limit;
}

function exhausted(message: string, resetAt: number, now: number): AppError {
  return new AppError("quota_exhausted", message, {
    retryAfter: Math.max(1, Math.ceil((resetAt - now) / 1000)),
  });
}

function toPeriods(now: number): { hour: string; day: string; month: string } {
  const iso = new Date(now).toISOString();
  return { hour: iso.slice(0, 13), day: iso.slice(0, 10), month: iso.slice(0, 7) };
}

function toResets(now: number): QuotaState["resets"] {
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
