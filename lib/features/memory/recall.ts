import type { MemoryRecords } from "@/lib/features/memory/records/memories";
import type { CompareMeaning } from "@/lib/protocol/ask";
import type { Fact } from "./shape";
import { estimateTokenCount } from "tokenx";
import { findFacts, listInCategories, type FactQuery, type FoundFact, type NearnessById } from "./find-facts";
import { sortByRank } from "./rank";
import { expireFacts } from "./tiers";
import { toOneLine } from "./wording";

export type RecallDeps = {
  records: Pick<MemoryRecords, "read">;
  now: () => number;
  /** Without it facts are found by words alone. */
  compareMeaning?: CompareMeaning;
};

/** `isOff`: the person wants no memory kept or used. */
export type PromptFacts = { facts: Fact[]; isOff: boolean };
/** `others`: how many facts in force did not fit the query. */
export type FoundFacts = { found: FoundFact[]; others: number; isOff: boolean; costMicroUsd: number };

const promptTokens = 500;
const meaningLimitMs = 2_000;

/** Reads what of a person's facts fits; changes nothing. */
export function createRecall({ records, now, compareMeaning }: RecallDeps) {
  const readDocument = async (userId: string) => expireFacts(await records.read(userId), now());
  return {
    /** The facts for the prompt of an answer. */
    async factsForPrompt(userId: string): Promise<PromptFacts> {
      const { facts, isOff } = await readDocument(userId);
      return { facts: isOff ? [] : selectPromptFacts(facts, now()), isOff };
    },

    /** Facts by terms and categories. Throws only what the store or `signal` throws. */
    async search(userId: string, query: FactQuery, signal?: AbortSignal): Promise<FoundFacts> {
      const document = await readDocument(userId);
      if (document.isOff) return { found: [], others: 0, isOff: true, costMicroUsd: 0 };
      const { nearness, costMicroUsd } = await readNearness(compareMeaning, document.facts, query, signal);
      const found = findFacts(document, query, nearness, now());
      return { found, others: document.facts.length - found.length, isOff: false, costMicroUsd };
    },
  };
}

/** As many facts as fit 500 tokens, chosen by rank and put in order of their dates, the newest first. */
export function selectPromptFacts(facts: readonly Fact[], now: number, budget = promptTokens): Fact[] {
  const selected: Fact[] = [];
  let room = budget;
  for (const fact of sortByRank(facts, now)) {
    const content = toOneLine(fact.content);
    const tokens = estimateTokenCount(`- [m26] ${content}\n`);
    if (tokens > room) continue;
    selected.push({ ...fact, content });
    room -= tokens;
  }
  return selected.toSorted((a, b) => b.createdAt - a.createdAt);
}

async function readNearness(
  compareMeaning: CompareMeaning | undefined,
  facts: readonly Fact[],
  { terms, categories }: FactQuery,
  signal: AbortSignal | undefined,
): Promise<{ nearness: NearnessById | null; costMicroUsd: number }> {
  const compared = listInCategories(facts, categories);
  const query = terms.join("\n");
  const nothing = { nearness: null, costMicroUsd: 0 };
  if (compareMeaning === undefined || compared.length === 0 || query.trim() === "") return nothing;
  const limit = AbortSignal.timeout(meaningLimitMs);
  const answer = await compareMeaning(
    query,
    compared.map(({ content }) => content),
    signal === undefined ? limit : AbortSignal.any([limit, signal]),
  ).catch(() => null);
  signal?.throwIfAborted();
  if (answer === null) return nothing;
  const nearness = new Map(compared.map(({ id }, index) => [id, answer.scores[index] ?? 0]));
  return { nearness, costMicroUsd: answer.costMicroUsd };
}
