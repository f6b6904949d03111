import type { MemoryDocument } from "@/lib/features/memory/records/memories";
import { AppError } from "@/lib/errors";
import {
  mostDoubts,
  mostEarlier,
  type EndedFact,
  type Fact,
  type ForgottenFact,
  type patchMemorySchema,
} from "./shape";
import type { z } from "zod";
import { endFacts, type Changed } from "./add-facts";
import type { Relation } from "./relation";
import { endFact, getExpiry, placeFact } from "./tiers";
import { detectFactLanguage, isSameWording, saysNothing, toTidyText } from "./wording";

export type FactPatch = z.output<typeof patchMemorySchema>;
/** `relation`: of the new wording to the other facts. */
type PatchOptions = { relation: Relation; at: number };

/** Throws `not_found`, `invalid_request` (the wording says nothing), `conflict` (another says the same). */
export function patchFact(
  document: MemoryDocument,
  factId: string,
  patch: FactPatch,
  { relation, at }: PatchOptions,
): Changed<Fact> {
  const before = getFact(document, factId);
  const content = patch.content === undefined ? before.content : toTidyText(patch.content);
  if (saysNothing(content)) throw new AppError("invalid_request", "This is not kept: it says nothing.");
  const judged = patch.judged === undefined ? before : judgeUse(before, patch.judged);
  const fact: Fact = {
    ...judged,
    content,
    language: detectFactLanguage(content),
    category: patch.category ?? before.category,
    tier: patch.tier ?? before.tier,
    expiresAt: patch.tier === undefined ? before.expiresAt : getExpiry(patch.tier, at),
  };
  if (content === before.content) return { document: placeFact(document, fact, at), result: fact };
  refuseRepeated(document, fact, relation.sameAs);
  const rest = endFacts(document, relation.replaces, { endedBy: fact.id, at });
  const edited = { ...rest, history: [...rest.history, endFact(before, "edited", at)] };
  return { document: placeFact(edited, fact, at), result: fact };
}

function refuseRepeated(
  { facts }: MemoryDocument,
  { id, content }: Fact,
  sameAs: string | null = null,
): void {
  const isSame = (other: Fact) =>
    other.id !== id && (other.id === sameAs || isSameWording(other.content, content));
  if (facts.some(isSame)) throw new AppError("conflict", "Another memory says the same by now.");
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

/** Its wordings go too. `isUndo`: all that it took the place of comes back. Throws `not_found`. */
export function removeFact(
  document: MemoryDocument,
  factId: string,
  { isUndo, at }: { isUndo: boolean; at: number },
): Changed<ForgottenFact> {
  const fact = getFact(document, factId);
  const differs = ({ id }: Fact) => id !== factId;
  const { removedFrom = [], removedIds = [] } = document;
  const rest = {
    ...document,
    facts: document.facts.filter(differs),
    history: document.history.filter(differs),
    removedFrom: [...removedFrom, ...(fact.source === null ? [] : [fact.source.messageId])].slice(
      -mostRemoved,
    ),
    removedIds: [...removedIds, factId].slice(-mostRemoved),
  };
  const replaced = isUndo ? rest.history.filter((ended) => isReplacedBy(ended, fact)) : [];
  return {
    document: replaced.reduce<MemoryDocument>((before, ended) => bringBack(before, ended, at), rest),
    result: {
      ...fact,
      earlier: document.history.filter(({ id }) => id === factId).slice(-mostEarlier),
      broughtBack: replaced.map(({ id }) => id),
    },
  };
}

/** `contradicted` is what earlier versions wrote where a fact could not stand beside the new one. */
function isReplacedBy({ id, why, endedBy }: EndedFact, fact: Fact): boolean {
  return (why === "updated" || why === "contradicted") && (id === fact.replaces || endedBy === fact.id);
}

/** A wording that is in force by now stays as it is. */
function bringBack(document: MemoryDocument, ended: EndedFact, at: number): MemoryDocument {
  if (document.facts.some(({ content }) => isSameWording(content, ended.content))) return document;
  const { why: _why, endedAt: _endedAt, endedBy: _endedBy, ...fact } = ended;
  return placeFact(
    { ...document, history: document.history.filter((one) => one !== ended) },
    { ...fact, expiresAt: getExpiry(fact.tier, at) },
    at,
  );
}

/**
 * Puts a forgotten fact back and ends again what its undo brought back. It comes from outside: nothing of it
 * lies in the future or outlives its tier. Throws `conflict` when another fact says the same by now.
 */
export function putBack(
  document: MemoryDocument,
  { earlier, broughtBack, ...forgotten }: ForgottenFact,
  at: number,
): Changed<Fact> {
  const inForce = document.facts.find(({ id }) => id === forgotten.id);
  if (inForce !== undefined) return { document, result: inForce };
  const fact = toPast(forgotten, at);
  refuseRepeated(document, fact);
  const wordings = earlier.map((ended) => ({
    ...ended,
    ...toPast(ended, at),
    id: fact.id,
    endedAt: Math.min(ended.endedAt, at),
  }));
  const history = [...document.history, ...wordings].sort((a, b) => a.endedAt - b.endedAt);
  const ended = [...broughtBack, ...(fact.replaces === null ? [] : [fact.replaces])];
  const rest = endFacts({ ...document, history }, ended, { endedBy: fact.id, at });
  return { document: placeFact(rest, fact, at), result: fact };
}

function toPast(fact: Fact, at: number): Fact {
  const longest = getExpiry(fact.tier, at);
  const expiresAt = longest === null ? null : Math.min(fact.expiresAt ?? longest, longest);
  return {
    ...fact,
    createdAt: Math.min(fact.createdAt, at),
    lastUsedAt: fact.lastUsedAt === null ? null : Math.min(fact.lastUsedAt, at),
    expiresAt,
  };
}

/** Nothing of it comes back, also when an answer that kept some of it is made once more. */
export function forgetAll(document: MemoryDocument, at: number): MemoryDocument {
  const removedIds = [...(document.removedIds ?? []), ...document.facts.map(({ id }) => id)];
  return {
    ...document,
    facts: [],
    notes: [],
    learnsSince: at,
    removedFrom: [],
    removedIds: removedIds.slice(-mostRemoved),
  };
}

/** Counts facts as used by an answer. */
export function countUse(
  document: MemoryDocument,
  factIds: readonly string[],
  usedIn: NonNullable<Fact["usedIn"]>,
  at: number,
): MemoryDocument {
  if (!document.facts.some(({ id }) => factIds.includes(id))) return document;
  const use = (fact: Fact): Fact => ({ ...fact, lastUsedAt: at, useCount: fact.useCount + 1, usedIn });
  return { ...document, facts: document.facts.map((fact) => (factIds.includes(fact.id) ? use(fact) : fact)) };
}

function getFact(document: MemoryDocument, factId: string): Fact {
  const fact = document.facts.find(({ id }) => id === factId);
  if (fact === undefined) throw new AppError("not_found", "This memory does not exist.");
  return fact;
}
