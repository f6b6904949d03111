import { AppError, isAppError } from "@/lib/errors";
import type { QuotaLimits, QuotaOverrides, QuotaState } from "@/lib/features/quotas/shape/quotas";
import type { AgentSettings } from "@/lib/protocol/settings";
import { withoutUndefined } from "@/lib/data/json";
import {
  giveBack,
  hold,
  rollQuota,
  sumHeld,
  toMinute,
  toResets,
  type Held,
  type QuotaRecord,
} from "./quota-record";
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

/** Of an agent, which all who ask it share. */
export const toDayLimits = (centsPerDay: number): QuotaLimits => ({
  ...{ messagesPerDay: null, searchesPerHour: null, searchesPerDay: null },
  ...{ centsPerDay, centsPerMonth: null },
});

/** `maxRuns`: how many replies of one person may be made at once. */
export type Reservation = {
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
  { ceilingMicroUsd, isAnswerFree, expiresAt, maxRuns, now }: Reservation,
) {
  const record = rollQuota(before, now);
  const resets = toResets(now);
  if (sumHeld(record).runs >= maxRuns) {
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
  const held: Held = { microUsd: grantedMicroUsd, minute: toMinute(expiresAt), runs: 1 };
  const counted = { ...record, messages: record.messages + 1, lastActiveDay: record.day };
  return { record: hold(counted, held), held, isFirstToday: before.lastActiveDay !== record.day };
}

/** Puts what was really spent in the place of what was set aside for it. */
export function settleCost(
  before: QuotaRecord,
  held: Held | null,
  costMicroUsd: number,
  now: number,
): QuotaRecord {
  const record = giveBack(rollQuota(before, now), held);
  return {
    ...record,
    microUsdDay: record.microUsdDay + costMicroUsd,
    microUsdMonth: record.microUsdMonth + costMicroUsd,
  };
}

/** Sets money aside for an act beside the replies. Throws `quota_exhausted` unless all of it is there. */
export function holdMoney(
  before: QuotaRecord,
  limits: QuotaLimits,
  { microUsd, expiresAt, now }: { microUsd: number; expiresAt: number; now: number },
): { record: QuotaRecord; held: Held } {
  const record = rollQuota(before, now);
  const isSetAside = grantLeft({ ...record, held: {} }, limits, microUsd) === microUsd;
  if (grantLeft(record, limits, microUsd) < microUsd)
    throw isSetAside
      ? createSetAside("for now")
      : exhausted("You have spent what you may for now.", toResets(now).day, now);
  const held: Held = { microUsd, minute: toMinute(expiresAt), runs: 0 };
  return { record: hold(record, held), held };
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
  const reserved = sumHeld(record).microUsd;
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
export function grantLeft(record: QuotaRecord, limits: QuotaLimits, microUsd: number): number {
  const reserved = sumHeld(record).microUsd;
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
  const reserved = sumHeld(record).microUsd;
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

/** Whether an error says that money is only set aside, and will soon be there again. */
export const isSetAside = (error: unknown): boolean =>
  isAppError(error) && error.code === "quota_exhausted" && error.retryAfter === shortWaitSeconds;

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
