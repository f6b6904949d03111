import { createMemoryRecords } from "@/lib/data/memories";
import type { FactInput } from "@/lib/memory/accept";
import { createMemory, type Memory } from "@/lib/memory/memory";
import { createCountingIds, openTestStore } from "@/tests/support/open-test-store";
import { describe, expect, it } from "vitest";

const day = 86_400_000;
const source = { conversationId: "c1", messageId: "m1" };

function buildInput(content: string, changes: Partial<FactInput> = {}): FactInput {
  return { content, category: "preference", tier: "important", confidence: 0.8, keywords: [], ...changes };
}

let calls = 0;
const add = (memory: Pick<Memory, "addOnce">, inputs: FactInput[]) =>
  memory.addOnce("u1", inputs, { source, key: `call${(calls += 1)}` });

async function openMemory() {
  const clock = { at: 1000 };
  const memory = createMemory({
    records: createMemoryRecords(await openTestStore()),
    now: () => clock.at,
    newId: createCountingIds(),
  });
  return { clock, memory };
}

describe("memory", () => {
  it("keeps what is added, with where it was said and when it expires", async () => {
    const { memory } = await openMemory();
    const { saved } = await add(memory, [buildInput("Likes tea")]);
    expect(saved).toMatchObject([
      { content: "Likes tea", source, createdAt: 1000, expiresAt: 1000 + 90 * day, useCount: 0 },
    ]);
    expect((await memory.list("u1")).facts).toEqual(saved.map(({ replaced: _replaced, ...fact }) => fact));
    expect((await memory.list("u2")).facts).toEqual([]);
  });

  it("says why it left something out, and does not repeat a secret", async () => {
    const { memory } = await openMemory();
    const { saved, skipped } = await add(memory, [
      buildInput("Likes tea"),
      buildInput("likes tea!"),
      buildInput("My password is hunter2"),
    ]);
    expect(saved).toHaveLength(1);
    expect(skipped.map(({ why }) => why)).toEqual([
      expect.stringMatching(/^it is known already/),
      "it holds a password, and secrets are never kept",
    ]);
    expect(JSON.stringify(await memory.exportAll("u1"))).not.toContain("hunter2");
    expect(JSON.stringify(skipped)).not.toContain("hunter2");
  });

  it("keeps what is added once under a key once, also when a full tier has sent it to the history since", async () => {
    const { memory } = await openMemory();
    const once = () =>
      memory.addOnce("u1", [buildInput("Is planning a trip", { tier: "context" })], {
        source,
        key: "run/call",
      });
    const first = await once();
    await add(
      memory,
      Array.from({ length: 6 }, (_, n) => buildInput(`Reads book ${n}`, { tier: "context" })),
    );
    const again = await once();
    const { facts, history } = await memory.list("u1");
    expect(again).toMatchObject(first);
    expect([...facts, ...history].filter(({ content }) => content === "Is planning a trip")).toHaveLength(1);
  });

  it("marks what a search found as used", async () => {
    const { clock, memory } = await openMemory();
    await add(memory, [buildInput("Likes tea"), buildInput("Works in Berlin")]);
    clock.at = 2000;
    expect(
      (await memory.search("u1", { terms: ["tea"], categories: [] })).found.map(({ content }) => content),
    ).toEqual(["Likes tea"]);
    const { facts } = await memory.list("u1");
    expect(facts.map(({ content, useCount, lastUsedAt }) => [content, useCount, lastUsedAt])).toEqual([
      ["Likes tea", 1, 2000],
      ["Works in Berlin", 0, null],
    ]);
  });

  it("no longer finds, lists or tells what has expired, and shows it in the history", async () => {
    const { clock, memory } = await openMemory();
    await add(memory, [buildInput("Is planning a trip", { tier: "context" })]);
    clock.at = 1000 + 30 * day;
    expect((await memory.list("u1")).facts).toEqual([]);
    expect((await memory.list("u1")).history).toMatchObject([
      { content: "Is planning a trip", why: "expired" },
    ]);
    expect((await memory.search("u1", { terms: [], categories: [] })).found).toEqual([]);
    expect((await memory.factsForPrompt("u1", { question: "", earlier: [] })).facts).toEqual([]);
  });

  it("changes wording and tier, and keeps the old wording", async () => {
    const { memory } = await openMemory();
    const { saved } = await add(memory, [buildInput("Likes tea")]);
    const id = saved[0]?.id ?? "";
    const changed = await memory.patch("u1", id, { content: "Likes coffee", tier: "core" });
    expect(changed).toMatchObject({ id, content: "Likes coffee", tier: "core", expiresAt: null });
    expect((await memory.list("u1")).history).toMatchObject([{ content: "Likes tea", why: "edited" }]);
  });

  it("begins the time of a fact anew when its tier is given once more, and only then", async () => {
    const { memory, clock } = await openMemory();
    const { saved } = await add(memory, [buildInput("Likes tea")]);
    const id = saved[0]?.id ?? "";
    clock.at += 80 * day;
    expect(await memory.patch("u1", id, { category: "profile" })).toMatchObject({
      expiresAt: 1000 + 90 * day,
    });
    expect(await memory.patch("u1", id, { tier: "important" })).toMatchObject({
      content: "Likes tea",
      expiresAt: 1000 + 170 * day,
    });
    expect((await memory.list("u1")).history).toEqual([]);
  });

  it("refuses to change a fact into a secret", async () => {
    const { memory } = await openMemory();
    const { saved } = await add(memory, [buildInput("Likes tea")]);
    await expect(memory.patch("u1", saved[0]?.id ?? "", { content: "My pin is 1234" })).rejects.toMatchObject(
      { code: "secret_refused" },
    );
  });

  it("forgets for good and can put back what it forgot", async () => {
    const { memory } = await openMemory();
    const { saved } = await add(memory, [buildInput("Likes tea")]);
    const removed = await memory.remove("u1", saved[0]?.id ?? "");
    expect(await memory.list("u1")).toEqual({ facts: [], history: [], isOff: false });
    await memory.restore("u1", removed);
    expect((await memory.list("u1")).facts).toEqual(saved.map(({ replaced: _replaced, ...fact }) => fact));
  });

  it("does not know another person's fact", async () => {
    const { memory } = await openMemory();
    const { saved } = await add(memory, [buildInput("Likes tea")]);
    await expect(memory.remove("u2", saved[0]?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
    await expect(memory.patch("u2", saved[0]?.id ?? "", { tier: "core" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("clears facts and history, also for the same answer made once more", async () => {
    const { memory } = await openMemory();
    const say = () => memory.addOnce("u1", [buildInput("Likes tea")], { source, key: "run/call" });
    await say();
    await memory.clear("u1");
    expect(await memory.list("u1")).toEqual({ facts: [], history: [], isOff: false });
    expect(await say()).toMatchObject({ saved: [], skipped: [{ content: "Likes tea" }] });
  });
});

describe("a closer look", () => {
  const open = async (kind: "update" | "duplicate") => {
    const asked: string[] = [];
    const costs: [string, number][] = [];
    const memory = createMemory({
      records: createMemoryRecords(await openTestStore()),
      now: () => 5,
      newId: createCountingIds(),
      relateFact: async (content, [known]) => (
        asked.push(content),
        { relation: { kind, factId: known?.id ?? "" }, costMicroUsd: 7 }
      ),
      addCost: async (userId, microUsd) => void costs.push([userId, microUsd]),
    });
    return { memory, asked, costs };
  };

  it("is taken at what rules kept beside the others, and lets it take a place", async () => {
    const { memory, asked } = await open("update");
    await add(memory, [buildInput("Enjoys slow mornings")]);
    const { saved, costMicroUsd } = await add(memory, [buildInput("Gets up at five to run")]);
    expect([asked, costMicroUsd]).toEqual([["Gets up at five to run"], 7]);
    expect(saved).toMatchObject([{ content: "Gets up at five to run", replaced: "Enjoys slow mornings" }]);
    expect(await memory.list("u1")).toMatchObject({
      facts: [{ content: "Gets up at five to run" }],
      history: [{ content: "Enjoys slow mornings", why: "updated" }],
    });
  });

  it("holds also when what it let take a place is undone and put back", async () => {
    const { memory } = await open("update");
    await add(memory, [buildInput("Enjoys slow mornings")]);
    const { saved } = await add(memory, [buildInput("Gets up at five to run")]);
    await memory.restore("u1", await memory.remove("u1", saved[0]?.id ?? "", true));
    expect(await memory.list("u1")).toMatchObject({
      facts: [{ content: "Gets up at five to run" }],
      history: [{ content: "Enjoys slow mornings", why: "updated" }],
    });
  });

  it("counts what it cost for what the person writes down, where no reply does", async () => {
    const { memory, costs } = await open("update");
    await memory.addByHand("u1", buildInput("Enjoys slow mornings"));
    await memory.addByHand("u1", buildInput("Gets up at five to run"));
    await add(memory, [buildInput("Sails on Sundays")]);
    expect(costs).toEqual([["u1", 7]]);
  });

  it("takes back what says nothing new", async () => {
    const { memory } = await open("duplicate");
    await add(memory, [buildInput("Enjoys slow mornings")]);
    expect(await add(memory, [buildInput("Likes it when the day begins slowly")])).toMatchObject({
      saved: [],
      skipped: [{ why: "it is known already, as “Enjoys slow mornings”" }],
    });
    expect((await memory.list("u1")).facts).toMatchObject([{ content: "Enjoys slow mornings" }]);
  });
});

describe("undo of what took the place of another fact", () => {
  it("brings that one back, and putting it back again ends that one again", async () => {
    const { memory } = await openMemory();
    await add(memory, [buildInput("Lives in Berlin")]);
    const { saved } = await add(memory, [buildInput("Lives in Hamburg")]);
    const forgotten = await memory.remove("u1", saved[0]?.id ?? "", true);
    expect(await memory.list("u1")).toMatchObject({ facts: [{ content: "Lives in Berlin" }], history: [] });
    await memory.restore("u1", forgotten);
    expect(await memory.list("u1")).toMatchObject({
      facts: [{ content: "Lives in Hamburg" }],
      history: [{ content: "Lives in Berlin", why: "updated" }],
    });
  });

  it("leaves one home in force, whichever of several is put back first", async () => {
    const { memory } = await openMemory();
    await add(memory, [buildInput("Lives in Berlin")]);
    const [hamburg] = (await add(memory, [buildInput("Lives in Hamburg")])).saved;
    const [munich] = (await add(memory, [buildInput("Lives in Munich")])).saved;
    const [later, earlier] = [
      await memory.remove("u1", munich?.id ?? "", true),
      await memory.remove("u1", hamburg?.id ?? "", true),
    ];
    await memory.restore("u1", later);
    expect(await memory.list("u1")).toMatchObject({
      facts: [{ content: "Lives in Munich" }],
      history: [{ content: "Lives in Berlin" }],
    });
    await memory.restore("u1", earlier);
    expect(await memory.list("u1")).toMatchObject({ facts: [{ content: "Lives in Hamburg" }] });
  });

  it("brings back all that could not stand beside it, and putting it back ends all of that again", async () => {
    const { memory } = await openMemory();
    await add(memory, [buildInput("Has a dog"), buildInput("Has a cat"), buildInput("Likes tea")]);
    const { saved } = await add(memory, [buildInput("Has no pets")]);
    const contents = async () => (await memory.list("u1")).facts.map(({ content }) => content).sort();
    expect(await contents()).toEqual(["Has no pets", "Likes tea"]);
    expect(
      (await memory.list("u1")).history.map(({ content, endedBy }) => [content, endedBy]).sort(),
    ).toEqual([
      ["Has a cat", saved[0]?.id],
      ["Has a dog", saved[0]?.id],
    ]);
    const forgotten = await memory.remove("u1", saved[0]?.id ?? "", true);
    expect(await contents()).toEqual(["Has a cat", "Has a dog", "Likes tea"]);
    await memory.restore("u1", forgotten);
    expect(await contents()).toEqual(["Has no pets", "Likes tea"]);
  });

  it("leaves in the history what cannot stand beside what was said since", async () => {
    const { memory } = await openMemory();
    await add(memory, [buildInput("Lives in Berlin")]);
    const { saved } = await add(memory, [buildInput("Lives in Hamburg")]);
    await memory.patch("u1", saved[0]?.id ?? "", { content: "Likes tea" });
    await add(memory, [buildInput("Lives in Munich")]);
    await memory.remove("u1", saved[0]?.id ?? "", true);
    expect(await memory.list("u1")).toMatchObject({
      facts: [{ content: "Lives in Munich" }],
      history: [{ content: "Lives in Berlin", why: "updated" }],
    });
  });

  it("is not taken back by the same answer made once more, while other words of it are kept", async () => {
    const { memory } = await openMemory();
    const say = (content: string) =>
      memory.addOnce("u1", [buildInput(content)], { source, key: "said/c1/m1", origin: "phrase" });
    const { saved } = await say("I like tea");
    await memory.remove("u1", saved[0]?.id ?? "", true);
    expect(await say("I like tea")).toMatchObject({ saved: [], skipped: [{ content: "I like tea" }] });
    expect(await say("I like coffee")).toMatchObject({ saved: [{ content: "I like coffee" }] });
  });
});

describe("a wording that the person changes", () => {
  it("takes the place of what cannot stand beside it", async () => {
    const { memory } = await openMemory();
    await add(memory, [buildInput("Lives in Berlin")]);
    const { saved } = await add(memory, [buildInput("Likes tea")]);
    await memory.patch("u1", saved[0]?.id ?? "", { content: "Lives in Hamburg" });
    expect(await memory.list("u1")).toMatchObject({
      facts: [{ content: "Lives in Hamburg" }],
      history: [
        { content: "Likes tea", why: "edited" },
        { content: "Lives in Berlin", why: "updated" },
      ],
    });
  });

  it("takes the place of all that cannot stand beside it", async () => {
    const { memory } = await openMemory();
    const { saved } = await add(memory, [
      buildInput("Likes tea"),
      buildInput("Has a dog"),
      buildInput("Has a cat"),
    ]);
    await memory.patch("u1", saved[0]?.id ?? "", { content: "Has no pets" });
    expect((await memory.list("u1")).facts).toMatchObject([{ content: "Has no pets" }]);
  });

  it("is refused where another fact says the same, and nothing changes", async () => {
    const { memory } = await openMemory();
    const { saved } = await add(memory, [buildInput("Lives in Berlin"), buildInput("Likes tea")]);
    await expect(
      memory.patch("u1", saved[1]?.id ?? "", { content: "I live in Berlin" }),
    ).rejects.toMatchObject({ code: "conflict" });
    expect((await memory.list("u1")).facts).toHaveLength(2);
    expect((await memory.list("u1")).history).toEqual([]);
  });

  it("is refused where nothing that is seen is left of it", async () => {
    const { memory } = await openMemory();
    const { saved } = await add(memory, [buildInput("Likes tea")]);
    await expect(
      memory.patch("u1", saved[0]?.id ?? "", { content: "\u200b\u200b\u200b" }),
    ).rejects.toMatchObject({ code: "invalid_request" });
    expect((await memory.list("u1")).facts).toMatchObject([{ content: "Likes tea" }]);
  });

  it("and what is added hold nothing unseen, and nothing that turns the words behind it round", async () => {
    const { memory } = await openMemory();
    const { saved } = await add(memory, [buildInput("Likes \u202etea\u202c\u0000 and 👩‍🍳\u200b cake")]);
    expect(saved).toMatchObject([{ content: "Likes tea  and 👩‍🍳 cake" }]);
    expect(
      await memory.patch("u1", saved[0]?.id ?? "", { content: "\ufeffLikes\u2066 tea\u2069" }),
    ).toMatchObject({ content: "Likes tea" });
  });
});
