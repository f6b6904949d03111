import { AppError } from "@/lib/errors";
import { toData } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";
import {
  isSetAside,
  reserveTurn,
  settleCost,
  toDayLimits,
  toQuotaLimits,
} from "@/lib/features/quotas/records/quota-rules";
import { toQuotaRecord } from "@/lib/features/quotas/records/quotas";
import type { Found, TurnHook, TurnKey, TurnStart } from "@/lib/engine/records/turn";

/**
 * Counts the message and sets aside what its reply may cost; the cost takes its place at the end. Throws
 * `quota_exhausted`, `too_many_runs` or `agent_spent`. A task of a plan is paid by the reply whose plan it
 * is of.
 */
export const quotaOfTurn: TurnHook = {
  paths: (key) => [paths.quota(key.userId), ...listAgentPaths(key)],
  begin({ start }, found) {
    if (start.stepOf !== undefined) return {};
    const { agentDay = null } = start;
    const ceilingMicroUsd = reserveOfAgent(start, found)?.held.microUsd ?? start.ceilingMicroUsd;
    const { record, held, isFirstToday } = reserve({ ...start, ceilingMicroUsd }, found);
    const day = reserveOfAgent({ ...start, ceilingMicroUsd: held.microUsd }, found);
    return {
      turn: { grantedMicroUsd: held.microUsd, isFirstToday, setAside: { ...held, agentDay } },
      into(tx) {
        tx.set(paths.quota(start.userId), toData(record));
        if (day !== null) tx.set(day.path, toData(day.record));
      },
    };
  },
  end({ userId, chargedMicroUsd, now, setAside, reply }, found) {
    const isPaid = reply === null ? setAside !== null : reply.record.stepOf === undefined;
    if (!isPaid) return {};
    const day = setAside?.agentDay ?? null;
    return {
      into(tx) {
        for (const path of [paths.quota(userId), ...(day === null ? [] : [paths.agentUsage(day.id)])])
          tx.set(path, toData(settleCost(readQuota(path, found), setAside, chargedMicroUsd, now)));
      },
    };
  },
};

const readQuota = (path: string, found: Found) => toQuotaRecord(found.get(path)?.data);

function listAgentPaths({ agentDay, setAside, record }: TurnKey): string[] {
  const id = agentDay?.id ?? setAside?.agentDay?.id ?? record?.agent?.id;
  return id === undefined ? [] : [paths.agentUsage(id)];
}

/** From its day. Throws `agent_spent`, or `quota_exhausted` where others' replies will soon give back. */
function reserveOfAgent({ agentDay = null, ...start }: TurnStart, found: Found) {
  if (agentDay === null) return null;
  const path = paths.agentUsage(agentDay.id);
  const reservation = { ...start, maxRuns: Infinity, expiresAt: start.reservedUntil };
  try {
    return { path, ...reserveTurn(readQuota(path, found), toDayLimits(agentDay.cents), reservation) };
  } catch (cause) {
    if (isSetAside(cause)) throw cause;
    throw new AppError("agent_spent", "This agent has used its budget for today.", { cause });
  }
}

function reserve({ userId, settings, isUnattended = false, ...start }: TurnStart, found: Found) {
  const before = readQuota(paths.quota(userId), found);
  const reserved = reserveTurn(before, toQuotaLimits(settings, before.overrides), {
    ...start,
    expiresAt: start.reservedUntil,
  });
  if (!isUnattended) return reserved;
  const record = { ...reserved.record, lastActiveDay: before.lastActiveDay };
  return { ...reserved, record, isFirstToday: false };
}
