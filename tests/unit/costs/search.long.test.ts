import { describe, expect, it } from "vitest";
import { createSearchIndex } from "@/lib/features/conversation-search/records/search-index";
import { createBilledStore, sumCalls } from "@/tests/support/billed-store";
import { bothStores } from "@/tests/support/both-stores";
import { seededWords, seedTalks } from "@/tests/bench/seed-talks";

const { common, alsoCommon, hundredth, apart, commonChinese } = seededWords;
const userId = "u1";
/** Dollars for 100,000 reads in a multi-region, as in `docs/performance.md`. */
const readPrice = 0.06;

describe.each(bothStores)("what a search among 10,000 conversations costs, on $name", ({ openStore }) => {
  it("is bounded by what it shows and by 200 turns, or 80 for beginnings", { timeout: 300_000 }, async () => {
    const plain = await openStore();
    await seedTalks(plain, { userId, conversations: 10_000, turns: 1, words: 1 });
    const store = createBilledStore(plain);
    const index = createSearchIndex(store);
    const cost = async (text: string) => {
      const { conversations, cursor } = await index.search(userId, text, { limit: 20 });
      const { reads, writes } = sumCalls(await store.take());
      console.info(
        `${text}: ${conversations.length} conversations, ${reads} reads, $${((reads / 100_000) * readPrice).toFixed(6)}`,
      );
      return { found: conversations.length, hasMore: cursor !== null, reads, writes };
    };
    // The progress, a page of 40 turns and the sign of a further one, and for each of 20 its record and its message.
    const aPage = { found: 20, hasMore: true, reads: 1 + 41 + 40, writes: 0 };
    expect(await cost(common)).toEqual(aPage);
    expect(await cost(commonChinese)).toEqual(aPage);
    expect(await cost(hundredth)).toEqual(aPage);
    expect(await cost(`${common} ${alsoCommon}`)).toMatchObject({ found: 13, hasMore: true, writes: 0 });
    expect(await cost(apart.join(" "))).toEqual({
      found: 0,
      hasMore: true,
      reads: 1 + 2 + 41 + 81 + 81,
      writes: 0,
    });
    // No turn that has it whole, 80 among which Firestore looks for its beginning and the sign of further ones.
    expect(await cost("nonesuch")).toMatchObject({ found: 0, reads: 1 + 1 + 81, writes: 0 });
    expect(await cost(common.slice(0, 5))).toEqual({ ...aPage, reads: 1 + 1 + 81 + 40 });
    expect((await cost(`${common} zeppel`)).reads).toBeLessThanOrEqual(1 + 1 + 81 + 40);
  });
});
