import type { MemoryDocument } from "@/lib/data/memories";
import { AppError } from "@/lib/errors";
import {
  mostDoubts,
  mostEarlier,
  type EndedFact,
  type Fact,
  type FactOrigin,
  type ForgottenFact,
  type patchMemorySchema,
} from "@/lib/protocol/memories";
import type { z } from "zod";
import { relateByRules } from "./compare/relate-by-rules";
import { judgeFact, saysNothing, type FactInput } from "./accept";
import { detectLanguage } from "./detect-language";
import { endRivals, keepFact, settleLook } from "./keep-fact";
import type { CloserLook } from "./look-closer";
import { findSecret } from "./secrets";
import { toTidyText } from "./tidy-text";
import { endFact, getExpiry, placeFact } from "./tiers";

/** A memory after a change, and what the change has to tell. An unchanged document is given back itself. */
export type Changed<T> = { document: MemoryDocument; result: T };
export type FactPatch = z.output<typeof patchMemorySchema>;
/** A message; `null` for what the person adds by hand. */
export type FactSource = Fact["source"];
/** `saidAt`: when the message was said, for what is learned of it later; it is true since then. */
export type FactWay = { source: FactSource; origin: FactOrigin; saidAt?: number };
/** `replaced`: what a fact was kept in the place of. */
export type SavedFact = Fact & { replaced: string | null };
export type AddedFacts = {
  saved: SavedFact[];
  skipped: { content: string; why: string }[];
  costMicroUsd: number;
};

/** A fact as it was handed in, with the id that it gets when it is kept. One whose id is there has been kept before. */
export type Draft = { input: FactInput; id: string };

export function addFacts(
  start: MemoryDocument,
  drafts: Draft[],
  way: FactWay,
  at: number,
): Changed<AddedFacts> {
  // What the person writes into the page is kept all the same.
  if (start.isOff && way.origin !== "person")
    return {
      document: start,
      result: {
        saved: [],
        skipped: drafts.map(({ input }) => toSkipped(input, "the person has switched memory off")),
        costMicroUsd: 0,
      },
    };
  let document = start;
  const result: AddedFacts = { saved: [], skipped: [], costMicroUsd: 0 };
  for (const draft of drafts) document = addFact(document, draft, { way, at }, result);
  return { document, result };
}

function addFact(
  document: MemoryDocument,
  draft: Draft,
  { way, at }: { way: FactWay; at: number },
  { saved, skipped }: AddedFacts,
): MemoryDocument {
  const { id } = draft;
  const input = { ...draft.input, content: toTidyText(draft.input.content) };
  const before = findKept(document, id);
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
  const kept = keepFact(document, toFact({ input, id }, way, at), at);
  if (kept.kind === "kept") saved.push({ ...kept.fact, replaced: kept.replaced });
  else skipped.push(toSkipped(input, toKnown(input, kept.fact)));
  return kept.document;
}

/** Looked at in the transaction that keeps it: the person may have cleared or removed something while a model read. */
function isLeftOut(
  { learnsSince = 0, removedFrom = [], removedIds = [] }: MemoryDocument,
  { id }: Draft,
  { source, origin, saidAt = Infinity }: FactWay,
): boolean {
  if (origin === "person") return false;
  return (
    removedIds.includes(id) ||
    (origin === "learned" &&
      (saidAt < learnsSince || (source !== null && removedFrom.includes(source.messageId))))
  );
}

function toKnown({ content }: Pick<Fact, "content">, known: Fact): string {
  return known.content === content ? "it is known already" : `it is known already, as “${known.content}”`;
}

/** Does what closer looks at facts that were just kept say. */
export function settleLooks(
  start: MemoryDocument,
  looks: readonly CloserLook[],
  added: AddedFacts,
  times: { keptAt: number; at: number },
): Changed<AddedFacts> {
  let document = start;
  let { saved, skipped } = added;
  for (const look of looks) {
    const settled = settleLook(document, look, times);
    const fact = saved.find(({ id }) => id === look.factId);
    if (settled === null || fact === undefined) continue;
    document = settled.document;
    saved =
      settled.kind === "kept"
        ? saved.map((one) => (one === fact ? { ...settled.fact, replaced: settled.replaced } : one))
        : saved.filter((one) => one !== fact);
    if (settled.kind === "known")
      skipped = [...skipped, { content: fact.content, why: toKnown(fact, settled.fact) }];
  }
  return { document, result: { ...added, saved, skipped } };
}

function findReplaced({ history }: MemoryDocument, { replaces }: Fact): string | null {
  return replaces === null ? null : (history.findLast(({ id }) => id === replaces)?.content ?? null);
}

/** A secret is not even repeated. */
function toSkipped({ content }: FactInput, why: string): { content: string; why: string } {
  return { content: findSecret(content) === null ? content : "(not repeated)", why };
}

function toFact({ input, id }: Draft, { source, origin, saidAt = Infinity }: FactWay, at: number): Fact {
  const unused = { lastUsedAt: null, useCount: 0, usedIn: null, notUseful: 0, notUsefulTo: [] };
  return {
    id,
    ...input,
    source,
    origin,
    ...unused,
    createdAt: Math.min(saidAt, at),
    expiresAt: getExpiry(input.tier, at),
    language: detectLanguage(input.content),
    replaces: null,
  };
}

export function patchFact(
  document: MemoryDocument,
  factId: string,
  patch: FactPatch,
  at: number,
): Changed<Fact> {
  const before = getFact(document, factId);
  const tier = patch.tier ?? before.tier;
  const expiresAt = patch.tier === undefined ? before.expiresAt : getExpiry(patch.tier, at);
  const content = patch.content === undefined ? before.content : toTidyText(patch.content);
  if (saysNothing(content)) throw new AppError("invalid_request", "This is not kept: it says nothing.");
  const judged = patch.judged === undefined ? before : judgeUse(before, patch.judged);
  const fact: Fact = {
    ...judged,
    content,
    language: detectLanguage(content),
    category: patch.category ?? before.category,
    tier,
    expiresAt,
  };
  const isReworded = fact.content !== before.content;
  if (!isReworded) return { document: placeFact(document, fact, at), result: fact };
  const others = endRivals(document, fact, at);
  return {
    document: placeFact({ ...others, history: [...others.history, endFact(before, "edited", at)] }, fact, at),
    result: fact,
  };
}

/** Said again of the same answer, from another tab for one, it changes nothing. */
function judgeUse(fact: Fact, { messageId, isUseful }: NonNullable<FactPatch["judged"]>): Fact {
  if (fact.notUsefulTo.includes(messageId) !== isUseful) return fact;
  const others = fact.notUsefulTo.filter((id) => id !== messageId);
  return {
    ...fact,
    notUseful: Math.max(0, fact.notUseful + (isUseful ? -1 : 1)),
    notUsefulTo: (isUseful ? others : [...others, messageId]).slice(-mostDoubts),
  };
}

const mostRemoved = 100;

/** `isUndo`: what it took the place of comes back. */
export function removeFact(
  document: MemoryDocument,
  factId: string,
  { isUndo, at }: { isUndo: boolean; at: number },
): Changed<ForgottenFact> {
  const fact = getFact(document, factId);
  const differs = ({ id }: Fact) => id !== factId;
  const earlier = document.history.filter(({ id }) => id === factId).slice(-mostEarlier);
  const removedFrom = [
    ...(document.removedFrom ?? []),
    ...(fact.source === null ? [] : [fact.source.messageId]),
  ].slice(-mostRemoved);
  const removedIds = [...(document.removedIds ?? []), factId].slice(-mostRemoved);
  const rest = {
    ...document,
    facts: document.facts.filter(differs),
    history: document.history.filter(differs),
    removedFrom,
    removedIds,
  };
  return { document: isUndo ? bringBack(rest, fact, at) : rest, result: { ...fact, earlier } };
}

/** Nothing of it comes back, also when an answer that kept some of it is made once more. */
export function forgetAll(document: MemoryDocument, at: number): MemoryDocument {
  const removedIds = [...(document.removedIds ?? []), ...document.facts.map(({ id }) => id)].slice(
    -mostRemoved,
  );
  return { ...document, facts: [], learnsSince: at, removedFrom: [], removedIds };
}

function bringBack(document: MemoryDocument, by: Fact, at: number): MemoryDocument {
  const ended = document.history.filter(
    ({ id, why, endedBy }) =>
      (why === "updated" || why === "contradicted") && (id === by.replaces || endedBy === by.id),
  );
  return ended.reduce((rest, one) => bringOneBack(rest, one, at), document);
}

function bringOneBack(document: MemoryDocument, ended: EndedFact, at: number): MemoryDocument {
  // What was said since then wins.
  const { kind } = relateByRules(ended.content, document.facts);
  if (kind !== "separate" && kind !== "unsure") return document;
  const { why: _why, endedAt: _endedAt, endedBy: _endedBy, ...fact } = ended;
  return placeFact(
    { ...document, history: document.history.filter((one) => one !== ended) },
    { ...fact, expiresAt: getExpiry(fact.tier, at) },
    at,
  );
}

/** `place`: the answer that used them; `null` leaves the one before. */
export function countUse(
  document: MemoryDocument,
  factIds: readonly string[],
  place: Fact["usedIn"],
  at: number,
): MemoryDocument {
  if (!document.facts.some(({ id }) => factIds.includes(id))) return document;
  const use = (fact: Fact): Fact => ({
    ...fact,
    lastUsedAt: at,
    useCount: fact.useCount + 1,
    usedIn: place ?? fact.usedIn,
  });
  return { ...document, facts: document.facts.map((fact) => (factIds.includes(fact.id) ? use(fact) : fact)) };
}

function findKept({ facts, history }: MemoryDocument, factId: string): Fact | undefined {
  return [...facts, ...history].find(({ id }) => id === factId);
}

function getFact(document: MemoryDocument, factId: string): Fact {
  const fact = document.facts.find(({ id }) => id === factId);
  if (fact === undefined) throw new AppError("not_found", "This memory does not exist.");
  return fact;
}
