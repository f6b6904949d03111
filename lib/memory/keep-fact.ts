import { AppError } from "@/lib/errors";
import type { MemoryDocument } from "@/lib/data/memories";
import { tierRules, type Fact, type FactEnding, type MemoryTier } from "@/lib/protocol/memories";
import { relateByRules } from "./compare/relate-by-rules";
import type { CloserLook } from "./look-closer";
import { endFact, getExpiry, placeFact } from "./tiers";

/** `replaced`: what it was kept in the place of. */
export type KeptFact =
  | { document: MemoryDocument; kind: "kept"; fact: Fact; replaced: string | null }
  | { document: MemoryDocument; kind: "known"; fact: Fact };

/**
 * Keeps a fact beside those that are there, or in the place of one that it makes out of date, as far as rules can tell: the newest wins,
 * and the old one goes to the history. What is known already counts as said again.
 */
export function keepFact(document: MemoryDocument, fact: Fact, at: number): KeptFact {
  const rival = findRival(document, fact);
  if (rival === null) return { document: placeFact(document, fact, at), kind: "kept", fact, replaced: null };
  return rival.kind === "duplicate"
    ? sayAgain(document, rival.known, fact, at)
    : takePlace(document, rival.known, fact, { kind: rival.kind, at });
}

/** Before the person's own change puts a wording among the others: what cannot stand beside it goes to the history. Throws `conflict` when one says the same. */
export function endRivals(
  document: MemoryDocument,
  fact: Pick<Fact, "id" | "content">,
  at: number,
): MemoryDocument {
  const rival = findRival(document, fact);
  if (rival === null) return document;
  if (rival.kind === "duplicate") throw new AppError("conflict", "Another memory says the same by now.");
  return endRivals(endKnown(document, rival.known, { fact, kind: rival.kind, at }), fact, at);
}

/** The known fact that says the same as this one, or cannot stand beside it. */
function findRival(
  document: MemoryDocument,
  { id, content }: Pick<Fact, "id" | "content">,
): { known: Fact; kind: "duplicate" | Ending } | null {
  const others = document.facts.filter((other) => other.id !== id);
  const relation = relateByRules(content, others);
  const known = "factId" in relation ? others.find((other) => other.id === relation.factId) : undefined;
  return known === undefined || relation.kind === "unsure" || relation.kind === "separate"
    ? null
    : { known, kind: relation.kind };
}

function endKnown(
  document: MemoryDocument,
  known: Fact,
  { fact, kind, at }: { fact: Pick<Fact, "id">; kind: Ending; at: number },
): MemoryDocument {
  return {
    ...document,
    facts: document.facts.filter(({ id }) => id !== known.id),
    history: [...document.history, endFact(known, endings[kind], at, fact.id)],
  };
}

/** What a closer look at a fact that was kept at `keptAt` showed. `null` when one of the two is gone since. */
export function settleLook(
  document: MemoryDocument,
  { factId, relation }: CloserLook,
  times: { keptAt: number; at: number },
): KeptFact | null {
  const fact = document.facts.find(({ id }) => id === factId);
  const known = document.facts.find(({ id }) => id === relation.factId);
  if (fact === undefined || known === undefined) return null;
  const rest = withoutPlaced(document, fact, times.keptAt);
  return relation.kind === "duplicate"
    ? sayAgain(rest, known, fact, times.at)
    : takePlace(rest, known, fact, { kind: relation.kind, at: times.at });
}

/** What it pushed out of a full tier when it came in has its place again. */
function withoutPlaced(document: MemoryDocument, fact: Fact, keptAt: number): MemoryDocument {
  const facts = document.facts.filter(({ id }) => id !== fact.id);
  const index = document.history.findLastIndex(
    ({ why, endedAt }) => why === "tier_full" && endedAt === keptAt,
  );
  const pushed = document.history[index];
  if (
    pushed === undefined ||
    facts.filter(({ tier }) => tier === pushed.tier).length >= tierRules[pushed.tier].limit
  )
    return { ...document, facts };
  const { why: _why, endedAt: _endedAt, ...back } = pushed;
  return { ...document, facts: [...facts, back], history: document.history.toSpliced(index, 1) };
}

type Ending = "update" | "contradiction";
const endings: Record<Ending, FactEnding> = { update: "updated", contradiction: "contradicted" };

function takePlace(
  document: MemoryDocument,
  known: Fact,
  fact: Fact,
  { kind, at }: { kind: Ending; at: number },
): KeptFact {
  if (isSaidSince(document, known, fact)) return { document, kind: "known", fact: known };
  const tier = toHigherTier(known.tier, fact.tier);
  const next: Fact = {
    ...fact,
    tier,
    expiresAt: getExpiry(tier, at),
    replaces: known.id,
    useCount: known.useCount,
  };
  const rest = endOthers(endKnown(document, known, { fact, kind, at }), fact, at);
  return { document: placeFact(rest, next, at), kind: "kept", fact: next, replaced: known.content };
}

/** “Has no pets” ends the dog and the cat. */
function endOthers(document: MemoryDocument, fact: Fact, at: number): MemoryDocument {
  const rival = findRival(document, fact);
  if (rival === null || rival.kind === "duplicate" || isSaidSince(document, rival.known, fact))
    return document;
  return endOthers(endKnown(document, rival.known, { fact, kind: rival.kind, at }), fact, at);
}

/** What is read out of a conversation later may be older than what was said or edited meanwhile. */
function isSaidSince({ history }: MemoryDocument, known: Fact, fact: Fact): boolean {
  const edited = history.findLast(({ id, why }) => id === known.id && why === "edited");
  if (edited !== undefined && edited.endedAt > fact.createdAt) return true;
  return (
    fact.origin === "learned" &&
    known.createdAt > fact.createdAt &&
    known.source?.messageId !== fact.source?.messageId
  );
}

/** Its time starts anew. */
function sayAgain(document: MemoryDocument, known: Fact, said: Fact, at: number): KeptFact {
  const again: Fact = {
    ...known,
    confidence: Math.max(known.confidence, said.confidence),
    expiresAt: getExpiry(known.tier, at),
  };
  return {
    document: { ...document, facts: document.facts.map((fact) => (fact.id === known.id ? again : fact)) },
    kind: "known",
    fact: known,
  };
}

const tiers: readonly MemoryTier[] = ["context", "important", "core"];

function toHigherTier(one: MemoryTier, other: MemoryTier): MemoryTier {
  return tiers.indexOf(one) > tiers.indexOf(other) ? one : other;
}
