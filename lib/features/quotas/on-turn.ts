import { AppError } from "@/lib/errors";
import { toData } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";
import {
  isReserved,
  reserveTurn,
  settleTurnCost,
  toQuotaLimits,
} from "@/lib/features/quotas/records/quota-rules";
import { toQuotaRecord } from "@/lib/features/quotas/records/quotas";
import type { QuotaRecord } from "./records/quota-record";
import type { Found, TurnHook, TurnKey, TurnStart } from "@/lib/engine/records/turn";

/**
 * Counts the message and sets aside what its reply may cost; the cost takes its place at the end. Throws
 * `quota_exhausted` or `too_many_runs`. A task of a plan is paid by the reply whose plan it is of.
 */
export const quotaOfTurn: TurnHook = {
  paths: (key) => [paths.quota(key.userId), ...listAgentPaths(key)],
  begin({ start }, found) {
    if (start.stepOf !== undefined) return {};
    const day = reserveOfAgent(start, found);
    const { record, ...turn } = reserve(
      { ...start, ceilingMicroUsd: day?.grantedMicroUsd ?? start.ceilingMicroUsd },
      found,
    );
    return {
      turn,
      into(tx) {
        tx.set(paths.quota(start.userId), toData(record));
        if (day !== null) tx.set(day.path, toData(day.record));
      },
    };
  },
  end({ userId, runId, chargedMicroUsd, now, reply }, found) {
    const quota = readQuota(paths.quota(userId), found);
    const isPaid = reply === null ? isReserved(quota, runId) : reply.record.stepOf === undefined;
    if (!isPaid) return {};
    const settle = (before: QuotaRecord) => toData(settleTurnCost(before, runId, chargedMicroUsd, now));
    // Of a run that ends without a reply what was set aside stays spent: nobody knows whose day it was.
    const days = listAgentPaths({ record: reply?.record }).filter((path) =>
      isReserved(readQuota(path, found), runId),
    );
    return {
      into(tx) {
        tx.set(paths.quota(userId), settle(quota));
        for (const path of days) tx.set(path, settle(readQuota(path, found)));
      },
    };
  },
};

const readQuota = (path: string, found: Found) => toQuotaRecord(found.get(path)?.data);

function listAgentPaths({ agentDay, record }: Pick<TurnKey, "agentDay" | "record">): string[] {
  const id = agentDay?.id ?? record?.agent?.id;
  return id === undefined ? [] : [paths.agentUsage(id)];
}

/** From its day, which all who ask it share. Throws `agent_spent`. */
function reserveOfAgent({ agentDay = null, ...start }: TurnStart, found: Found) {
  if (agentDay === null) return null;
  const path = paths.agentUsage(agentDay.id);
  const limits = { ...noLimits, centsPerDay: agentDay.cents };
  const reservation = { ...start, maxRuns: Infinity, expiresAt: start.reservedUntil };
  try {
    return { path, ...reserveTurn(readQuota(path, found), limits, reservation) };
  } catch (cause) {
    throw new AppError("agent_spent", "This agent has used its budget for today.", { cause });
  }
}

const noLimits = {
  ...{ messagesPerDay: null, searchesPerHour: null, searchesPerDay: null },
  ...{ centsPerDay: null, centsPerMonth: null },
};

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
