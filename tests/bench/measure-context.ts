import { noBlobs } from "@/tests/support/open-test-store";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMessages } from "@/lib/data/messages";
import { paths } from "@/lib/data/paths";
import { parseEnv } from "@/lib/env";
import { defaultSettings } from "@/lib/protocol/settings";
import { createServices } from "@/lib/server/create-services";
import type { Services } from "@/lib/server/services";
import { openBlobs, openStore } from "@/lib/store/open";
import type { Store, Write } from "@/lib/store/store";
import { makeConversation } from "@/tests/evaluation/needles/conversation";
import { keepConversation } from "@/tests/evaluation/needles/keep-conversation";
import { openProduct, userId, type Product } from "@/tests/evaluation/needles/product";
import { prepareReply, rollOver } from "@/tests/evaluation/needles/send";
import { createBilledStore, sumCalls } from "@/tests/support/billed-store";
import { annasFacts, leisFacts } from "@/tests/unit/memory/people";
import { ask, closeConnections } from "./chat-client";
import { toRow, type PartResult, type Row } from "./row";
import { serveRoutes } from "./serve-routes";
import type { Server } from "./servers";
import { median, percentile } from "./statistics";

const lengths = [50, 500, 5_000] as const;
const longest = lengths[2];
const mostMs = 15;
/** The newest 40 messages and one more, the summary, the facts. */
const mostReads = 43;
const mostSlowdown = 1.2;
const minRounds = 30;
const repeats = 10;
const warmUps = 50;
/** 26, as many as a person can have. */
const facts = [...annasFacts, ...leisFacts].map((fact, index) => ({ ...fact, id: `f${index}` }));

/** How long the context of a long conversation takes to make, what it reads, and how much later its first word comes than a new conversation's. */
export async function measureContext(provider: Server, rounds: number): Promise<PartResult> {
  const dataDir = mkdtempSync(join(tmpdir(), "sextant-context-"));
  try {
    const prepared = await measurePreparing(dataDir, rounds);
    const first = await measureFirstWords(dataDir, provider, Math.max(rounds, minRounds));
    return { rows: [...prepared.rows, ...first.rows], raw: { ...prepared.raw, ...first.raw } };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const toId = (length: number): string => `talk-${length}`;

/** Conversations that the product itself summed up, reply after reply. */
async function measurePreparing(dataDir: string, rounds: number): Promise<PartResult> {
  const store = createBilledStore(await openStore({ driver: "embedded", dataDir }));
  const product = await openFilled(store, dataDir);
  const rows: Row[] = [];
  const raw: Record<string, unknown> = {};
  for (const length of lengths) {
    const times = await time(rounds * repeats, await openQuestion(product, toId(length), length));
    await store.take();
    await (
      await openQuestion(product, toId(length), length)
    )();
    // The question was kept and the record of the conversation read before that.
    const reads = sumCalls(
      (await store.take()).filter(
        ({ kind, collection }) => kind !== "write" && collection !== "users/conversations",
      ),
    ).reads;
    rows.push(...toRows(length, times, reads));
    raw[`prepare${length}`] = { ...times, reads };
  }
  await store.close();
  return { rows, raw };
}

async function openFilled(store: Store, dataDir: string): Promise<Product> {
  const product = {
    ...openProduct(store, await openBlobs({ driver: "disk", dataDir })),
    settings: defaultSettings,
  };
  await product.memories.change(userId, (document) => ({ document: { ...document, facts }, result: null }));
  const { messages } = makeConversation({ language: "en", set: "developed", messageCount: longest, turn: 0 });
  for (const length of lengths) {
    const own = messages
      .slice(0, length)
      .map(({ seq, message }) => ({ seq, message: { ...message, id: `${toId(length)}-${seq}` } }));
    await keepConversation(product, toId(length), own);
    await rollOver({ ...product, settings: { ...defaultSettings, memoryEnabled: false } }, toId(length), own);
  }
  return product;
}

/** Gives what makes the context for one more question. */
async function openQuestion(
  product: Product,
  conversationId: string,
  length: number,
): Promise<() => Promise<unknown>> {
  const text = "What should I cook for dinner tonight, and what did we say about the greenhouse?";
  const question = {
    seq: length + 1,
    message: {
      id: `${conversationId}-asked`,
      role: "user" as const,
      parts: [{ type: "text" as const, text }],
    },
  };
  await product.messages.save(userId, conversationId, question);
  const { summarisedSeq } = await product.conversations.get(userId, conversationId);
  return () => prepareReply(product, conversationId, { ...question, summarisedSeq });
}

/** In ms: until it is done, and of the processor, which other programs do not lengthen. */
type Times = { passed: number[]; used: number[] };

async function time(count: number, work: () => Promise<unknown>): Promise<Times> {
  for (let round = 0; round < warmUps; round += 1) await work();
  const times: Times = { passed: [], used: [] };
  for (let round = 0; round < count; round += 1) {
    const cpu = process.cpuUsage();
    const began = performance.now();
    await work();
    times.passed.push(performance.now() - began);
    const { user, system } = process.cpuUsage(cpu);
    times.used.push((user + system) / 1000);
  }
  return times;
}

function toRows(length: number, { passed, used }: Times, reads: number): Row[] {
  const part = "context";
  const measure = `made for a conversation of ${length} messages`;
  return [
    toRow({ part, measure: `${measure}, median`, unit: "ms", product: median(passed), atMost: mostMs }),
    toRow({
      part,
      measure: `${measure}, 95th percentile`,
      unit: "ms",
      product: percentile(passed, 0.95),
      atMost: mostMs,
    }),
    toRow({
      part,
      measure: `${measure}, processor time, 95th percentile`,
      unit: "ms",
      product: percentile(used, 0.95),
    }),
    toRow({ part, measure: `${measure}, reads`, unit: "documents", product: reads, atMost: mostReads }),
  ];
}

/** Through the routes, in turns: the longest conversation, which is put back each time as it was, and one that begins. */
async function measureFirstWords(dataDir: string, provider: Server, rounds: number): Promise<PartResult> {
  const store = await openStore({ driver: "embedded", dataDir });
  const putBack = await rememberConversation(store, toId(longest));
  await putBack();
  const services = await openServices(store, dataDir, provider);
  const server = await serveRoutes(services);
  const times = { long: [] as number[], fresh: [] as number[] };
  const takeOne = async (kind: keyof typeof times): Promise<number> => {
    const { firstMs, problem } = await ask(
      { kind: "product", url: server.url },
      {
        order: { kind: "numbers", tokens: 10, paceMs: 5 },
        ...(kind === "long" ? { conversationId: toId(longest) } : {}),
      },
    );
    if (problem !== null) throw new Error(`${kind}: ${problem}`);
    // What is summed up behind one answer is not to meet the next.
    await services.settleBackground();
    await putBack();
    return firstMs;
  };
  try {
    for (let round = 0; round < 15; round += 1)
      for (const kind of ["long", "fresh"] as const) await takeOne(kind);
    for (let round = 0; round < rounds * 2; round += 1) {
      for (const kind of round % 2 === 0 ? (["long", "fresh"] as const) : (["fresh", "long"] as const))
        times[kind].push(await takeOne(kind));
    }
  } finally {
    closeConnections();
    await server.close();
    await services.close();
  }
  return { rows: toFirstRows(times.long, times.fresh), raw: { first: times } };
}

function toFirstRows(long: number[], fresh: number[]): Row[] {
  const part = "context";
  const name = `first word after ${longest} messages against a new conversation's`;
  const describe = (longMs: number, freshMs: number) => `(${longMs.toFixed(2)} and ${freshMs.toFixed(2)} ms)`;
  const [longMs, freshMs] = [median(long), median(fresh)];
  const [quickLongMs, quickFreshMs] = [percentile(long, 0.1), percentile(fresh, 0.1)];
  return [
    toRow({
      part,
      measure: `${name}, median ${describe(longMs, freshMs)}`,
      unit: "times",
      product: longMs / freshMs,
      atMost: mostSlowdown,
    }),
    toRow({
      part,
      measure: `the same, quickest tenth ${describe(quickLongMs, quickFreshMs)}`,
      unit: "times",
      product: quickLongMs / quickFreshMs,
    }),
  ];
}

/** Gives what takes back all that was said in a conversation since, so that it stays as long and as full as it is. */
async function rememberConversation(store: Store, conversationId: string): Promise<() => Promise<void>> {
  const [record, summary] = await store.findMany([
    paths.conversation(userId, conversationId),
    `${paths.conversation(userId, conversationId)}/context/summary`,
  ]);
  const messages = createMessages(store, noBlobs);
  if (!record || !summary) throw new Error(`${conversationId} is not summed up.`);
  return async () => {
    const added = await messages.listFrom(userId, conversationId, longest + 1, 10);
    const kept = [record, summary].map(({ path, data }): Write => ({ kind: "set", path, data }));
    await store.batch([
      ...kept,
      ...added.map(({ message }): Write => ({
        kind: "delete",
        path: paths.message(userId, conversationId, message.id),
      })),
    ]);
  };
}

async function openServices(store: Store, dataDir: string, provider: Server): Promise<Services> {
  const env = parseEnv({
    LOG_LEVEL: "error",
    DATA_DIR: dataDir,
    LOCAL_BASE_URL: `${provider.url}/v1`,
    MODEL_MAIN: "local:bench",
    MODEL_LITE: "offline:guide",
  });
  const services = await createServices(env, {
    openStore: async () => store,
    openBlobs,
    now: () => Date.now(),
  });
  await services.settings.update({ messagesPerDay: null }, 0, "bench");
  return services;
}
