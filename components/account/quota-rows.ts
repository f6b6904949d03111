import type { QuotaState } from "@/lib/features/quotas/shape/quotas";

export const quotaNames = [
  "messagesPerDay",
  "centsPerDay",
  "centsPerMonth",
  "searchesPerHour",
  "searchesPerDay",
] as const;
export type QuotaName = (typeof quotaNames)[number];

/** Messages and searches are counts, money is in cents. `limit` null is none; `resetsAt` is ms since 1970. */
export type QuotaRow = { name: QuotaName; used: number; limit: number | null; resetsAt: number };
export type LimitedRow = QuotaRow & { limit: number };

const microUsdPerCent = 10_000;
/** The share of a limit from which the person is warned. */
const nearlyUsed = 0.8;
const near = 0.5;

export function toQuotaRows({ limits, used, resets }: QuotaState): QuotaRow[] {
  const uses: Record<QuotaName, [used: number, resetsAt: number]> = {
    messagesPerDay: [used.messagesToday, resets.day],
    centsPerDay: [used.microUsdToday / microUsdPerCent, resets.day],
    centsPerMonth: [used.microUsdThisMonth / microUsdPerCent, resets.month],
    searchesPerHour: [used.searchesThisHour, resets.hour],
    searchesPerDay: [used.searchesToday, resets.day],
  };
  return quotaNames.map((name) => ({
    name,
    used: uses[name][0],
    limit: limits[name],
    resetsAt: uses[name][1],
  }));
}

/** How much of a limit is used, from 0 to 1; a limit of nothing is used up. */
export function toShare({ used, limit }: LimitedRow): number {
  return limit === 0 ? 1 : Math.min(1, used / limit);
}

/** Whether no message can be sent before the reset. Without searches the agent still answers. */
export function isStopped(row: LimitedRow): boolean {
  const { name, limit, used } = row;
  // The server starts no reply for less than a cent.
  if (name === "centsPerDay" || name === "centsPerMonth") return limit - used < 1;
  return name === "messagesPerDay" && used >= limit;
}

/** The limit to know of now: the one that stops the person longest, else the one used most, from 80 % on. */
export function findTightRow(quota: QuotaState): LimitedRow | null {
  const rows = toQuotaRows(quota).filter(isLimited);
  const stopped = rows.filter(isStopped).sort((a, b) => b.resetsAt - a.resetsAt);
  const [tightest] = rows.filter((row) => toShare(row) >= nearlyUsed).sort((a, b) => toShare(b) - toShare(a));
  return stopped[0] ?? tightest ?? null;
}

/** Whether a few more replies could reach a limit. */
export function isNear(quota: QuotaState): boolean {
  return toQuotaRows(quota)
    .filter(isLimited)
    .some((row) => toShare(row) >= near);
}

export function isLimited(row: QuotaRow): row is LimitedRow {
  return row.limit !== null;
}
