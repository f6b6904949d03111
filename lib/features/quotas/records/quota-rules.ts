import { AppError } from "@/lib/errors";
import type { QuotaLimits, QuotaOverrides, QuotaState } from "@/lib/features/quotas/shape/quotas";
import type { AgentSettings } from "@/lib/protocol/settings";
import { withoutUndefined } from "@/lib/data/json";
import { rollQuota, sumReserved, toResets, type QuotaRecord } from "./quota-record";
import { searchCounter } from "@/lib/protocol/limits";

/** How often one tool may be called by a person; `null` or nothing is no limit. */
export type CallQuota = { perHour?: number | null | undefined; perDay?: number | null | undefined };

const microUsdPerCent = 10_000;
/** Below a cent no answer can be made that is worth its start. */
const leastBudgetMicroUsd = microUsdPerCent;
/** What was waited for is not over before a reply that runs now is. */
const shortWaitSeconds = 15;
const busyWaitSeconds = 5;

export function toQuotaLimits(settings: AgentSettings, overrides: QuotaOverrides): QuotaLimits {
  const searches = settings.toolLimits[searchCounter];
  const site: QuotaLimits = {
    messagesPerDay: settings.messagesPerDay,
    searchesPerHour: searches?.perHour ?? null,
    searchesPerDay: searches?.perDay ?? null,
    centsPerDay: settings.centsPerDay,
    centsPerMonth: settings.centsPerMonth,
  };
  return { ...site, ...withoutUndefined(overrides) };
}

/** `maxRuns`: how many replies of one person may be made at once. */
export type Reservation = {
  runId: string;
  ceilingMicroUsd: number;
  /**
   * The answering models cost nothing: without money left only what else may cost something is not to be had.
   */
  isAnswerFree: boolean;
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
  { runId, ceilingMicroUsd, isAnswerFree, expiresAt, maxRuns, now }: Reservation,
) {
  const record = rollQuota(before, now);
  const resets = toResets(now);
  if (Object.values(record.reserved).filter(({ isBeside }) => isBeside !== true).length >= maxRuns) {
    throw new AppError(
      "too_many_runs",
      `${maxRuns} replies are being written for you already. Wait for one of them or stop it.`,
      { retryAfter: busyWaitSeconds },
    );
  }
  if (limits.messagesPerDay !== null && record.messages >= limits.messagesPerDay) {
    throw exhausted(`You have used today's ${limits.messagesPerDay} messages.`, resets.day, now);
  }
  const grantedMicroUsd = isAnswerFree
    ? grantLeft(record, limits, ceilingMicroUsd)
    : grantMoney(record, limits, ceilingMicroUsd, now);
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

/** Sets money aside for an act beside the replies. Throws `quota_exhausted` unless all of it is there. */
export function holdMoney(
  before: QuotaRecord,
  limits: QuotaLimits,
  { id, microUsd, expiresAt, now }: { id: string; microUsd: number; expiresAt: number; now: number },
): QuotaRecord {
  const record = rollQuota(before, now);
  const isSetAside = grantLeft({ ...record, reserved: {} }, limits, microUsd) === microUsd;
  if (grantLeft(record, limits, microUsd) < microUsd)
    throw isSetAside
      ? createSetAside("for now")
      : exhausted("You have spent what you may for now.", toResets(now).day, now);
  return { ...record, reserved: { ...record.reserved, [id]: { microUsd, expiresAt, isBeside: true } } };
}

/** Leaves only so much set aside for a reply. */
export function shrinkReservation(record: QuotaRecord, runId: string, microUsd: number): QuotaRecord {
  const known = record.reserved[runId];
  return known === undefined
    ? record
    : { ...record, reserved: { ...record.reserved, [runId]: { ...known, microUsd } } };
}

/**
 * What a reply that goes on may cost in all: as much as it wants, or what is set aside for it with what is
 * left.
 */
export function grantAgain(
  before: QuotaRecord,
  limits: QuotaLimits,
  { runId, microUsd, now }: { runId: string; microUsd: number; now: number },
): number {
  const record = rollQuota(before, now);
  const own = record.reserved[runId]?.microUsd ?? 0;
  return own + grantLeft(record, limits, Math.max(0, microUsd - own));
}

/** Takes back that a call was counted. */
export function returnCall(before: QuotaRecord, tool: string, now: number): QuotaRecord {
  const record = rollQuota(before, now);
  const { hour, day } = record.calls[tool] ?? { hour: 0, day: 0 };
  const returned = { hour: Math.max(0, hour - 1), day: Math.max(0, day - 1) };
  return { ...record, calls: { ...record.calls, [tool]: returned } };
}

/** Counts a call of a tool. Throws `quota_exhausted`. */
export function takeCall(before: QuotaRecord, tool: string, limits: CallQuota, now: number): QuotaRecord {
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
  const searches = record.calls[searchCounter] ?? { hour: 0, day: 0 };
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

/** As much of it as the day and the month still have, less what is reserved. */
function grantLeft(record: QuotaRecord, limits: QuotaLimits, microUsd: number): number {
  const reserved = sumReserved(record);
  const left = [
    [limits.centsPerDay, record.microUsdDay] as const,
    [limits.centsPerMonth, record.microUsdMonth] as const,
  ].map(([limit, spent]) => (limit === null ? microUsd : limit * microUsdPerCent - spent - reserved));
  return Math.max(0, Math.min(microUsd, ...left));
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
    if (left - reserved < leastBudgetMicroUsd) throw createSetAside(period);
    granted = Math.min(granted, left - reserved);
  }
  return granted;
}

/** The greatest cost of each reply is set aside until it ends: a limit is never passed, few begin at once. */
function createSetAside(period: string): AppError {
  return new AppError(
    "quota_exhausted",
    `What you may spend ${period} is set aside for replies that are being written. Wait for them.`,
    { retryAfter: shortWaitSeconds },
  );
}

function isReached(used: number, limit: number | null | undefined): boolean {
  return limit !== null && limit !== undefined && used >= limit;
}

function exhausted(message: string, resetAt: number, now: number): AppError {
  return new AppError("quota_exhausted", message, {
    retryAfter: Math.max(1, Math.ceil((resetAt - now) / 1000)),
  });
}
