import { createMemoryRecords } from "@/lib/data/memories";
import type { FactInput } from "@/lib/memory/accept";
import { createMemory } from "@/lib/memory/memory";
import { createCountingIds, openTestStore } from "@/tests/support/open-test-store";
import { describe, expect, it } from "vitest";

const day = 86_400_000;
const source = { conversationId: "c1", messageId: "m1" };

function buildInput(content: string, changes: Partial<FactInput> = {}): FactInput {
  return { content, category: "preference", tier: "important", confidence: 0.8, keywords: [], ...changes };
}

async function openMemory() {
  const clock = { at: 1000 };
  const memory = createMemory({ records: createMemoryRecords(await openTestStore()), now: () => clock.at, newId: createCountingIds() });
  return { clock, memory };
}

describe("memory", () => {
  it("keeps what is added, with where it was said and when it expires", async () => {
    const { memory } = await openMemory();
    const { saved } = await memory.add("u1", [buildInput("Likes tea")], source);
    expect(saved).toMatchObject([{ content: "Likes tea", source, createdAt: 1000, expiresAt: 1000 + 90 * day, useCount: 0 }]);
    expect((await memory.list("u1")).facts).toEqual(saved);
    expect((await memory.list("u2")).facts).toEqual([]);
  });

  it("says why it left something out, and does not repeat a secret", async () => {
    const { memory } = await openMemory();
    const { saved, skipped } = await memory.add(
      "u1",
      [buildInput("Likes tea"), buildInput("likes tea!"), buildInput("My password is hunter2")],
      source,
    );
    expect(saved).toHaveLength(1);
    expect(skipped.map(({ why }) => why)).toEqual(["it is known already", "it holds a password, and secrets are never kept"]);
    expect(JSON.stringify(await memory.exportAll("u1"))).not.toContain("hunter2");
    expect(JSON.stringify(skipped)).not.toContain("hunter2");
  });

  it("keeps what is added once under a key once, also when a full tier has sent it to the history since", async () => {
    const { memory } = await openMemory();
    const once = () => memory.addOnce("u1", [buildInput("Is planning a trip", { tier: "context" })], { source, key: "run/call" });
    const first = await once();
    await memory.add("u1", Array.from({ length: 6 }, (_, n) => buildInput(`Reads book ${n}`, { tier: "context" })), source);
    const again = await once();
    const { facts, history } = await memory.list("u1");
    expect(again).toMatchObject(first);
    expect([...facts, ...history].filter(({ content }) => content === "Is planning a trip")).toHaveLength(1);
  });

  it("marks what a search found as used", async () => {
    const { clock, memory } = await openMemory();
    await memory.add("u1", [buildInput("Likes tea"), buildInput("Works in Berlin")], source);
    clock.at = 2000;
    expect((await memory.search("u1", ["tea"], [])).map(({ content }) => content)).toEqual(["Likes tea"]);
    const { facts } = await memory.list("u1");
    expect(facts.map(({ content, useCount, lastUsedAt }) => [content, useCount, lastUsedAt])).toEqual([
      ["Likes tea", 1, 2000],
      ["Works in Berlin", 0, null],
    ]);
  });

  it("no longer finds, lists or tells what has expired, and shows it in the history", async () => {
    const { clock, memory } = await openMemory();
    await memory.add("u1", [buildInput("Is planning a trip", { tier: "context" })], source);
    clock.at = 1000 + 30 * day;
    expect((await memory.list("u1")).facts).toEqual([]);
    expect((await memory.list("u1")).history).toMatchObject([{ content: "Is planning a trip", why: "expired" }]);
    expect(await memory.search("u1", [], [])).toEqual([]);
    expect(await memory.factsForPrompt("u1")).toEqual([]);
  });

  it("changes wording and tier, and keeps the old wording", async () => {
    const { memory } = await openMemory();
    const { saved } = await memory.add("u1", [buildInput("Likes tea")], source);
    const id = saved[0]?.id ?? "";
    const changed = await memory.patch("u1", id, { content: "Likes coffee", tier: "core" });
    expect(changed).toMatchObject({ id, content: "Likes coffee", tier: "core", expiresAt: null });
    expect((await memory.list("u1")).history).toMatchObject([{ content: "Likes tea", why: "edited" }]);
  });

  it("refuses to change a fact into a secret", async () => {
    const { memory } = await openMemory();
    const { saved } = await memory.add("u1", [buildInput("Likes tea")], source);
    await expect(memory.patch("u1", saved[0]?.id ?? "", { content: "My pin is 1234" })).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("forgets for good and can put back what it forgot", async () => {
    const { memory } = await openMemory();
    const { saved } = await memory.add("u1", [buildInput("Likes tea")], source);
    const removed = await memory.remove("u1", saved[0]?.id ?? "");
    expect(await memory.list("u1")).toEqual({ facts: [], history: [] });
    await memory.restore("u1", removed);
    expect((await memory.list("u1")).facts).toEqual(saved);
  });

  it("does not know another person's fact", async () => {
    const { memory } = await openMemory();
    const { saved } = await memory.add("u1", [buildInput("Likes tea")], source);
    await expect(memory.remove("u2", saved[0]?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
    await expect(memory.patch("u2", saved[0]?.id ?? "", { tier: "core" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("clears facts and history", async () => {
    const { memory } = await openMemory();
    await memory.add("u1", [buildInput("Likes tea")], source);
    await memory.clear("u1");
    expect(await memory.list("u1")).toEqual({ facts: [], history: [] });
  });
});
