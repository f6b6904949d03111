import type { MemoryDocument, MemoryRecords } from "@/lib/data/memories";
import type { Fact } from "@/lib/protocol/memories";
import { listOpenFacts, selectPromptFacts, toMeaningQuery, type PromptQuery } from "./prompt-facts";
import { readNearness, type CompareMeaning } from "./retrieve/nearness";
import { hasTerms, listInCategories, searchFacts, type FactQuery, type FoundFact } from "./search";
import { expireFacts } from "./tiers";

export type RecallDeps = {
  records: Pick<MemoryRecords, "read">;
  now: () => number;
  /** Without it words alone tell what fits. */
  compareMeaning?: CompareMeaning;
  /** Counts what comparing cost where nobody else does: when its answer came too late to be used, or what the person writes down was compared. */
  addCost?: (userId: string, microUsd: number) => Promise<void>;
  /** So long the first word of an answer waits for meaning at most. */
  promptWaitMs?: number;
};

/** The facts for an answer, and what choosing them cost; `isOff` says that the person wants none kept or used. */
export type PromptFacts = { facts: Fact[]; isOff: boolean; costMicroUsd: number };
/** `others`: how many facts did not fit. */
export type FoundFacts = { found: FoundFact[]; others: number; isOff: boolean; costMicroUsd: number };

const searchWaitMs = 2_000;

/** Finds what of a person's facts fits; changes nothing. */
export function createRecall({ records, now, compareMeaning, addCost, promptWaitMs = 400 }: RecallDeps) {
  const toDeps = (userId: string) => ({
    compare: compareMeaning ?? null,
    addCost: async (microUsd: number) => addCost?.(userId, microUsd),
  });
  return {
    /** The facts for the prompt of an answer, within about 500 tokens. What was asked may become known while they are read. */
    async factsForPrompt(userId: string, asked: PromptQuery | Promise<PromptQuery>): Promise<PromptFacts> {
      const [{ facts, isOff }, query] = await Promise.all([records.read(userId), asked]);
      if (isOff) return { facts: [], isOff, costMicroUsd: 0 };
      const { nearness, costMicroUsd } = await readNearness(
        toDeps(userId),
        toMeaningQuery(query),
        listOpenFacts(facts, query, now()),
        { limitMs: promptWaitMs },
      );
      return { facts: selectPromptFacts(facts, query, { now: now(), nearness }), isOff, costMicroUsd };
    },

    /** Facts by terms and categories. Throws only what the store or `signal` throws. */
    async find(userId: string, query: FactQuery, signal?: AbortSignal): Promise<FoundFacts> {
      const document: MemoryDocument = expireFacts(await records.read(userId), now());
      if (document.isOff) return { found: [], others: 0, isOff: true, costMicroUsd: 0 };
      const compared = hasTerms(query.terms) ? listInCategories(document.facts, query.categories) : [];
      const limits = { limitMs: searchWaitMs, ...(signal === undefined ? {} : { signal }) };
      const { nearness, costMicroUsd } = await readNearness(
        toDeps(userId),
        { text: query.terms.join("\n"), isOfPerson: true },
        compared,
        limits,
      );
      const found = searchFacts(document, query, nearness, now());
      return { found, others: document.facts.length - found.length, isOff: false, costMicroUsd };
    },
  };
}
