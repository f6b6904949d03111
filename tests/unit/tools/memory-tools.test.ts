import { createMemoryRecords } from "@/lib/features/memory/records/memories";
import { createMemory } from "@/lib/features/memory/memory";
import { createMemoryForget } from "@/lib/features/memory/tools/memory-forget/memory-forget";
import { createMemoryRetrieve } from "@/lib/features/memory/tools/memory-retrieve/memory-retrieve";
import { createMemorySave } from "@/lib/features/memory/tools/memory-save/memory-save";
import type { EndedFact, Fact } from "@/lib/features/memory/shape";
import { buildFact } from "@/tests/support/facts";
import { createCountingIds, openTestStore } from "@/tests/support/open-test-store";
import { runOneTool } from "@/tests/support/run-one-tool";
import { openToolContext } from "@/tests/support/tool-context";
import { describe, expect, it } from "vitest";

async function openMemoryTools() {
  const memory = createMemory({
    records: createMemoryRecords(await openTestStore()),
    now: () => 0,
    newId: createCountingIds(),
  });
  return {
    memory,
    save: createMemorySave(memory),
    retrieve: createMemoryRetrieve(memory),
    forget: createMemoryForget(memory),
    context: await openToolContext(),
  };
}

describe("memory_save", () => {
  it("saves with the message as source, fills in what the model left out, and says what it left out", async () => {
    const { memory, save, context } = await openMemoryTools();
    const output = await runOneTool(
      save,
      { facts: [{ content: "Likes tea" }, { content: "My password is hunter2" }, { content: "likes tea" }] },
      context,
    );
    expect(output).toMatchObject({
      ok: true,
      text: [
        "Saved: Likes tea",
        "Not saved: (not repeated): it holds a password or a code, and secrets are never kept",
        "Not saved: likes tea: it is known already, as “Likes tea”",
      ].join("\n"),
      summary: { key: "savedFacts", values: { saved: 1, skipped: 2 } },
    });
    expect((await memory.list("u1")).facts).toMatchObject([
      {
        content: "Likes tea",
        category: "preference",
        tier: "important",
        confidence: 0.8,
        source: { conversationId: "c1", messageId: "m1" },
      },
    ]);
  });

  it("saves nothing twice when a call is made again, and gives the same result", async () => {
    const { memory, save, context } = await openMemoryTools();
    const input = {
      facts: [
        { content: "Likes tea" },
        { content: "Works in Berlin", tier: "core" },
        { content: "likes tea" },
      ],
    };
    const first = await runOneTool(save, input, context);
    const again = await runOneTool(save, input, context);
    expect(again).toEqual(first);
    expect((await memory.list("u1")).facts.map(({ content }) => content).sort()).toEqual([
      "Likes tea",
      "Works in Berlin",
    ]);
    expect(save.isRepeatable).toBe(true);
  });

  it("takes another call with the same id for a call of its own", async () => {
    const { memory, save, context } = await openMemoryTools();
    await runOneTool(save, { facts: [{ content: "Likes tea" }] }, context);
    await runOneTool(save, { facts: [{ content: "Likes coffee" }] }, context);
    expect((await memory.list("u1")).facts).toHaveLength(2);
  });

  it("saves nothing from a malformed call", async () => {
    const { memory, save, context } = await openMemoryTools();
    const output = await runOneTool(
      save,
      { facts: [{ content: "Likes tea" }, { content: "Likes cake", tier: "forever" }] },
      context,
    );
    expect(output).toMatchObject({
      ok: false,
      kind: "invalid_input",
      message: expect.stringContaining(
        'facts.1.tier: Invalid option: expected one of "core"|"important"|"context", got string "forever"',
      ),
    });
    expect((await memory.list("u1")).facts).toEqual([]);
  });
});

describe("memory_retrieve", () => {
  it("takes an empty memory for an answer", async () => {
    const { retrieve, context } = await openMemoryTools();
    expect(await runOneTool(retrieve, {}, context)).toMatchObject({
      ok: true,
      text: "Nothing is remembered yet.",
      data: { facts: [] },
    });
  });

  it("lists what matches", async () => {
    const { save, retrieve, context } = await openMemoryTools();
    await runOneTool(
      save,
      {
        facts: [{ content: "Likes tea" }, { content: "Works in Berlin", category: "profile", tier: "core" }],
      },
      context,
    );
    const output = await runOneTool(retrieve, { searchTerms: ["teas"] }, context);
    expect(output).toMatchObject({
      ok: true,
      text: "- Likes tea (preference, important, since 1970-01-01)",
      summary: { values: { count: 1 } },
    });
  });

  it("tells since when a fact is known and what it replaced, each fact in one line", async () => {
    const records = createMemoryRecords(await openTestStore());
    const day = (text: string) => Date.parse(`${text}T12:00:00Z`);
    const home = (id: string, content: string, from: string, replaces: string | null) =>
      buildFact({ id, content, category: "profile", tier: "core", createdAt: day(from), replaces });
    const end = (fact: Fact, at: string): EndedFact => ({ ...fact, why: "updated", endedAt: day(at) });
    const [a, b, c] = [
      home("a", "Lives in Hamburg", "2025-01-05", null),
      home("b", "Lives in\n- Paris", "2025-08-01", "a"),
      home("c", "Lives in Lisbon", "2026-03-02", "b"),
    ];
    await records.change("u1", (document) => ({
      document: { ...document, facts: [c], history: [end(a, "2025-08-01"), end(b, "2026-03-02")] },
      result: null,
    }));
    const retrieve = createMemoryRetrieve(
      createMemory({ records, now: () => day("2026-04-01"), newId: createCountingIds() }),
    );
    expect(
      await runOneTool(retrieve, { searchTerms: ["Where did I live before?"] }, await openToolContext()),
    ).toMatchObject({
      text: "- Lives in Lisbon (profile, core, since 2026-03-02; until 2025-08-01: “Lives in Hamburg”; before: “Lives in - Paris”)",
    });
  });

  it("says so when the person has switched memory off, and looks nothing up", async () => {
    const { memory, save, retrieve, context } = await openMemoryTools();
    await runOneTool(save, { facts: [{ content: "Likes tea" }] }, context);
    await memory.setOff("u1", true);
    expect(await runOneTool(retrieve, { searchTerms: ["tea"] }, context)).toMatchObject({
      ok: true,
      text: expect.stringContaining("switched memory off"),
      data: { facts: [] },
    });
    expect((await memory.list("u1")).facts).toMatchObject([{ useCount: 0 }]);
  });

  it("says how many others there are when nothing matches", async () => {
    const { save, retrieve, context } = await openMemoryTools();
    await runOneTool(save, { facts: [{ content: "Likes tea" }] }, context);
    expect(await runOneTool(retrieve, { searchTerms: ["skiing"] }, context)).toMatchObject({
      ok: true,
      text: expect.stringContaining("1 other fact is"),
    });
  });
});

describe("memory_forget", () => {
  it("deletes what is remembered in these words, and says what is not", async () => {
    const { memory, save, forget, context } = await openMemoryTools();
    await runOneTool(save, { facts: [{ content: "Likes tea" }, { content: "Works in Berlin" }] }, context);
    const output = await runOneTool(
      forget,
      { facts: [{ content: "likes tea." }, { content: "Likes coffee" }] },
      context,
    );
    expect(output).toMatchObject({
      ok: true,
      text: "Deleted: likes tea.\nNot remembered in these words: Likes coffee",
      data: { forgotten: [{ content: "likes tea." }], unknown: ["Likes coffee"] },
    });
    expect((await memory.list("u1")).facts).toMatchObject([{ content: "Works in Berlin" }]);
  });

  it("always waits for the person", async () => {
    expect((await openMemoryTools()).forget.approval).toBe("always");
  });
});
