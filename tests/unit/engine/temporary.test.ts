import { describe, expect, it } from "vitest";
import type { FactInput } from "@/lib/features/memory/shape";
import {
  ask,
  call,
  closeAfter,
  openWith,
  read,
  text,
  textOf,
  toolParts,
} from "@/tests/support/scripted-services";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import type { Reply } from "@/tests/support/wire/reply";
import { copyFolder, goOn, openProcess, openProvider, readUntil, stalled } from "./cut-runs";

const owner = "owner";
const toTemporary = (words: string, ids = {}) => ({
  ...toQuestion(words, ids),
  options: { temporary: true },
});
const askTemporarily = async (services: TestServices, words: string, ids = {}) =>
  (await services.runs.start(owner, toTemporary(words, ids))).reply;
const rexFact: FactInput = {
  content: "Has a dog named Rex",
  category: "profile",
  tier: "core",
  confidence: 0.9,
  keywords: [],
};

describe("a temporary conversation", () => {
  it("is read like any other and in no list, and its title is made by no model", async () => {
    const { services, provider } = await openWith(() => text("Forty-two."), { MODEL_LITE: "local:lite" });
    expect(textOf(await askTemporarily(services, "What is six times seven?"))).toBe("Forty-two.");
    await services.settleBackground();
    const conversation = await read(services);
    expect(conversation).toMatchObject({
      temporary: true,
      activeRunId: null,
      title: "What is six times seven?",
    });
    expect(conversation.messages.map(textOf)).toEqual(["What is six times seven?", "Forty-two."]);
    expect((await services.runs.listConversations(owner, { limit: 10 })).conversations).toEqual([]);
    const small = provider.requests.filter(({ model }) => model === "lite");
    for (const { body } of small)
      expect(JSON.stringify(body)).toContain("questions that they may well ask next");
  });

  it("stays temporary when a later message does not say so", async () => {
    const { services } = await openWith(() => text("Yes."));
    await askTemporarily(services, "First");
    await ask(services, "Second", { message: "m2" });
    expect(await read(services)).toMatchObject({ temporary: true });
    expect((await services.runs.listConversations(owner, { limit: 10 })).conversations).toEqual([]);
  });

  it("is not made of an ordinary one: that is refused before a model is asked", async () => {
    const { services, provider } = await openWith(() => text("Yes."));
    await ask(services, "First");
    await expect(askTemporarily(services, "Second", { message: "m2" })).rejects.toMatchObject({
      code: "invalid_request",
      fields: { "options.temporary": expect.any(String) },
    });
    expect((await read(services)).messages).toHaveLength(2);
    expect(provider.requests).toHaveLength(1);
  });

  it("neither tells the model what is remembered nor offers it to remember, and says so to it", async () => {
    const { services, provider } = await openWith(() => text("Yes."));
    await services.memory.addByHand(owner, rexFact);
    await ask(services, "What is my dog called?", { conversation: "ordinary" });
    await services.settleBackground();
    const { facts: before } = await services.memory.list(owner);
    const reply = await askTemporarily(services, "What is my dog called?");
    const [ordinary = "", temporary = ""] = provider.requests.map(({ body }) => JSON.stringify(body));
    expect(ordinary).toContain("named Rex");
    expect(ordinary).toContain("memory_save");
    expect(temporary).not.toMatch(/named Rex|memory_save|memory_retrieve/);
    expect(temporary).toContain("This is a temporary chat");
    expect(temporary).not.toContain("Switched off for this answer");
    expect(reply.parts.filter(({ type }) => type === "data-memories")).toEqual([]);
    expect((await services.memory.list(owner)).facts).toEqual(before);
  });

  it("keeps nothing although the model calls for it", async () => {
    const { services } = await openWith(({ turn }) =>
      turn === 0 ? call("memory_save", { facts: [rexFact] }) : text("I cannot keep that here."),
    );
    const reply = await askTemporarily(services, "Remember that I have a dog named Rex");
    expect(toolParts(reply)).toEqual([
      expect.not.objectContaining({ output: expect.objectContaining({ ok: true }) }),
    ]);
    expect((await services.memory.list(owner)).facts).toEqual([]);
  });

  it.each([
    ["Remember that I am allergic to peanuts", /This chat is temporary: I remember nothing of it/],
    ["记住我对花生过敏", /这是临时对话：我不会记住/],
  ])("answers “%s” honestly, also without a language model", async (words, honest) => {
    const services = await openTestServices();
    closeAfter({ close: () => services.dispose() });
    const reply = await (await services.runs.start("local", toTemporary(words))).reply;
    expect(textOf(reply)).toMatch(honest);
    const { facts, history } = await services.memory.list("local");
    expect([...facts, ...history]).toEqual([]);
  });

  it("is known to be one by a worker that takes its reply over", async () => {
    let isBack = false;
    const provider = await openProvider(() => (isBack ? text("Whole.") : stalled));
    const { services: crashed } = await openProcess(provider);
    await crashed.memory.addByHand(owner, rexFact);
    const started = await crashed.runs.start(owner, toTemporary("What is my dog called?"));
    await readUntil(started.stream(), "two");
    isBack = true;
    const next = await openProcess(provider, { folder: await copyFolder(crashed) });
    expect(textOf(await goOn(next.services))).toBe("Whole.");
    const taken = JSON.stringify(provider.requests.at(-1)?.body);
    expect(taken).toContain("This is a temporary chat");
    expect(taken).not.toMatch(/named Rex|memory_save/);
  });

  it("can be stopped, answered anew and gone on with", async () => {
    let script = (): Reply => stalled;
    const { services } = await openWith(() => script());
    const started = await services.runs.start(owner, toTemporary("Tell me"));
    await readUntil(started.stream(), "two");
    await services.runs.stop(owner, "c1");
    script = () => text(" three.");
    const more = await (
      await services.runs.start(owner, { id: "c1", trigger: "continue", options: { temporary: true } })
    ).reply;
    expect(more.metadata?.outcome).toBe("completed");
    script = () => text("Anew.");
    await (
      await services.runs.start(owner, { id: "c1", trigger: "regenerate-message", options: {} })
    ).reply;
    expect((await read(services)).messages.map(textOf)).toEqual(["Tell me", "Anew."]);
  });

  it("counts against the person's limits and in the day's figures", async () => {
    const { services } = await openWith(() => text("Yes."));
    await askTemporarily(services, "First");
    await services.runs.deleteConversation(owner, "c1");
    await services.settleBackground();
    expect((await services.quotas.read(owner)).used.messagesToday).toBe(1);
  });
});

describe("the end of a temporary conversation", () => {
  async function openAt(script: () => Reply) {
    const clock = { now: Date.now() };
    const opened = await openProcess(await openProvider(script), { outside: { now: () => clock.now } });
    return { ...opened, clock };
  }
  const find = (services: TestServices) => services.conversations.find(owner, "c1");

  it("waits for a reply that is made", async () => {
    const { services, clock } = await openAt(() => stalled);
    const started = await services.runs.start(owner, toTemporary("Tell me"));
    await readUntil(started.stream(), "two");
    clock.now += 3_600_000;
    await services.doDueWork();
    expect(await find(services)).not.toBeNull();
    await services.runs.stop(owner, "c1");
    await started.reply;
    clock.now += 3_600_000;
    await services.doDueWork();
    expect(await find(services)).toBeNull();
  });

  it("is an hour after the newest message, not after the first", async () => {
    const { services, clock } = await openAt(() => text("Yes."));
    await askTemporarily(services, "First");
    clock.now += 3_000_000;
    await askTemporarily(services, "Second", { message: "m2" });
    clock.now += 3_000_000;
    await services.doDueWork();
    expect(await find(services)).not.toBeNull();
    clock.now += 600_000;
    await services.doDueWork();
    expect(await find(services)).toBeNull();
  });

  it("comes for no conversation that is kept, and for none that was never temporary", async () => {
    const { services, store, clock } = await openAt(() => text("Yes."));
    await askTemporarily(services, "First");
    const planned =
      (await store.list({ collection: "jobs", limit: 1 })).documents[0] ?? expect.fail("Nothing is planned.");
    await services.temporaryChats.keep({ userId: owner, conversationId: "c1" });
    // As when it was claimed just before.
    await store.set(planned.path, planned.data);
    clock.now += 7_200_000;
    expect(await services.doDueWork()).toBe(1);
    expect(await find(services)).toMatchObject({ temporary: false });
    expect((await services.runs.listConversations(owner, { limit: 10 })).conversations).toMatchObject([
      { id: "c1" },
    ]);
    expect(await services.doDueWork()).toBe(0);
  });

  it("is tried again while the store refuses, and never given up", async () => {
    let isRefused = true;
    const deleted: string[] = [];
    const clock = { now: Date.now() };
    const provider = await openProvider(() => text("Yes."));
    const refuse = async () => {
      if (isRefused) throw new Error("The disk is away.");
    };
    const { services } = await openProcess(provider, {
      outside: { now: () => clock.now },
      wrap: (store) => ({
        ...store,
        async deleteTree(path) {
          if (!path.includes("/conversations/")) return store.deleteTree(path);
          await refuse();
          deleted.push(path);
          return store.deleteTree(path);
        },
      }),
    });
    await askTemporarily(services, "First");
    for (let attempt = 0; attempt < 10; attempt += 1) {
      clock.now += 3_600_000;
      await services.doDueWork();
    }
    expect(deleted).toEqual([]);
    isRefused = false;
    clock.now += 3_600_000;
    await services.doDueWork();
    expect(deleted).toEqual([expect.stringMatching(/conversations\/c1$/)]);
    expect(await find(services)).toBeNull();
  });
});
