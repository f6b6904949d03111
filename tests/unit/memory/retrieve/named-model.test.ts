import {
  askingSets,
  giveFacts,
  rateRetrieval,
  type AskingSet,
  type GivenFacts,
} from "@/tests/evaluation/vectors/retrieval";
import { startVectorServer, type VectorServer } from "@/tests/evaluation/vectors/vector-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** What was reached, minus a little. */
const reached: Record<AskingSet, { found: number; others: number; untouched: number }> = {
  developed: { found: 0.93, others: 1.2, untouched: 0.75 },
  unseen: { found: 0.8, others: 1.45, untouched: 0.6 },
  foreign: { found: 0.93, others: 0.8, untouched: 1 },
};

describe("meaning by a named model, beside words", () => {
  let server: VectorServer;
  const answers = new Map<AskingSet, GivenFacts[]>();

  beforeAll(async () => {
    server = await startVectorServer();
    for (const set of askingSets) answers.set(set, await giveFacts(set, server.compareMeaning));
  });
  afterAll(() => server.close());

  it("has a vector of every text", () => {
    expect([...server.missing]).toEqual([]);
  });

  it.each(askingSets)("gives the facts that questions in other words need, and few others: %s", (set) => {
    const { asked, found, others, strange, untouched } = rateRetrieval(answers.get(set) ?? [], "both");
    expect(found / asked).toBeGreaterThanOrEqual(reached[set].found);
    expect(others).toBeLessThanOrEqual(reached[set].others);
    expect(untouched / strange).toBeGreaterThanOrEqual(reached[set].untouched);
  });

  it.each(["developed", "unseen"] as const)("finds more than words alone: %s", (set) => {
    const own = answers.get(set) ?? [];
    expect(rateRetrieval(own, "both").found).toBeGreaterThanOrEqual(rateRetrieval(own, "words").found + 10);
  });

  it("takes nothing of what words find where it does not know the language", () => {
    const lost = (answers.get("foreign") ?? []).filter(({ given }) =>
      given.words.some((id) => !given.both.includes(id)),
    );
    expect(lost).toEqual([]);
  });
});
