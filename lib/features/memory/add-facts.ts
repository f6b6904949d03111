import type { MemoryDocument } from "@/lib/features/memory/records/memories";
import type { Fact, FactOrigin, MemoryTier, FactInput } from "./shape";
import { judgeFact } from "./accept";
import type { Relation } from "./relation";
import { findSecret } from "./secrets";
import { endFact, getExpiry, placeFact } from "./tiers";
import { detectFactLanguage, isSameWording, toTidyText } from "./wording";

/** A memory after a change, and what the change has to report. An unchanged document is given back itself. */
export type Changed<T> = { document: MemoryDocument; result: T };
/** A message; `null` for what the person adds by hand. */
export type FactSource = Fact["source"];
/** `saidAt`: when the message was written, for what is learned of it later; the fact holds since then. */
export type FactWay = { source: FactSource; origin: FactOrigin; saidAt?: number };
/** `replaced`: the first of the facts that it took the place of. */
export type SavedFact = Fact & { replaced: string | null };
export type SkippedFact = { content: string; why: string; isSecret: boolean };
export type AddedFacts = { saved: SavedFact[]; skipped: SkippedFact[]; costMicroUsd: number };

/** A fact as handed in, with the id it gets when kept. One whose id is there has been kept before. */
export type FactDraft = { input: FactInput; id: string; relation: Relation };

/** Keeps what may be kept, in the order given, and says of the rest why not. */
export function addFacts(
  start: MemoryDocument,
  drafts: readonly FactDraft[],
  way: FactWay,
  at: number,
): Changed<AddedFacts> {
  const added: AddedFacts = { saved: [], skipped: [], costMicroUsd: 0 };
  // What the person writes into the page is kept all the same.
  if (start.isOff && way.origin !== "person") {
    const skipped = drafts.map(({ input }) => toSkipped(input, "the person has switched memory off"));
    return { document: start, result: { ...added, skipped } };
  }
  let document = start;
  for (const draft of drafts) document = addFact(document, draft, { way, at }, added);
  return { document, result: added };
}

function addFact(
  document: MemoryDocument,
  draft: FactDraft,
  { way, at }: { way: FactWay; at: number },
  { saved, skipped }: AddedFacts,
): MemoryDocument {
  const input = { ...draft.input, content: toTidyText(draft.input.content) };
  const before = [...document.facts, ...document.history].find(({ id }) => id === draft.id);
  if (before !== undefined) {
    saved.push({ ...before, ...input, replaced: findReplaced(document, before) });
    return document;
  }
  if (isLeftOut(document, draft, way)) {
    skipped.push(toSkipped(input, "the person has removed it, or what was learned of this message"));
    return document;
  }
  const judgement = judgeFact(input);
  if (!judgement.accepted) {
    skipped.push(toSkipped(input, judgement.why));
    return document;
  }
  const kept = keepFact(document, toFact({ ...draft, input }, way, at), draft.relation, at);
  if (kept.kind === "kept") saved.push({ ...kept.fact, replaced: kept.replaced });
  else skipped.push(toSkipped(input, toKnown(input, kept.fact)));
  return kept.document;
}

/** Looked at in the transaction that keeps it: the person may have removed something while a model read. */
function isLeftOut(
  { learnsSince = 0, removedFrom = [], removedIds = [] }: MemoryDocument,
  { id }: FactDraft,
  { source, origin, saidAt = Infinity }: FactWay,
): boolean {
  if (origin === "person") return false;
  if (removedIds.includes(id)) return true;
  const isRemoved = source !== null && removedFrom.includes(source.messageId);
  return origin === "learned" && (saidAt < learnsSince || isRemoved);
}

function toKnown({ content }: FactInput, known: Fact): string {
  return known.content === content ? "it is known already" : `it is known already, as “${known.content}”`;
}

function findReplaced({ history }: MemoryDocument, { replaces }: Fact): string | null {
  return replaces === null ? null : (history.findLast(({ id }) => id === replaces)?.content ?? null);
}

/** A secret is not even repeated. */
function toSkipped({ content }: FactInput, why: string): SkippedFact {
  const isSecret = findSecret(content) !== null;
  return { content: isSecret ? "(not repeated)" : content, why, isSecret };
}

function toFact({ input, id }: FactDraft, { source, origin, saidAt = Infinity }: FactWay, at: number): Fact {
  const unused = { lastUsedAt: null, useCount: 0, usedIn: null, notUseful: 0, notUsefulTo: [] };
  return {
    id,
    ...input,
    source,
    origin,
    ...unused,
    createdAt: Math.min(saidAt, at),
    expiresAt: getExpiry(input.tier, at),
    language: detectFactLanguage(input.content),
    replaces: null,
  };
}

/** `replaced`: the first of the facts that it took the place of. */
export type KeptFact =
  | { document: MemoryDocument; kind: "kept"; fact: Fact; replaced: string | null }
  | { document: MemoryDocument; kind: "known"; fact: Fact };

/**
 * Keeps a fact beside the others, or in the place of those that its relation names, which go to the history.
 * What is known already counts as said again.
 */
export function keepFact(
  document: MemoryDocument,
  fact: Fact,
  { sameAs, replaces }: Relation,
  at: number,
): KeptFact {
  const same = document.facts.find(
    ({ id, content }) => id === sameAs || isSameWording(content, fact.content),
  );
  if (same !== undefined) return sayAgain(document, same, fact, at);
  const ended = document.facts.filter(({ id }) => replaces.includes(id));
  const newer = ended.find((known) => isSaidSince(document, known, fact));
  if (newer !== undefined) return { document, kind: "known", fact: newer };
  const [first] = ended;
  if (first === undefined)
    return { document: placeFact(document, fact, at), kind: "kept", fact, replaced: null };
  const tier = ended.map((known) => known.tier).reduce(toHigherTier, fact.tier);
  const next: Fact = {
    ...fact,
    tier,
    expiresAt: getExpiry(tier, at),
    replaces: first.id,
    useCount: Math.max(...ended.map(({ useCount }) => useCount)),
  };
  const rest = endFacts(document, replaces, { endedBy: fact.id, at });
  return { document: placeFact(rest, next, at), kind: "kept", fact: next, replaced: first.content };
}

/** Moves those facts in force to the history whose place another one takes. */
export function endFacts(
  document: MemoryDocument,
  endedIds: readonly string[],
  { endedBy, at }: { endedBy: string; at: number },
): MemoryDocument {
  const isEnded = ({ id }: Fact) => id !== endedBy && endedIds.includes(id);
  const ended = document.facts.filter(isEnded).map((fact) => endFact(fact, "updated", at, endedBy));
  return {
    ...document,
    facts: document.facts.filter((fact) => !isEnded(fact)),
    history: [...document.history, ...ended],
  };
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

/** The known fact's time begins anew. */
function sayAgain(document: MemoryDocument, known: Fact, said: Fact, at: number): KeptFact {
  const again: Fact = {
    ...known,
    confidence: Math.max(known.confidence, said.confidence),
    expiresAt: getExpiry(known.tier, at),
  };
  const facts = document.facts.map((fact) => (fact.id === known.id ? again : fact));
  return { document: { ...document, facts }, kind: "known", fact: known };
}

const tiers: readonly MemoryTier[] = ["context", "important", "core"];

function toHigherTier(one: MemoryTier, other: MemoryTier): MemoryTier {
  return tiers.indexOf(one) > tiers.indexOf(other) ? one : other;
}
