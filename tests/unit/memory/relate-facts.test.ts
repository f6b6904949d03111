import type { FactInput } from "@/lib/features/memory/shape";
import { relateFacts } from "@/lib/features/memory/relate-facts";
import { openAskedSmallModel, type AskedSmallModel } from "@/tests/support/asked-small-model";
import { buildFact } from "@/tests/support/facts";
import { afterEach, describe, expect, it } from "vitest";

const opened: AskedSmallModel[] = [];
afterEach(async () => void (await Promise.all(opened.splice(0).map(({ server }) => server.close()))));

const toInput = (content: string): FactInput => ({
  content,
  category: "preference",
  tier: "important",
  confidence: 0.8,
  keywords: [],
});
const facts = [
  buildFact({ id: "bergen", content: "Lives in Bergen" }),
  buildFact({ id: "dog", content: "Has a dog" }),
];
const toAnswer = (changes: object) => ({
  facts: [
    {
      number: 1,
      withoutSecret: "",
      category: "profile",
      tier: "core",
      sameAs: null,
      replaces: [],
      ...changes,
    },
  ],
});

async function relate(
  content: string,
  answers: Parameters<typeof openAskedSmallModel>[0],
  { chain, isUnsorted = false, signal = AbortSignal.timeout(5_000) } = {} as {
    chain?: string[];
    isUnsorted?: boolean;
    signal?: AbortSignal;
  },
) {
  const model = await openAskedSmallModel(answers, chain);
  opened.push(model);
  const answer = await relateFacts(model.askSmall, [toInput(content)], { facts, isUnsorted }, signal);
  return { ...answer, first: answer.related[0], model };
}

describe("relateFacts", () => {
  it("shows the small model all facts in force and gives back what the new one replaces", async () => {
    const { first, costMicroUsd, model } = await relate("Lives in Oslo", [toAnswer({ replaces: ["f1"] })]);
    expect(first?.relation).toEqual({ sameAs: null, replaces: ["bergen"] });
    expect(costMicroUsd).toBe(120);
    expect(model.readQuestion()).toContain("[f2] Has a dog");
  });

  it("gives back the fact that says the same", async () => {
    const { first } = await relate("Owns a dog", [toAnswer({ sameAs: "f2" })]);
    expect(first?.relation.sameAs).toBe("dog");
  });

  it.each([
    ["nonsense", ["Sure! Here you go."]],
    ["half an object", ['{"facts":[{"number":1,"replac']],
    ["nothing", [""]],
    ["an error", [{ reply: { status: 400 } }]],
    ["an id that was not given", [toAnswer({ sameAs: "f9", replaces: ["f7", "bergen"] })]],
    ["another fact's number", [toAnswer({ number: 2, replaces: ["f1"] })]],
  ])("lets facts stand beside each other when the answer is %s", async (_name, answers) => {
    const { first } = await relate("Lives in Oslo", answers);
    expect(first).toEqual({
      input: toInput("Lives in Oslo"),
      relation: { sameAs: null, replaces: [] },
    });
  });

  it("asks nobody where no small model is configured", async () => {
    const { first, model } = await relate("Lives in Oslo", [""], { chain: ["offline:guide"] });
    expect(first?.relation.replaces).toEqual([]);
    expect(model.server.requests).toEqual([]);
  });

  it("goes on without an answer when the reply is stopped meanwhile", async () => {
    const { first } = await relate("Lives in Oslo", [toAnswer({ replaces: ["f1"] })], {
      signal: AbortSignal.abort(),
    });
    expect(first?.relation.replaces).toEqual([]);
  });

  it("takes the harmless half of a fact that holds a secret", async () => {
    const { first } = await relate("Likes tea and my password is hunter2", [
      toAnswer({ withoutSecret: "Likes tea" }),
    ]);
    expect(first?.input.content).toBe("Likes tea");
  });

  it("does not take a rewritten fact that still holds a secret", async () => {
    const { first } = await relate("Likes tea and my password is hunter2", [
      toAnswer({ withoutSecret: "Likes tea, password hunter2" }),
    ]);
    expect(first?.input.content).toBe("Likes tea and my password is hunter2");
  });

  it("does not let the model reword a fact without a secret", async () => {
    const { first } = await relate("Lives in Oslo", [toAnswer({ withoutSecret: "Lives in Rome" })]);
    expect(first?.input.content).toBe("Lives in Oslo");
  });

  it("sorts facts that nobody has sorted, and only those", async () => {
    const unsorted = await relate("Allergic to nuts", [toAnswer({})], { isUnsorted: true });
    const sorted = await relate("Allergic to nuts", [toAnswer({})]);
    expect([unsorted.first?.input.tier, sorted.first?.input.tier]).toEqual(["core", "important"]);
  });
});
