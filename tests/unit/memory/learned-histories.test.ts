import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "@/lib/store/open";
import {
  asksForFacts,
  createNotingModel,
  readLearnedHistories,
  type LearnedHistory,
} from "@/tests/evaluation/long-memory/learned-histories";
import { openMemoryServices, type MemoryServices } from "@/tests/evaluation/long-memory/memory-services";
import { closeAfter } from "@/tests/support/scripted-services";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";

const histories = readLearnedHistories();
const quietMinutes = 3;

const toEnv = (provider: ProviderServer) => ({
  LOCAL_BASE_URL: `${provider.url}/v1`,
  MODEL_LITE: "local:small",
});
const countQuestions = (provider: ProviderServer) => provider.requests.filter(asksForFacts).length;
const listContents = async ({ services }: MemoryServices, userId: string) =>
  (await services.memory.list(userId)).facts.map(({ content }) => content).toSorted();
const listNoted = ({ noted }: LearnedHistory) => noted.map(({ content }) => content).toSorted();

async function openProvider(): Promise<ProviderServer> {
  const provider = await startProviderServer(createNotingModel(histories));
  closeAfter(provider);
  return provider;
}

async function openLife(
  provider: ProviderServer,
  ...outside: Parameters<typeof openMemoryServices>[1][]
): Promise<MemoryServices> {
  const life = await openMemoryServices(toEnv(provider), ...outside);
  closeAfter(life);
  return life;
}

function getHistory(id: string): LearnedHistory {
  const history = histories.find((one) => one.id === id);
  if (history === undefined) throw new Error(`There is no history ${id}.`);
  return history;
}

/** Says the texts in one conversation; `edited`: in the place of that message and all after it. A message is called by its length and first words. */
async function speak(
  { services }: MemoryServices,
  userId: string,
  texts: readonly string[],
  edited?: string,
): Promise<void> {
  for (const text of texts) {
    const message = {
      id: edited ?? toMessageId(text),
      role: "user" as const,
      parts: [{ type: "text" as const, text }],
    };
    const started = await services.runs.start(userId, {
      id: "talk",
      trigger: "submit-message",
      message,
      ...(edited === undefined ? {} : { messageId: edited }),
      options: {},
    });
    await started.reply;
  }
}

const toMessageId = (text: string) => `${text.length}-${text}`.replace(/\W+/g, "-").slice(0, 60);

describe("what people tell without asking to keep it", () => {
  let provider: ProviderServer;
  let life: MemoryServices;

  beforeAll(async () => {
    provider = await startProviderServer(createNotingModel(histories));
    life = await openMemoryServices(toEnv(provider));
    for (const { id, known, said } of histories) {
      if (known !== undefined) await life.say(id, [known]);
      await life.say(id, said);
    }
    await life.services.doDueWork();
    if (countQuestions(provider) > 0) throw new Error("A model was asked before it was quiet.");
    life.goTo(0, quietMinutes);
    await Promise.all([life.services.doDueWork(), life.services.doDueWork()]);
  });
  afterAll(async () => {
    await life.close();
    await provider.close();
  });

  it.each(histories)(
    "is kept once it is quiet, with its source, and nothing that was invented: $id",
    async (history) => {
      const { facts } = await life.services.memory.list(history.id);
      expect(facts.map(({ content }) => content).toSorted()).toEqual(listNoted(history));
      expect(facts.map(({ origin, source }) => [origin, source === null])).toEqual(
        facts.map(() => ["learned", false]),
      );
    },
  );

  it("is read once, however often somebody looks", async () => {
    await life.services.doDueWork();
    expect(countQuestions(provider)).toBe(histories.length);
  });
});

describe("learning beside the answers", () => {
  it("is done once by two instances that look at the same time", async () => {
    const provider = await openProvider();
    const dataDir = makeTemporaryFolder();
    const store = await openStore({ driver: "embedded", dataDir });
    closeAfter(store);
    const shared = { dataDir, openStore: async () => ({ ...store, close: async () => undefined }) };
    const [first, second] = [await openLife(provider, shared), await openLife(provider, shared)];
    const history = getHistory("l-en-01");
    await first.say(history.id, history.said);
    first.goTo(0, quietMinutes);
    second.goTo(0, quietMinutes);
    await Promise.all([first.services.doDueWork(), second.services.doDueWork()]);
    expect(countQuestions(provider)).toBe(1);
    expect(await listContents(second, history.id)).toEqual(listNoted(history));
  });

  it("is done after a restart by what was said before it", async () => {
    const provider = await openProvider();
    const dataDir = makeTemporaryFolder();
    const before = await openMemoryServices(toEnv(provider), { dataDir });
    const history = getHistory("l-zh-01");
    await before.say(history.id, history.said);
    await before.stop();
    const after = await openLife(provider, { dataDir });
    after.goTo(0, quietMinutes);
    await after.services.doDueWork();
    expect(await listContents(after, history.id)).toEqual(listNoted(history));
    expect(countQuestions(provider)).toBe(1);
  });

  it("waits for five messages of the person", async () => {
    const provider = await openProvider();
    const life = await openLife(provider);
    const history = getHistory("l-en-01");
    await life.say(history.id, history.said.slice(0, 4));
    life.goTo(0, quietMinutes);
    await life.services.doDueWork();
    expect(countQuestions(provider)).toBe(0);
  });

  it("waits while the person has spent what they may, and is done when they may spend again", async () => {
    const provider = await openProvider();
    const life = await openMemoryServices({
      COMPATIBLE_PROVIDERS: `box=${provider.url}/v1`,
      MODEL_LITE: "box:small",
    });
    closeAfter(life);
    const history = getHistory("l-en-01");
    await life.say(history.id, history.said);
    await life.services.quotas.setOverrides(history.id, { centsPerDay: 0 });
    life.goTo(0, quietMinutes);
    await life.services.doDueWork();
    expect([countQuestions(provider), await listContents(life, history.id)]).toEqual([0, []]);
    await life.services.quotas.setOverrides(history.id, null);
    life.goTo(0, quietMinutes + 61);
    await life.services.doDueWork();
    expect([countQuestions(provider), await listContents(life, history.id)]).toEqual([1, listNoted(history)]);
  });

  it("leaves temporary conversations alone", async () => {
    const provider = await openProvider();
    const life = await openLife(provider);
    const history = getHistory("l-en-01");
    await life.say(history.id, history.said, { temporary: true });
    life.goTo(0, quietMinutes);
    await life.services.doDueWork();
    expect([countQuestions(provider), await listContents(life, history.id)]).toEqual([0, []]);
  });

  it.each([
    [
      "the person",
      async ({ services }: MemoryServices, userId: string) => services.memory.setOff(userId, true),
    ],
    ["the site", async ({ changeSettings }: MemoryServices) => changeSettings({ memoryEnabled: false })],
  ])(
    "asks no model and keeps nothing where memory was switched off by %s, before or after the words were said",
    async (_, switchOff) => {
      const provider = await openProvider();
      const life = await openLife(provider);
      const [early, late] = [getHistory("l-en-01"), getHistory("l-zh-01")];
      await life.say(late.id, late.said);
      await switchOff(life, late.id);
      await switchOff(life, early.id);
      await life.say(early.id, early.said);
      life.goTo(0, quietMinutes);
      await life.services.doDueWork();
      expect([
        countQuestions(provider),
        await listContents(life, early.id),
        await listContents(life, late.id),
      ]).toEqual([0, [], []]);
    },
  );

  it.each([
    [
      "the person",
      async ({ services }: MemoryServices, userId: string, isOff: boolean) =>
        services.memory.setOff(userId, isOff),
    ],
    [
      "the site",
      async ({ changeSettings }: MemoryServices, _: string, isOff: boolean) =>
        changeSettings({ memoryEnabled: !isOff }),
    ],
  ])(
    "never reads what was said while memory was switched off by %s, also when it is on again",
    async (_, switchMemory) => {
      const provider = await openProvider();
      const life = await openLife(provider);
      const { id, said } = getHistory("l-en-01");
      const talk = (texts: readonly string[]) => speak(life, id, texts);
      await switchMemory(life, id, true);
      await talk(said);
      await switchMemory(life, id, false);
      await talk(["What is the height of a tower?", "And of a bridge?"]);
      life.goTo(0, quietMinutes);
      await life.services.doDueWork();
      expect(await listContents(life, id)).toEqual([]);
      expect(
        provider.requests.filter(
          (request) => asksForFacts(request) && JSON.stringify(request.body).includes("Northgate"),
        ),
      ).toEqual([]);
    },
  );

  it("does not bring back what the person removed, or cleared, before it was read", async () => {
    const provider = await openProvider();
    const life = await openLife(provider);
    const { id, said } = getHistory("l-en-01");
    await speak(life, id, said);
    const { memory } = life.services;
    const [first = "", , third = ""] = said.map(toMessageId);
    const input = {
      content: "I work as a biology teacher at Northgate School",
      category: "profile" as const,
      tier: "core" as const,
      confidence: 1,
      keywords: [],
    };
    const { saved } = await memory.addOnce(id, [input], {
      source: { conversationId: "talk", messageId: first },
      key: "said",
    });
    await memory.remove(id, saved[0]?.id ?? "");
    life.goTo(0, quietMinutes);
    await life.services.doDueWork();
    expect((await memory.list(id)).facts.map(({ source }) => source?.messageId)).toEqual([third]);
    await speak(
      life,
      id,
      said.map((text) => `${text} Really.`),
    );
    await memory.clear(id);
    life.goTo(0, 3 * quietMinutes);
    await life.services.doDueWork();
    expect(await listContents(life, id)).toEqual([]);
  });

  it("is tried again, a day after it was given up, when the conversation goes on", async () => {
    const state = { isDown: true };
    const note = createNotingModel(histories);
    const provider = await startProviderServer((request) => (state.isDown ? { status: 400 } : note(request)));
    closeAfter(provider);
    const life = await openLife(provider);
    const { id, said, ...history } = getHistory("l-en-01");
    const talk = (texts: readonly string[]) => speak(life, id, texts);
    await talk(said);
    for (let hour = 1; hour <= 21; hour += 1) {
      life.goTo(0, hour * 60);
      await life.services.doDueWork();
    }
    state.isDown = false;
    life.goTo(1, 10);
    await talk(["Thanks again!"]);
    life.goTo(1, 20);
    await life.services.doDueWork();
    expect(await listContents(life, id)).toEqual(listNoted({ id, said, ...history }));
  });

  it.each([
    [
      "the conversation is deleted",
      async ({ services }: MemoryServices, userId: string) =>
        services.runs.deleteConversation(userId, "talk"),
    ],
    [
      "its question is edited",
      async (life: MemoryServices, userId: string) =>
        speak(life, userId, ["What grows at the sea?"], toMessageId(getHistory("l-en-01").said[0] ?? "")),
    ],
    [
      "the memory is cleared",
      async ({ services }: MemoryServices, userId: string) => services.memory.clear(userId),
    ],
  ])("keeps nothing of what it has read when %s meanwhile", async (_, change) => {
    const during: { act: () => Promise<void> } = { act: async () => undefined };
    const note = createNotingModel(histories);
    const provider = await startProviderServer(async (request) => {
      if (asksForFacts(request)) await during.act();
      return note(request);
    });
    closeAfter(provider);
    const life = await openLife(provider);
    const { id, said } = getHistory("l-en-01");
    await speak(life, id, said);
    during.act = () => change(life, id);
    life.goTo(0, quietMinutes);
    await life.services.doDueWork();
    expect([countQuestions(provider), await listContents(life, id)]).toEqual([1, []]);
  });
});
