import { toData } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";
import {
  isReserved,
  reserveTurn,
  settleTurnCost,
  toQuotaLimits,
} from "@/lib/features/quotas/records/quota-rules";
import { toQuotaRecord } from "@/lib/features/quotas/records/quotas";
import type { Found, TurnHook, TurnStart } from "@/lib/engine/records/turn";

/**
 * Counts the message and sets aside what its reply may cost; the cost takes its place at the end. Throws
 * `quota_exhausted` or `too_many_runs`. A task of a plan is paid by the reply whose plan it is of.
 */
export const quotaOfTurn: TurnHook = {
  paths: ({ userId }) => [paths.quota(userId)],
  begin({ start }, found) {
    if (start.stepOf !== undefined) return {};
    const { record, ...turn } = reserve(start, found);
    return { turn, into: (tx) => tx.set(paths.quota(start.userId), toData(record)) };
  },
  end({ userId, runId, chargedMicroUsd, now, reply }, found) {
    const quota = readQuota(userId, found);
    const isPaid = reply === null ? isReserved(quota, runId) : reply.record.stepOf === undefined;
    if (!isPaid) return {};
    const settled = settleTurnCost(quota, runId, chargedMicroUsd, now);
    return { into: (tx) => tx.set(paths.quota(userId), toData(settled)) };
  },
};

const readQuota = (userId: string, found: Found) => toQuotaRecord(found.get(paths.quota(userId))?.data);

function reserve({ userId, settings, isUnattended = false, ...start }: TurnStart, found: Found) {
  const before = readQuota(userId, found);
  const reserved = reserveTurn(before, toQuotaLimits(settings, before.overrides), {
    ...start,
    expiresAt: start.reservedUntil,
  });
  if (!isUnattended) return reserved;
  const record = { ...reserved.record, lastActiveDay: before.lastActiveDay };
  return { ...reserved, record, isFirstToday: false };
}
