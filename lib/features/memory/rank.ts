import type { Fact } from "./shape";

const day = 86_400_000;
/** After so many days without use a fact's recency has halved. */
const recencyHalfLifeDays = 30;
/** So many uses give half of the full mark for use. */
const usesForHalf = 3;

/**
 * How much a fact matters, 0 to 1: 0.4 confidence + 0.3 recency + 0.3 use. Recency is 2^(-d / 30), d days
 * after the fact was last said or used; use is n / (n + 3) for n uses, so that each further use counts less.
 */
export function rankFact(fact: Fact, now: number): number {
  const age = Math.max(0, now - Math.max(fact.createdAt, fact.lastUsedAt ?? 0)) / day;
  const recency = 2 ** (-age / recencyHalfLifeDays);
  const use = fact.useCount / (fact.useCount + usesForHalf);
  return 0.4 * fact.confidence + 0.3 * recency + 0.3 * use;
}

/** Highest first; equal ones newest first, then by id, so that the order is always the same. */
export function sortByRank<FACT extends Fact>(facts: readonly FACT[], now: number): FACT[] {
  return [...facts].sort(
    (a, b) => rankFact(b, now) - rankFact(a, now) || b.createdAt - a.createdAt || a.id.localeCompare(b.id),
  );
}
