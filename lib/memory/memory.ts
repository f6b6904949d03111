import type { MemoryDocument, MemoryRecords } from "@/lib/data/memories";
import { AppError } from "@/lib/errors";
import type { Fact, MemoriesReply, patchMemorySchema } from "@/lib/protocol/memories";
import type { z } from "zod";
import { judgeFact, type FactInput } from "./accept";
import { selectPromptFacts } from "./prompt-facts";
import { sortByRank } from "./rank";
import { searchFacts } from "./search";
import { findSecret } from "./secrets";
import { endFact, expireFacts, getExpiry, placeFact } from "./tiers";

export type FactPatch = z.output<typeof patchMemorySchema>;
export type FactSource = Fact["source"];
export type AddedFacts = { saved: Fact[]; skipped: { content: string; why: string }[] };

export type MemoryOptions = { records: MemoryRecords; now: () => number; newId: () => string };

/** The one door to what is remembered about a person. Whether memory is switched on is the caller's to ask. */
export function createMemory({ records, now, newId }: MemoryOptions) {
  /** Changes what is in force now; what has expired goes to the history on the way. */
  function change<T>(userId: string, work: (document: MemoryDocument, at: number) => { document: MemoryDocument; result: T }): Promise<T> {
    const at = now();
    return records.change(userId, (before) => {
      const { document, result } = work(expireFacts(before, at), at);
      return { document: document === before ? null : document, result };
    });
  }

  return {
    /** Facts in force, by rank; what ended, newest first. */
    async list(userId: string): Promise<MemoriesReply> {
      const { facts, history } = expireFacts(await records.read(userId), now());
      return { facts: sortByRank(facts, now()), history: history.toReversed() };
    },

    /** Keeps what may be kept and says of the rest why not. `source` is null for what the person adds by hand. */
    async add(userId: string, inputs: readonly FactInput[], source: FactSource): Promise<AddedFacts> {
      const drafts = inputs.map((input) => ({ input, id: newId() }));
      return change(userId, (document, at) => addFacts(document, drafts, source, at));
    },

    /** Throws `not_found`; a changed wording keeps the old one in the history, a changed tier starts its time anew. */
    async patch(userId: string, factId: string, patch: FactPatch): Promise<Fact> {
      const secret = findSecret(patch.content ?? "");
      if (secret !== null) throw new AppError("invalid_request", `This holds ${secret}, and secrets are never kept.`);
      return change(userId, (document, at) => patchFact(document, factId, patch, at));
    },

    /** Forgets a fact for good and gives it back, so that the person can undo it with `restore`. Throws `not_found`. */
    async remove(userId: string, factId: string): Promise<Fact> {
      return change(userId, (document) => {
        const fact = getFact(document, factId);
        const differs = ({ id }: Fact) => id !== factId;
        return { document: { facts: document.facts.filter(differs), history: document.history.filter(differs) }, result: fact };
      });
    },

    /** Puts a removed fact back as it was. */
    async restore(userId: string, fact: Fact): Promise<void> {
      await change(userId, (document, at) => ({ document: placeFact(document, fact, at), result: null }));
    },

    /** Forgets everything, the history too. */
    async clear(userId: string): Promise<void> {
      await records.delete(userId);
    },

    /** Facts by words and categories; those found count as used. */
    async search(userId: string, terms: readonly string[], categories: readonly string[]): Promise<Fact[]> {
      return change(userId, (document, at) => {
        const found = searchFacts(document.facts, { terms, categories }, at);
        if (found.length === 0) return { document, result: found };
        const ids = new Set(found.map(({ id }) => id));
        const facts = document.facts.map((fact) => (ids.has(fact.id) ? { ...fact, lastUsedAt: at, useCount: fact.useCount + 1 } : fact));
        return { document: { ...document, facts }, result: found };
      });
    },

    /** The facts for the prompt, by rank, within about 500 tokens. */
    async factsForPrompt(userId: string): Promise<Fact[]> {
      const { facts } = await records.read(userId);
      return selectPromptFacts(facts, now());
    },

    /** Everything that is kept about the person, for a file of their own. */
    async exportAll(userId: string): Promise<MemoryDocument & { exportedAt: number }> {
      return { exportedAt: now(), ...(await records.read(userId)) };
    },
  };
}
export type Memory = ReturnType<typeof createMemory>;

type Draft = { input: FactInput; id: string };

function addFacts(
  start: MemoryDocument,
  drafts: Draft[],
  source: FactSource,
  at: number,
): { document: MemoryDocument; result: AddedFacts } {
  let document = start;
  const result: AddedFacts = { saved: [], skipped: [] };
  for (const { input, id } of drafts) {
    const judgement = judgeFact(input, document.facts);
    if (judgement.accepted) {
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

function patchFact(document: MemoryDocument, factId: string, patch: FactPatch, at: number): { document: MemoryDocument; result: Fact } {
  const before = getFact(document, factId);
  const tier = patch.tier ?? before.tier;
  const expiresAt = tier === before.tier ? before.expiresAt : getExpiry(tier, at);
  const fact: Fact = { ...before, content: patch.content ?? before.content, category: patch.category ?? before.category, tier, expiresAt };
  const isReworded = fact.content !== before.content;
  const history = isReworded ? [...document.history, endFact(before, "edited", at)] : document.history;
  return { document: placeFact({ ...document, history }, fact, at), result: fact };
}

function getFact(document: MemoryDocument, factId: string): Fact {
  const fact = document.facts.find(({ id }) => id === factId);
  if (fact === undefined) throw new AppError("not_found", "This memory does not exist.");
  return fact;
}
