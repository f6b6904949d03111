import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import type { SettingsPatch } from "@/lib/protocol/settings";
import { reduceMessage } from "@/lib/engine/log/reduce-message";
import type { StartedRun } from "@/lib/engine/start-or-join";
import type { Platform } from "@/lib/server/core-services";
import { openStore } from "@/lib/store/open";
import type { Store } from "@/lib/store/store";
import { readEvents, toEvents } from "@/tests/support/read-events";
import { textOf } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";

/** Two models of two vendors, both with a price; a chain names one or both. */
export const first = "google:gemini-3.5-flash";
export const second = "anthropic:claude-haiku-4-5";

/** What a model answers: its replies in order, the last one again and again, or a function. */
export type Told = Reply[] | ((request: ProviderRequest) => Reply | Promise<Reply>);
export type FaultOptions = {
  first: Told;
  second?: Told;
  settings?: SettingsPatch;
  env?: Record<string, string>;
  /** Stands between the product and its store. */
  wrapStore?: (store: Store) => Store;
  readMemoryUse?: Platform["readMemoryUse"];
};
type OnEnd = (close: () => Promise<void>) => void;

export type Seen = {
  reply: ChatMessage;
  events: ChatChunk[];
  text: string;
  notices: string[];
  /** How often each model was called: `first/second`. */
  calls: string;
};

export type FaultyProduct = Awaited<ReturnType<typeof openFaultyProduct>>;

/** The product over models that fail as they are told to. */
export async function openFaultyProduct(
  onEnd: OnEnd,
  {
    first: toldFirst,
    second: toldSecond,
    settings,
    env = {},
    wrapStore = (store) => store,
    readMemoryUse,
  }: FaultOptions,
) {
  const told: { first: Told; second: Told } = { first: toldFirst, second: toldSecond ?? [] };
  const provider = await startProviderServer((request) =>
    request.wire === "gemini" ? answerNext("first", request) : answerNext("second", request),
  );
  const counts = { first: 0, second: 0 };
  let store: Store | null = null;
  let aheadMs = 0;
  const outside: Partial<Platform> = {
    now: () => Date.now() + aheadMs,
    openStore: async (config) => (store = wrapStore(await openStore(config))),
    ...(readMemoryUse && { readMemoryUse }),
  };
  const keys = {
    GOOGLE_GENERATIVE_AI_API_KEY: "key-g",
    GOOGLE_BASE_URL: `${provider.url}/v1beta`,
    ANTHROPIC_API_KEY: "key-a",
    ANTHROPIC_BASE_URL: `${provider.url}/v1`,
    OPENAI_API_KEY: "key-o",
    OPENAI_BASE_URL: `${provider.url}/v1`,
  };
  const chain = toldSecond === undefined ? first : `${first},${second}`;
  const services = await openTestServices(
    { ...keys, MODEL_MAIN: chain, MODEL_LITE: "offline:guide", ...env },
    undefined,
    outside,
  );
  onEnd(async () => {
    await services.dispose();
    await provider.close();
  });
  if (settings !== undefined) await services.settings.update(settings, 0, "test");

  function answerNext(who: "first" | "second", request: ProviderRequest): Reply | Promise<Reply> {
    const place = counts[who];
    counts[who] += 1;
    const replies = told[who];
    if (typeof replies === "function") return replies(request);
    return replies[Math.min(place, replies.length - 1)] ?? { status: 500 };
  }

  const see = async (start: () => Promise<StartedRun>): Promise<Seen> => {
    const before = { ...counts };
    const started = await start();
    const [reply, events] = await Promise.all([started.reply, readEvents(started.stream())]);
    const notices = reply.parts.flatMap((part) => (part.type === "data-notice" ? [part.data.kind] : []));
    return {
      reply,
      events,
      text: textOf(reply),
      notices,
      calls: `${counts.first - before.first}/${counts.second - before.second}`,
    };
  };
  return {
    services,
    provider,
    store: (): Store => store ?? expect.fail("The store is not open."),
    ask: async (words = "What is it?", ids = {}): Promise<Seen> =>
      see(() => services.runs.start("owner", toQuestion(words, ids))),
    goOn: async (): Promise<Seen> =>
      see(() => services.runs.start("owner", { id: "c1", trigger: "continue", options: {} })),
    /** Resolves when the running reply shows it. */
    async waitFor(shows: (chunk: ChatChunk) => boolean, where: TestServices = services): Promise<void> {
      const stream = await where.runs.follow("owner", "c1");
      for await (const text of (stream ?? expect.fail("Nothing runs.")).pipeThrough(new TextDecoderStream()))
        if (toEvents(text).some(shows)) return;
      expect.fail("The reply has ended without it.");
    },
    /** The product as another process finds it when this one dies now. */
    async openCopy(onCopyEnd: OnEnd): Promise<TestServices> {
      const folder = await mkdtemp(path.join(tmpdir(), "sextant-crash-"));
      await cp(services.dataDir, folder, { recursive: true, filter: (source) => !source.includes("lock") });
      const copy = await openTestServices(
        { ...keys, MODEL_MAIN: chain, MODEL_LITE: "offline:guide", ...env },
        folder,
      );
      onCopyEnd(() => copy.dispose());
      return copy;
    },
    /** From now on, a minute later, every model answers so: nobody asked to be left alone for longer. */
    heal(words: string): void {
      aheadMs += 61_000;
      told.first = told.second = [say(words)];
    },
    /** What the model was sent, newest last. */
    prompts: (): string[] => provider.requests.map(({ body }) => JSON.stringify(body)),
  };
}

export const say = (...chunks: string[]): Reply => ({
  parts: [{ type: "text", chunks }],
  usage: { input: 1_000, output: 100 },
});
export const callTool = (name: string, input: unknown): Reply => ({
  parts: [{ type: "tool", name, input }],
  usage: { input: 1_000, output: 100 },
});
/** Words one by one, far enough apart that each is passed on before the next. */
export const slowly = (words: string, more: object): Reply => ({
  parts: [{ type: "text", chunks: words.split(/(?<= )/) }],
  usage: { input: 1_000, output: 100 },
  delayMs: 50,
  ...more,
});

/**
 * Whatever went wrong: the question is kept, reader and store have the same reply, money and record agree,
 * and nothing is left open.
 */
export async function expectNothingLost(
  { services, store }: FaultyProduct,
  { reply, events }: Seen,
): Promise<void> {
  const stored = await services.runs.readConversation("owner", "c1", { limit: 40 });
  expect(stored.activeRunId).toBeNull();
  expect(stored.messages.slice(-2).map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(stored.messages.at(-1)).toEqual(reply);
  expect(events.at(-1)).toMatchObject({
    type: "finish",
    messageMetadata: { outcome: reply.metadata?.outcome },
  });
  expect(textOf(await reduceMessage(events, reply.id, {}))).toBe(textOf(reply));
  await expectMoneyRecorded(services, reply);
  await services.settleBackground();
  expect((await store().list({ collection: "running", limit: 10 })).documents).toEqual([]);
}

/** "Continue" works from the reply: what it has stays, in the same message, and what comes is added once. */
export async function expectGoesOn(product: FaultyProduct, { reply, text }: Seen): Promise<void> {
  product.heal("And the rest.");
  const continued = await product.goOn();
  expect(continued.reply).toMatchObject({ id: reply.id, metadata: { outcome: "completed" } });
  expect(continued.text).toBe(`${text}And the rest.`);
  const { messages, activeRunId } = await product.services.runs.readConversation("owner", "c1", {
    limit: 40,
  });
  expect([messages.length, activeRunId]).toEqual([2, null]);
  expect((await product.services.quotas.read("owner")).used.microUsdToday).toBe(
    continued.reply.metadata?.costMicroUsd,
  );
}

async function expectMoneyRecorded(services: TestServices, { metadata }: ChatMessage): Promise<void> {
  const record = await services.runs.getRecord("owner", metadata?.runId ?? "");
  expect(record).toMatchObject({
    status: "ended",
    outcome: metadata?.outcome,
    reason: metadata?.reason ?? null,
    costMicroUsd: metadata?.costMicroUsd,
  });
  expect(record.steps.reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0)).toBe(record.costMicroUsd);
  expect(
    record.steps
      .filter(({ finishReason }) => finishReason === "cut")
      .every(({ usage }) => usage.estimated === true),
  ).toBe(true);
  const { used } = await services.quotas.read("owner");
  expect(used.microUsdToday).toBe(metadata?.costMicroUsd);
}
