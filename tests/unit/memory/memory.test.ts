import { createMemoryRecords } from "@/lib/features/memory/records/memories";
import type { FactInput } from "@/lib/features/memory/shape";
import { createMemory, type Memory } from "@/lib/features/memory/memory";
import { openAskedSmallModel, type AskedSmallModel } from "@/tests/support/asked-small-model";
import { createCountingIds, openTestStore } from "@/tests/support/open-test-store";
import { afterEach, describe, expect, it } from "vitest";

const opened: AskedSmallModel[] = [];
afterEach(async () => void (await Promise.all(opened.splice(0).map(({ server }) => server.close()))));

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
      "it holds a password or a code, and secrets are never kept",
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

  it("counts what an answer named as used, and not what a search found", async () => {
    const { clock, memory } = await openMemory();
    const { saved } = await add(memory, [buildInput("Likes tea"), buildInput("Works in Berlin")]);
    clock.at = 2000;
    expect(
      (await memory.search("u1", { terms: ["tea"], categories: [] })).found.map(({ content }) => content),
    ).toEqual(["Likes tea"]);
    await memory.markUsed("u1", [saved[1]?.id ?? ""], source);
    const { facts } = await memory.list("u1");
    expect(facts.map(({ content, useCount, lastUsedAt }) => [content, useCount, lastUsedAt])).toEqual([
      ["Works in Berlin", 1, 2000],
      ["Likes tea", 0, null],
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
    expect((await memory.factsForPrompt("u1")).facts).toEqual([]);
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

/** Answers as a small model does that says of the newest fact what it replaces. */
async function openRelated(...answers: { sameAs?: string; replaces?: string[] }[]) {
  const payers: string[] = [];
  const model = await openAskedSmallModel(
    answers.map((relation) => ({
      facts: [
        {
          number: 1,
          withoutSecret: "",
          category: "profile",
          tier: "core",
          sameAs: null,
          replaces: [],
          ...relation,
        },
      ],
    })),
  );
  opened.push(model);
  const clock = { at: 1000 };
  const options = {
    records: createMemoryRecords(await openTestStore()),
    now: () => clock.at,
    newId: createCountingIds(),
    askSmall: model.askSmall,
    payFor: async <T>(userId: string, work: () => Promise<T>) => {
      payers.push(userId);
      return work();
    },
  };
  const memory = createMemory(options);
  const contents = async () => (await memory.list("u1")).facts.map(({ content }) => content).toSorted();
  return { memory, model, payers, contents, options, clock };
}

describe("without a small model", () => {
  it("facts stand beside each other with their dates, the newer first", async () => {
    const { memory, clock } = await openMemory();
    await add(memory, [buildInput("Lives in Berlin")]);
    clock.at += 10 * day;
    await add(memory, [buildInput("Lives in Hamburg")]);
    expect((await memory.list("u1")).facts.map(({ content, createdAt }) => [content, createdAt])).toEqual([
      ["Lives in Hamburg", 1000 + 10 * day],
      ["Lives in Berlin", 1000],
    ]);
  });

  it.each([
    ["likes green tea.", "Likes green tea"],
    ["Ｌikes   green tea", "Likes green tea"],
    ["喜欢 绿茶！", "喜欢绿茶"],
  ])("%j is known beside %j, and its time begins anew", async (content, known) => {
    const { memory, clock } = await openMemory();
    await add(memory, [buildInput(known)]);
    clock.at += 8 * day;
    expect(await add(memory, [buildInput(content, { confidence: 1 })])).toMatchObject({ saved: [] });
    expect((await memory.list("u1")).facts).toMatchObject([
      { content: known, confidence: 1, expiresAt: 1000 + 98 * day },
    ]);
  });

  it("C, C++ and C# are told apart", async () => {
    const { memory } = await openMemory();
    await add(memory, [buildInput("Writes C"), buildInput("Writes C#"), buildInput("Writes C++")]);
    expect((await memory.list("u1")).facts).toHaveLength(3);
  });

  it("a fact with a secret stays out whole", async () => {
    const { memory } = await openMemory();
    expect(await add(memory, [buildInput("Likes tea and the PIN is 4921")])).toMatchObject({
      saved: [],
      skipped: [{ content: "(not repeated)", isSecret: true }],
    });
  });
});

describe("with a small model", () => {
  it("a fact takes the place of the one that it replaces, with the higher tier and its uses", async () => {
    const { memory } = await openRelated({ replaces: ["f1"] });
    const { saved: old } = await add(memory, [buildInput("Lives in Berlin", { tier: "core" })]);
    await memory.markUsed("u1", [old[0]?.id ?? ""], source);
    const { saved, costMicroUsd } = await add(memory, [buildInput("Lives in Hamburg", { tier: "context" })]);
    expect(costMicroUsd).toBe(120);
    expect(saved).toMatchObject([
      {
        content: "Lives in Hamburg",
        replaced: "Lives in Berlin",
        tier: "core",
        expiresAt: null,
        useCount: 1,
      },
    ]);
    expect(await memory.list("u1")).toMatchObject({
      facts: [{ content: "Lives in Hamburg", replaces: old[0]?.id }],
      history: [{ content: "Lives in Berlin", why: "updated" }],
    });
  });

  it("a fact that says what is known is not kept", async () => {
    const { memory } = await openRelated({ sameAs: "f1" });
    await add(memory, [buildInput("Enjoys slow mornings")]);
    expect(await add(memory, [buildInput("Likes it when the day begins slowly")])).toMatchObject({
      saved: [],
      skipped: [{ why: "it is known already, as “Enjoys slow mornings”" }],
    });
  });

  it("what a tool calls again is not asked about again", async () => {
    const { memory, model } = await openRelated({ replaces: ["f1"] });
    await add(memory, [buildInput("Lives in Berlin")]);
    const again = () => memory.addOnce("u1", [buildInput("Lives in Hamburg")], { source, key: "run/call" });
    const first = await again();
    expect(await again()).toEqual({ ...first, costMicroUsd: 0 });
    expect(model.server.requests).toHaveLength(1);
  });

  it("the harmless half of what the person asks to remember is kept", async () => {
    const { memory } = await openRelated({ withoutSecret: "Likes tea" } as object);
    const { saved } = await add(memory, [buildInput("Likes tea and the PIN is 4921")]);
    expect(saved).toMatchObject([{ content: "Likes tea" }]);
    expect(JSON.stringify(await memory.exportAll("u1"))).not.toContain("4921");
  });

  it("what the person writes and rewords is related as well, at their own cost", async () => {
    const { memory, payers, contents } = await openRelated({ replaces: ["f1"] });
    const berlin = await memory.addByHand("u1", buildInput("Lives in Berlin"));
    const tea = await memory.addByHand("u1", buildInput("Lives in Hamburg"));
    expect([await contents(), payers]).toEqual([["Lives in Hamburg"], ["u1", "u1"]]);
    await memory.restore("u1", { ...berlin, content: "Likes tea", earlier: [], broughtBack: [] });
    await memory.patch("u1", tea.id, { content: "Likes coffee" });
    expect([await contents(), payers.length]).toEqual([["Likes coffee"], 3]);
  });

  it("nobody is asked while the person has switched memory off", async () => {
    const { memory, model } = await openRelated({ replaces: ["f1"] });
    await add(memory, [buildInput("Lives in Berlin")]);
    await memory.setOff("u1", true);
    await add(memory, [buildInput("Lives in Hamburg")]);
    expect(model.server.requests).toEqual([]);
  });

  it("an answer that comes too late ends no fact that the person forgot or edited meanwhile", async () => {
    const { memory, options, contents, clock } = await openRelated({});
    const [berlin] = (await add(memory, [buildInput("Lives in Berlin")])).saved;
    const slow = createMemory({
      ...options,
      askSmall: async (question, signal) => {
        clock.at += 1;
        await memory.patch("u1", berlin?.id ?? "", { content: "Lives in Bremen" });
        return options.askSmall({ ...question }, signal);
      },
    });
    await slow.addOnce("u1", [buildInput("Lives in Hamburg")], { source, key: "late" });
    expect(await contents()).toEqual(["Lives in Bremen", "Lives in Hamburg"]);
  });
});

describe("undo of what took the place of another fact", () => {
  it("brings that one back, and putting it back again ends that one again", async () => {
    const { memory, contents } = await openRelated({ replaces: ["f1"] });
    await add(memory, [buildInput("Lives in Berlin")]);
    const { saved } = await add(memory, [buildInput("Lives in Hamburg")]);
    const forgotten = await memory.remove("u1", saved[0]?.id ?? "", true);
    expect([await contents(), (await memory.list("u1")).history]).toEqual([["Lives in Berlin"], []]);
    await memory.restore("u1", forgotten);
    expect(await memory.list("u1")).toMatchObject({
      facts: [{ content: "Lives in Hamburg" }],
      history: [{ content: "Lives in Berlin", why: "updated" }],
    });
  });

  it("brings back all that it replaced, and putting it back ends all of that again", async () => {
    const { memory, contents } = await openRelated({ replaces: ["f1", "f2"] });
    await add(memory, [buildInput("Has a dog"), buildInput("Has a cat"), buildInput("Likes tea")]);
    const { saved } = await add(memory, [buildInput("Has no pets")]);
    expect(await contents()).toEqual(["Has no pets", "Likes tea"]);
    const history = (await memory.list("u1")).history.map(({ content, endedBy }) => [content, endedBy]);
    expect(history.toSorted()).toEqual([
      ["Has a cat", saved[0]?.id],
      ["Has a dog", saved[0]?.id],
    ]);
    const forgotten = await memory.remove("u1", saved[0]?.id ?? "", true);
    expect(await contents()).toEqual(["Has a cat", "Has a dog", "Likes tea"]);
    await memory.restore("u1", forgotten);
    expect(await contents()).toEqual(["Has no pets", "Likes tea"]);
  });

  it("does not bring back what is in force in the same words by now", async () => {
    const { memory, contents } = await openRelated({ replaces: ["f1"] }, {});
    await add(memory, [buildInput("Lives in Berlin")]);
    const { saved } = await add(memory, [buildInput("Lives in Hamburg")]);
    await add(memory, [buildInput("lives in Berlin!")]);
    await memory.remove("u1", saved[0]?.id ?? "", true);
    expect(await contents()).toEqual(["lives in Berlin!"]);
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
  it("is refused where another fact says the same, and nothing changes", async () => {
    const { memory } = await openMemory();
    const { saved } = await add(memory, [buildInput("Lives in Berlin"), buildInput("Likes tea")]);
    await expect(
      memory.patch("u1", saved[1]?.id ?? "", { content: "lives in Berlin." }),
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
