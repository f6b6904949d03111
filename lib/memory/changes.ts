import type { MemoryDocument } from "@/lib/data/memories";
import { AppError } from "@/lib/errors";
import type { Fact, patchMemorySchema } from "@/lib/protocol/memories";
import type { z } from "zod";
import { judgeFact, type FactInput } from "./accept";
import { searchFacts, type FactQuery } from "./search";
import { findSecret } from "./secrets";
import { endFact, getExpiry, placeFact } from "./tiers";

/** A memory after a change, and what the change has to tell. An unchanged document is given back itself. */
export type Changed<T> = { document: MemoryDocument; result: T };
export type FactPatch = z.output<typeof patchMemorySchema>;
export type FactSource = Fact["source"];
export type AddedFacts = { saved: Fact[]; skipped: { content: string; why: string }[] };

/** A fact as it was handed in, with the id that it gets when it is kept. One whose id is there has been kept before. */
export type Draft = { input: FactInput; id: string };

export function addFacts(start: MemoryDocument, drafts: Draft[], source: FactSource, at: number): Changed<AddedFacts> {
  let document = start;
  const result: AddedFacts = { saved: [], skipped: [] };
  for (const { input, id } of drafts) {
    const kept = findKept(document, id);
    const judgement = judgeFact(input, document.facts);
    if (kept !== undefined) {
      result.saved.push({ ...kept, ...input });
    } else if (judgement.accepted) {
      const fact: Fact = { id, ...input, createdAt: at, lastUsedAt: null, useCount: 0, expiresAt: getExpiry(input.tier, at), source };
      document = placeFact(document, fact, at);
      result.saved.push(fact);
    } else {
      // A secret is not even repeated.
      const content = findSecret(input.content) === null ? input.content : "(not repeated)";
      result.skipped.push({ content, why: judgement.why });
    }
  }
  return { document, result };
}

export function patchFact(document: MemoryDocument, factId: string, patch: FactPatch, at: number): Changed<Fact> {
  const before = getFact(document, factId);
  const tier = patch.tier ?? before.tier;
  const expiresAt = tier === before.tier ? before.expiresAt : getExpiry(tier, at);
  const fact: Fact = { ...before, content: patch.content ?? before.content, category: patch.category ?? before.category, tier, expiresAt };
  const isReworded = fact.content !== before.content;
  const history = isReworded ? [...document.history, endFact(before, "edited", at)] : document.history;
  return { document: placeFact({ ...document, history }, fact, at), result: fact };
}

export function removeFact(document: MemoryDocument, factId: string): Changed<Fact> {
  const fact = getFact(document, factId);
  const differs = ({ id }: Fact) => id !== factId;
  return { document: { facts: document.facts.filter(differs), history: document.history.filter(differs) }, result: fact };
}

/** Finds facts and counts them as used. */
export function useFacts(document: MemoryDocument, query: FactQuery, at: number): Changed<Fact[]> {
  const found = searchFacts(document.facts, query, at);
  if (found.length === 0) return { document, result: found };
  const ids = new Set(found.map(({ id }) => id));
  const facts = document.facts.map((fact) => (ids.has(fact.id) ? { ...fact, lastUsedAt: at, useCount: fact.useCount + 1 } : fact));
  return { document: { ...document, facts }, result: found };
}

function findKept({ facts, history }: MemoryDocument, factId: string): Fact | undefined {
  return [...facts, ...history].find(({ id }) => id === factId);
}

function getFact(document: MemoryDocument, factId: string): Fact {
  const fact = document.facts.find(({ id }) => id === factId);
  if (fact === undefined) throw new AppError("not_found", "This memory does not exist.");
  return fact;
}
