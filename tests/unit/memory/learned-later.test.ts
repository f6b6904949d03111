import { createMemoryRecords } from "@/lib/features/memory/records/memories";
import type { FactInput } from "@/lib/features/memory/shape";
import { createMemory } from "@/lib/features/memory/memory";
import { createCountingIds, openTestStore } from "@/tests/support/open-test-store";
import { describe, expect, it } from "vitest";

async function openMemory() {
  const clock = { at: 1000 };
  const memory = createMemory({
    records: createMemoryRecords(await openTestStore()),
    now: () => clock.at,
    newId: createCountingIds(),
  });
  const toSource = (messageId: string) => ({ conversationId: "c1", messageId });
  return {
    clock,
    memory,
    say: (content: string, messageId: string) =>
      memory.addOnce("u1", [buildInput(content)], {
        source: toSource(messageId),
        key: messageId,
        origin: "phrase",
      }),
    /** `replaces`: contents of facts in force. */
    async learn(content: string, messageId: string, { saidAt = 1000, replaces = [] as string[] } = {}) {
      const { facts } = await memory.list("u1");
      const ids = facts.flatMap((fact) => (replaces.includes(fact.content) ? [fact.id] : []));
      const learned = [{ input: buildInput(content), relation: { sameAs: null, replaces: ids } }];
      return memory.addLearned("u1", learned, {
        source: toSource(messageId),
        key: `learn/${messageId}`,
        saidAt,
      });
    },
    contents: async () => (await memory.list("u1")).facts.map(({ content }) => content),
  };
}

function buildInput(content: string): FactInput {
  return { content, category: "preference", tier: "important", confidence: 0.8, keywords: [] };
}

describe("what is read out of a conversation later", () => {
  it("does not take the place of what was said since, and says when it was said", async () => {
    const { memory, clock, say, learn } = await openMemory();
    clock.at = 2000;
    await say("I live in Oslo", "m2");
    clock.at = 3000;
    const { skipped } = await learn("Lives in Bergen", "m1", { replaces: ["I live in Oslo"] });
    await learn("Likes tea", "m0", { saidAt: 500 });
    expect(skipped).toMatchObject([{ content: "Lives in Bergen" }]);
    expect((await memory.list("u1")).facts.map(({ content, createdAt }) => [content, createdAt])).toEqual([
      ["I live in Oslo", 2000],
      ["Likes tea", 500],
    ]);
  });

  it("takes the place of what was learned of older words, whichever is read first", async () => {
    const { memory, clock, learn } = await openMemory();
    clock.at = 5000;
    await learn("Lives in Oslo", "m2", { saidAt: 2000 });
    await learn("Lives in Bergen", "m1", { saidAt: 1000, replaces: ["Lives in Oslo"] });
    await learn("Lives in Ulm", "m3", { saidAt: 3000, replaces: ["Lives in Oslo"] });
    expect(await memory.list("u1")).toMatchObject({
      facts: [{ content: "Lives in Ulm" }],
      history: [{ content: "Lives in Oslo" }],
    });
  });

  it("takes the place of what was kept at once of the same message, when it says more", async () => {
    const { clock, say, learn, contents } = await openMemory();
    clock.at = 2000;
    await say("I live in Bergen", "m1");
    await learn("Lives in Bergen with a dog", "m1", { replaces: ["I live in Bergen"] });
    expect(await contents()).toEqual(["Lives in Bergen with a dog"]);
  });

  it("is not kept of a message whose fact the person has removed while a model read it", async () => {
    const { memory, say, learn } = await openMemory();
    const { saved } = await say("I live in Bergen", "m1");
    await memory.remove("u1", saved[0]?.id ?? "");
    expect(await learn("Lives in Bergen", "m1")).toMatchObject({
      saved: [],
      skipped: [{ content: "Lives in Bergen" }],
    });
  });

  it("does not take the place of the person's correction, also of the same message", async () => {
    const { memory, clock, say, learn, contents } = await openMemory();
    const { saved } = await say("I live in Bergen", "m1");
    clock.at = 2000;
    await memory.patch("u1", saved[0]?.id ?? "", { content: "I live in Oslo" });
    await learn("Lives in Bergen", "m1", { replaces: ["I live in Oslo"] });
    expect(await contents()).toEqual(["I live in Oslo"]);
  });
});
