import type { MemoryDocument } from "@/lib/features/memory/records/memories";
import { tierRules, type EndedFact, type Fact, type FactEnding, type MemoryTier } from "./shape";
import { sortByRank } from "./rank";

/**
 * Adds a fact to its tier. A full tier gives up its lowest-ranked fact: `core` demotes it to `important`, the
 * others send it to the history. The fact that comes in, or down from `core`, is never the one that goes.
 */
export function placeFact(document: MemoryDocument, fact: Fact, now: number): MemoryDocument {
  const { limit } = tierRules[fact.tier];
  const peers = document.facts.filter(({ tier, id }) => tier === fact.tier && id !== fact.id);
  const others = document.facts.filter(({ id }) => id !== fact.id);
  const lowest = peers.length < limit ? undefined : sortByRank(peers, now).at(-1);
  if (lowest === undefined) return { ...document, facts: [...others, fact] };
  const rest = { ...document, facts: [...others.filter(({ id }) => id !== lowest.id), fact] };
  if (fact.tier === "core")
    return placeFact(rest, { ...lowest, tier: "important", expiresAt: getExpiry("important", now) }, now);
  return { ...rest, history: [...rest.history, endFact(lowest, "tier_full", now)] };
}

/** Moves what has expired to the history. Gives the same document back when nothing has. */
export function expireFacts(document: MemoryDocument, now: number): MemoryDocument {
  const expired = document.facts.filter((fact) => isExpired(fact, now));
  if (expired.length === 0) return document;
  const ended = expired.map((fact) => endFact(fact, "expired", fact.expiresAt ?? now));
  return {
    ...document,
    facts: document.facts.filter((fact) => !isExpired(fact, now)),
    history: [...document.history, ...ended],
  };
}

export function isExpired(fact: Fact, now: number): boolean {
  return fact.expiresAt !== null && fact.expiresAt <= now;
}

export function getExpiry(tier: MemoryTier, now: number): number | null {
  const { lifetimeMs } = tierRules[tier];
  return lifetimeMs === null ? null : now + lifetimeMs;
}

export function endFact(fact: Fact, why: FactEnding, endedAt: number, endedBy?: string): EndedFact {
  return { ...fact, why, endedAt, ...(endedBy === undefined ? {} : { endedBy }) };
}
