import { createHash } from "node:crypto";
import type { MemoryDocument, MemoryRecords } from "@/lib/data/memories";
import { AppError } from "@/lib/errors";
import type { Fact, MemoriesReply } from "@/lib/protocol/memories";
import type { FactInput } from "./accept";
import { addFacts, patchFact, removeFact, useFacts, type AddedFacts, type Changed, type FactPatch, type FactSource } from "./changes";
import { selectPromptFacts } from "./prompt-facts";
import { sortByRank } from "./rank";
import { findSecret } from "./secrets";
import { expireFacts, placeFact } from "./tiers";

export type MemoryOptions = { records: MemoryRecords; now: () => number; newId: () => string };

/** The one door to what is remembered about a person. Whether memory is switched on is the caller's to ask. */
export function createMemory({ records, now, newId }: MemoryOptions) {
  const change = createChange(records, now);
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

    /** Like `add`, but the same inputs under the same key are kept once: when it is not known whether they were, a repeat gives what the first gave. */
    async addOnce(userId: string, inputs: readonly FactInput[], { source, key }: { source: FactSource; key: string }): Promise<AddedFacts> {
      const drafts = inputs.map((input, index) => ({ input, id: toRepeatedId(key, index, input) }));
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
      return change(userId, (document) => removeFact(document, factId));
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
      return change(userId, (document, at) => useFacts(document, { terms, categories }, at));
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

/** Changes what is in force now; what has expired goes to the history on the way. */
function createChange(records: MemoryRecords, now: () => number) {
  return <T>(userId: string, work: (document: MemoryDocument, at: number) => Changed<T>): Promise<T> => {
    const at = now();
    return records.change(userId, (before) => {
      const { document, result } = work(expireFacts(before, at), at);
      return { document: document === before ? null : document, result };
    });
  };
}

/** The inputs belong to it: some servers name two calls of one reply alike. */
function toRepeatedId(key: string, index: number, input: FactInput): string {
  return createHash("sha256").update(JSON.stringify([key, index, input])).digest("hex").slice(0, 32);
}
