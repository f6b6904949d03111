import { createMemoryRecords } from "@/lib/data/memories";
import { createMemory } from "@/lib/memory/memory";
import { rankByMeaning } from "@/lib/models/rank-by-meaning";
import { createVectorCache } from "@/lib/models/rank-by-meaning";
import type { Fact } from "@/lib/protocol/memories";
import { buildFact } from "@/tests/support/facts";
import { createCountingIds, openTestStore } from "@/tests/support/open-test-store";
import { startEmbeddingServer } from "@/tests/support/wire/embedding-server";
import { describe, expect, it, onTestFinished } from "vitest";

const facts = [
  buildFact({ id: "dog", content: "Has a terrier called Bruno" }),
  buildFact({ id: "home", content: "Lives in Lisbon", category: "profile" }),
  buildFact({ id: "flat", content: "Lives there in a small flat", category: "profile" }),
];
/** Constructed: the first axis is what is asked about. What is on neither axis is as near to it as what has nothing to do with it. */
const near = { asked: [1, 0], close: [0.9, 0.44], far: [0, 1], unrelated: [0.2, 0.98] };

/** As near to what is asked about as the cosine says. */
const toDirection = (cosine: number) => [cosine, Math.sqrt(1 - cosine ** 2)];

/** Waits for meaning as long as a slow machine takes, unless a test is about the wait. */
async function openMemory(
  toVector: (text: string) => number[],
  kept: Fact[] = facts,
  waits: { promptWaitMs?: number } = { promptWaitMs: 10_000 },
) {
  const server = await startEmbeddingServer(toVector);
  onTestFinished(server.close);
  const records = createMemoryRecords(await openTestStore());
  await records.change("u1", (document) => ({ document: { ...document, facts: kept }, result: null }));
  const vectors = createVectorCache();
  const late = Promise.withResolvers<[string, number]>();
  const memory = createMemory({
    records,
    now: () => 0,
    newId: createCountingIds(),
    ...waits,
    compareMeaning: (query, texts, signal) =>
      rankByMeaning(server.models, ["openai:text-embedding-3-small"], { query, texts }, signal, vectors),
    addCost: async (...cost) => late.resolve(cost),
  });
  const ask = async (question: string, earlier: string[] = []) => {
    const { facts: chosen, costMicroUsd } = await memory.factsForPrompt("u1", { question, earlier });
    return { ids: chosen.map(({ id }) => id), costMicroUsd };
  };
  return { server, memory, ask, late: late.promise };
}

const question = "Who keeps somebody company on walks?";
const toVector = (text: string) =>
  text === question
    ? near.asked
    : text.includes("terrier")
      ? near.close
      : text.includes("Lives")
        ? near.far
        : near.unrelated;

describe("meaning", () => {
  it("finds what shares no word with the question, and counts what asking cost", async () => {
    const { ask } = await openMemory(toVector);
    const { ids, costMicroUsd } = await ask(question);
    expect(ids).toEqual(["dog"]);
    expect(costMicroUsd).toBeGreaterThan(0);
  });

  it("finds nothing that is only as near as what has nothing to do with it", async () => {
    const { ask } = await openMemory((text) => (text === question ? near.asked : near.unrelated));
    expect((await ask(question)).ids).toEqual([]);
  });

  it("leaves out what is less than half as near as the nearest", async () => {
    const kept = [
      buildFact({ id: "dog", content: "Has a terrier called Bruno" }),
      buildFact({ id: "cat", content: "Feeds a stray cat" }),
      buildFact({ id: "hens", content: "Keeps hens" }),
    ];
    const places: [words: string, cosine: number][] = [
      ["terrier", 0.9],
      ["stray", 0.6],
      ["hens", 0.5],
    ];
    const { ask } = await openMemory(
      (text) =>
        text === question
          ? near.asked
          : toDirection(places.find(([words]) => text.includes(words))?.[1] ?? 0.2),
      kept,
    );
    expect((await ask(question)).ids).toEqual(["dog", "cat"]);
  });

  it("asks more of a fact where the question is not about the person", async () => {
    const own = "Which animal do I walk?";
    const strange = "Which animal is the fastest?";
    const { ask } = await openMemory((text) =>
      text === own || text === strange ? near.asked : toDirection(text.includes("terrier") ? 0.3 : 0.2),
    );
    expect((await ask(own)).ids).toEqual(["dog"]);
    expect((await ask(strange)).ids).toEqual([]);
  });

  it("orders what words find together with them", async () => {
    const wanted = "Where do I live?";
    const closeTo = (words: string) => (text: string) =>
      text === wanted ? near.asked : text.includes(words) ? near.close : near.unrelated;
    const first = await openMemory(closeTo("Lisbon"));
    const second = await openMemory(closeTo("flat"));
    expect((await first.ask(wanted)).ids).toEqual(["home", "flat"]);
    expect((await second.ask(wanted)).ids).toEqual(["flat", "home"]);
  });

  it("is asked with the message before a short question", async () => {
    const { ask, server } = await openMemory(toVector);
    await ask("And where?", ["older", "I look for a park"]);
    expect(server.asked[0]?.[0]).toBe("I look for a park\nAnd where?");
  });

  it(
    "does not hold up the answer: words tell alone, and what comes later is kept and counted",
    { timeout: 6_000 },
    async () => {
      const { ask, server, late } = await openMemory(toVector, facts, {});
      const held = server.hold();
      expect((await ask("Where do I live?")).ids.toSorted()).toEqual(["flat", "home"]);
      const waiting = await ask(question);
      expect(waiting).toEqual({ ids: [], costMicroUsd: 0 });
      held.release();
      expect(await late).toEqual(["u1", expect.any(Number)]);
      await expect.poll(async () => (await ask(question)).ids).toEqual(["dog"]);
      const requests = server.asked.length;
      expect(await ask(question)).toEqual({ ids: ["dog"], costMicroUsd: 0 });
      expect(server.asked).toHaveLength(requests);
    },
  );

  it("is gone without where the model fails", async () => {
    const { ask, server } = await openMemory(toVector);
    server.fail({ status: 500 });
    expect((await ask("Where do I live?")).ids.toSorted()).toEqual(["flat", "home"]);
  });

  it("is not asked when memory is off, when nothing is remembered, or when everything is wanted", async () => {
    const { ask, memory, server } = await openMemory(toVector);
    await ask("What do you know about me?");
    await memory.search("u1", { terms: [], categories: [] });
    await memory.setOff("u1", true);
    expect((await ask("Where do I live?")).ids).toEqual([]);
    expect((await memory.search("u1", { terms: ["home"], categories: [] })).found).toEqual([]);
    const empty = await openMemory(toVector, []);
    await empty.ask("Where do I live?");
    expect([...server.asked, ...empty.server.asked]).toEqual([]);
  });

  it("helps a search as well, which ends with its signal", async () => {
    const { memory, server } = await openMemory(toVector);
    const { found, others, costMicroUsd } = await memory.search("u1", { terms: [question], categories: [] });
    expect({ ids: found.map(({ id }) => id), others }).toEqual({ ids: ["dog"], others: 2 });
    expect(costMicroUsd).toBeGreaterThan(0);
    const held = server.hold();
    const stop = new AbortController();
    const stopped = memory.search("u1", { terms: ["something else"], categories: [] }, stop.signal);
    stop.abort();
    await expect(stopped).rejects.toThrow();
    held.release();
  });
});
