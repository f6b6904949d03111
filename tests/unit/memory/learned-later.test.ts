import { createMemoryRecords } from "@/lib/data/memories";
import type { FactInput } from "@/lib/memory/accept";
import { createMemory } from "@/lib/memory/memory";
import { createCountingIds, openTestStore } from "@/tests/support/open-test-store";
import { describe, expect, it } from "vitest";

async function openMemory() {
  const clock = { at: 1000 };
  const memory = createMemory({
    records: createMemoryRecords(await openTestStore()),
    now: () => clock.at,
    newId: createCountingIds(),
  });
  return { clock, memory };
}

function buildInput(content: string): FactInput {
  return { content, category: "preference", tier: "important", confidence: 0.8, keywords: [] };
}

describe("what is read out of a conversation later", () => {
  const home = (content: string, messageId: string) =>
    [[buildInput(content)], { source: { conversationId: "c1", messageId }, key: messageId }] as const;

  it("does not take the place of what was said since, and says when it was said", async () => {
    const { memory, clock } = await openMemory();
    clock.at = 2000;
    const [said, newer] = home("I live in Oslo", "m2");
    await memory.addOnce("u1", said, { ...newer, origin: "phrase" });
    clock.at = 3000;
    const [learned, older] = home("Lives in Bergen", "m1");
    await memory.addOnce("u1", learned, { ...older, origin: "learned", saidAt: 1000 });
    const [other, early] = home("Likes tea", "m0");
    await memory.addOnce("u1", other, { ...early, origin: "learned", saidAt: 500 });
    expect((await memory.list("u1")).facts.map(({ content, createdAt }) => [content, createdAt])).toEqual([
      ["I live in Oslo", 2000],
      ["Likes tea", 500],
    ]);
  });

  it("takes the place of what was learned of older words, whichever is read first", async () => {
    const { memory, clock } = await openMemory();
    clock.at = 5000;
    const learn = (content: string, messageId: string, saidAt: number) => {
      const [learned, way] = home(content, messageId);
      return memory.addOnce("u1", learned, { ...way, origin: "learned", saidAt });
    };
    await learn("Lives in Oslo", "m2", 2000);
    await learn("Lives in Bergen", "m1", 1000);
    await learn("Lives in Ulm", "m3", 3000);
    expect(await memory.list("u1")).toMatchObject({
      facts: [{ content: "Lives in Ulm" }],
      history: [{ content: "Lives in Oslo" }],
    });
  });

  it("takes the place of what was kept at once of the same message, when it says more", async () => {
    const { memory, clock } = await openMemory();
    clock.at = 2000;
    const [said, way] = home("I live in Bergen", "m1");
    await memory.addOnce("u1", said, { ...way, origin: "phrase" });
    const [learned] = home("Lives in Bergen with a dog", "m1");
    await memory.addOnce("u1", learned, { ...way, key: "learn", origin: "learned", saidAt: 1000 });
    expect((await memory.list("u1")).facts).toMatchObject([{ content: "Lives in Bergen with a dog" }]);
  });

  it("is not kept of a message whose fact the person has removed while a model read it", async () => {
    const { memory } = await openMemory();
    const [said, way] = home("I live in Bergen", "m1");
    const { saved } = await memory.addOnce("u1", said, { ...way, origin: "phrase" });
    await memory.remove("u1", saved[0]?.id ?? "");
    const [learned] = home("Lives in Bergen", "m1");
    expect(
      await memory.addOnce("u1", learned, { ...way, key: "learn", origin: "learned", saidAt: 1000 }),
    ).toMatchObject({ saved: [], skipped: [{ content: "Lives in Bergen" }] });
  });

  it("does not take the place of the person's correction, also of the same message", async () => {
    const { memory, clock } = await openMemory();
    const [said, way] = home("I live in Bergen", "m1");
    const { saved } = await memory.addOnce("u1", said, { ...way, origin: "phrase" });
    clock.at = 2000;
    await memory.patch("u1", saved[0]?.id ?? "", { content: "I live in Oslo" });
    const [learned] = home("Lives in Bergen", "m1");
    await memory.addOnce("u1", learned, { ...way, key: "learn", origin: "learned", saidAt: 1000 });
    expect((await memory.list("u1")).facts).toMatchObject([{ content: "I live in Oslo" }]);
  });
});
