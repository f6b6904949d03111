import { AppError } from "@/lib/errors";
import type { MemoryDocument } from "@/lib/data/memories";
import { tierRules, type Fact, type FactEnding, type MemoryTier } from "@/lib/protocol/memories";
import { relateByRules } from "./compare/relate-by-rules";
import type { CloserLook } from "./look-closer";
import { endFact, getExpiry, placeFact } from "./tiers";

/** `replaced`: what it was kept in the place of. */
export type KeptFact = { document: MemoryDocument; kind: "kept"; fact: Fact; replaced: string | null } | { document: MemoryDocument; kind: "known"; fact: Fact };

/**
 * Keeps a fact beside those that are there, or in the place of one that it makes out of date, as far as rules can tell: the newest wins,
 * and the old one goes to the history. What is known already counts as said again.
 */
export function keepFact(document: MemoryDocument, fact: Fact, at: number): KeptFact {
  const relation = relateByRules(fact.content, document.facts);
  const known = "factId" in relation ? document.facts.find(({ id }) => id === relation.factId) : undefined;
  if (known === undefined || relation.kind === "unsure" || relation.kind === "separate") return { document: placeFact(document, fact, at), kind: "kept", fact, replaced: null };
  return relation.kind === "duplicate" ? sayAgain(document, known, fact, at) : takePlace(document, known, fact, { kind: relation.kind, at });
}

/** Before the person's own change puts a wording among the others: what cannot stand beside it goes to the history. Throws `conflict` when one says the same. */
export function endRivals(document: MemoryDocument, { content }: Pick<Fact, "content">, at: number): MemoryDocument {
  const relation = relateByRules(content, document.facts);
  const known = "factId" in relation ? document.facts.find(({ id }) => id === relation.factId) : undefined;
  if (known === undefined || relation.kind === "unsure" || relation.kind === "separate") return document;
  if (relation.kind === "duplicate") throw new AppError("conflict", "Another memory says the same by now.");
  const rest = { ...document, facts: document.facts.filter(({ id }) => id !== known.id), history: [...document.history, endFact(known, endings[relation.kind], at)] };
  return endRivals(rest, { content }, at);
}

/** What a closer look at a fact that was kept at `keptAt` showed. `null` when one of the two is gone since. */
export function settleLook(document: MemoryDocument, { factId, relation }: CloserLook, times: { keptAt: number; at: number }): KeptFact | null {
  const fact = document.facts.find(({ id }) => id === factId);
  const known = document.facts.find(({ id }) => id === relation.factId);
  if (fact === undefined || known === undefined) return null;
  const rest = withoutPlaced(document, fact, times.keptAt);
  return relation.kind === "duplicate" ? sayAgain(rest, known, fact, times.at) : takePlace(rest, known, fact, { kind: relation.kind, at: times.at });
}

/** What it pushed out of a full tier when it came in has its place again. */
function withoutPlaced(document: MemoryDocument, fact: Fact, keptAt: number): MemoryDocument {
  const facts = document.facts.filter(({ id }) => id !== fact.id);
  const index = document.history.findLastIndex(({ why, endedAt }) => why === "tier_full" && endedAt === keptAt);
  const pushed = document.history[index];
  if (pushed === undefined || facts.filter(({ tier }) => tier === pushed.tier).length >= tierRules[pushed.tier].limit) return { ...document, facts };
  const { why: _why, endedAt: _endedAt, ...back } = pushed;
  return { ...document, facts: [...facts, back], history: document.history.toSpliced(index, 1) };
}

const endings: Record<"update" | "contradiction", FactEnding> = { update: "updated", contradiction: "contradicted" };

function takePlace(document: MemoryDocument, known: Fact, fact: Fact, { kind, at }: { kind: "update" | "contradiction"; at: number }): KeptFact {
  if (isSaidSince(document, known, fact)) return { document, kind: "known", fact: known };
  const tier = toHigherTier(known.tier, fact.tier);
  const next: Fact = { ...fact, tier, expiresAt: getExpiry(tier, at), replaces: known.id, useCount: known.useCount };
  const rest = { ...document, facts: document.facts.filter(({ id }) => id !== known.id), history: [...document.history, endFact(known, endings[kind], at)] };
  return { document: placeFact(rest, next, at), kind: "kept", fact: next, replaced: known.content };
}

/** What is read out of a conversation later may be older than what was said or edited meanwhile. */
function isSaidSince({ history }: MemoryDocument, known: Fact, fact: Fact): boolean {
  const edited = history.findLast(({ id, why }) => id === known.id && why === "edited");
  if (edited !== undefined && edited.endedAt > fact.createdAt) return true;
  return fact.origin === "learned" && known.createdAt > fact.createdAt && known.source?.messageId !== fact.source?.messageId;
}

/** Its time starts anew. */
function sayAgain(document: MemoryDocument, known: Fact, said: Fact, at: number): KeptFact {
  const again: Fact = { ...known, confidence: Math.max(known.confidence, said.confidence), expiresAt: getExpiry(known.tier, at) };
  return { document: { ...document, facts: document.facts.map((fact) => (fact.id === known.id ? again : fact)) }, kind: "known", fact: known };
}

const tiers: readonly MemoryTier[] = ["context", "important", "core"];

function toHigherTier(one: MemoryTier, other: MemoryTier): MemoryTier {
  return tiers.indexOf(one) > tiers.indexOf(other) ? one : other;
}
