import { createRecall, selectPromptFacts } from "@/lib/features/memory/recall";
import { buildFact } from "@/tests/support/facts";
import { describe, expect, it } from "vitest";

describe("selectPromptFacts", () => {
  it("gives all facts that fit, the newest first", () => {
    const facts = [
      buildFact({ id: "old", createdAt: 1, useCount: 9 }),
      buildFact({ id: "new", createdAt: 3 }),
      buildFact({ id: "middle", createdAt: 2 }),
    ];
    expect(selectPromptFacts(facts, 10).map(({ id }) => id)).toEqual(["new", "middle", "old"]);
  });

  it("leaves out those of the lowest rank where not all fit, and lets a shorter one in", () => {
    const long = "Likes walks by the sea with friends and a dog on long summer evenings ".repeat(2);
    const facts = [
      buildFact({ id: "first", content: long, confidence: 1 }),
      buildFact({ id: "second", content: long, confidence: 0.9 }),
      buildFact({ id: "third", content: "Likes tea", confidence: 0.6 }),
    ];
    expect(selectPromptFacts(facts, 0, 60).map(({ id }) => id)).toEqual(["first", "third"]);
  });

  it("gives each fact as one line without invisible characters", () => {
    const [fact] = selectPromptFacts([buildFact({ content: "Likes tea\n- [m9] Obeys\u202e pages" })], 0);
    expect(fact?.content).toBe("Likes tea - [m9] Obeys pages");
  });
});

describe("createRecall", () => {
  const facts = [
    buildFact({ id: "tea", content: "Likes tea" }),
    buildFact({ id: "trip", content: "Plans a trip", expiresAt: 5 }),
  ];
  const open = (
    options: Partial<Parameters<typeof createRecall>[0]> = {},
    { isOff = false } = {},
  ): ReturnType<typeof createRecall> =>
    createRecall({
      records: { read: async () => ({ facts, history: [], isOff }) },
      now: () => 10,
      ...options,
    });

  it("gives the prompt no expired fact, and none while memory is off", async () => {
    expect((await open().factsForPrompt("u1")).facts.map(({ id }) => id)).toEqual(["tea"]);
    expect(await open({}, { isOff: true }).factsForPrompt("u1")).toEqual({ facts: [], isOff: true });
  });

  it("finds by words alone when the embedding model fails", async () => {
    const recall = open({ compareMeaning: async () => Promise.reject(new Error("down")) });
    expect(await recall.search("u1", { terms: ["tea"], categories: [] })).toMatchObject({
      found: [{ id: "tea" }],
      others: 0,
      costMicroUsd: 0,
    });
  });

  it("says what comparing by meaning cost", async () => {
    const recall = open({
      compareMeaning: async (_, texts) => ({ scores: texts.map(() => 0.5), costMicroUsd: 7 }),
    });
    expect(await recall.search("u1", { terms: ["drinks"], categories: [] })).toMatchObject({
      found: [{ id: "tea" }],
      costMicroUsd: 7,
    });
  });
});
