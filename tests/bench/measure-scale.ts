import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import { parseEnv } from "@/lib/env";
import { messagesQuerySchema } from "@/lib/protocol/conversations";
import { createServices } from "@/lib/server/create-services";
import type { Services } from "@/lib/server/services";
import { openBlobs, openStore } from "@/lib/store/open";
import { toQuestion } from "./answer-text";
import { toRow, type PartResult } from "./row";
import { seedMany } from "./seed-many";
import { serveRoutes, type RouteServer } from "./serve-routes";
import type { Server } from "./servers";
import { median } from "./statistics";

const manyConversations = 100_000;
/** Three pages of the list: the least that has a first page, one in the middle, and as many rows on each as the full store has. */
const fewConversations = 90;
const mostSlowdown = 1.2;
const minRounds = 30;
/** Reads are short, and other programs disturb them: each is done so many times a round. */
const readsPerRound = 20;
const sendsPerRound = 4;

/** `pick` gives another conversation each time, from all over the list. */
type Side = { services: Services; server: RouteServer; pick: () => string; middleCursor: string };
/** What `run` gives back is waited for when the time is taken. */
type Action = {
  name: string;
  perRound: number;
  run: (side: Side) => Promise<{ rest: Promise<unknown> } | void>;
};

/** The same things done in a store with 100,000 conversations of one person and in one with a few, in turns; their times as ratios. */
export async function measureScale(provider: Server, rounds: number): Promise<PartResult> {
  const folders = [manyConversations, fewConversations].map(() =>
    mkdtempSync(join(tmpdir(), "sextant-scale-")),
  );
  const [manyDir = "", fewDir = ""] = folders;
  const opened: Side[] = [];
  try {
    const many = await openSide(provider, manyDir, manyConversations);
    opened.push(many);
    const few = await openSide(provider, fewDir, fewConversations);
    opened.push(few);
    const actions = listActions();
    for (const action of actions) for (const side of [many, few]) await timeAction(action, side);
    const times = await measureInTurns(actions, { many, few }, Math.max(rounds, minRounds));
    return { rows: [...times.map(toRatioRow), toSizeRow(manyDir)], raw: { times } };
  } finally {
    for (const { server, services } of opened) {
      await server.close();
      await services.close();
    }
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

async function openSide(provider: Server, dataDir: string, count: number): Promise<Side> {
  const startedAt = performance.now();
  const ids = await seedMany({ dataDir, userId: localOwner.id, count });
  console.log(`Wrote ${count} conversations in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
  const env = parseEnv({
    LOG_LEVEL: "error",
    DATA_DIR: dataDir,
    LOCAL_BASE_URL: `${provider.url}/v1`,
    MODEL_MAIN: "local:bench",
    MODEL_LITE: "offline:guide",
  });
  const services = await createServices(env, { openStore, openBlobs, now: () => Date.now() });
  return {
    services,
    server: await serveRoutes(services),
    pick: createPick(ids),
    middleCursor: await findMiddle(services, count),
  };
}

function createPick(ids: string[]): () => string {
  let last = 0;
  // A prime that divides neither count: every conversation has its turn before one comes again.
  return () => ids[(last += 7919) % ids.length] ?? "";
}

/** The cursor of the page that begins at about half of the list. */
async function findMiddle({ runs }: Services, count: number): Promise<string> {
  let cursor: string | undefined;
  for (let passed = 0; passed + 100 <= count / 2 || cursor === undefined; passed += 100) {
    const limit = Math.min(100, count / 3);
    cursor = (await runs.listConversations(localOwner.id, { limit, cursor })).cursor ?? cursor;
  }
  return cursor;
}

function listActions(): Action[] {
  return [
    { name: "list the first page", perRound: readsPerRound, run: (side) => get(side, "") },
    {
      name: "list a page in the middle",
      perRound: readsPerRound,
      run: (side) => get(side, `?cursor=${encodeURIComponent(side.middleCursor)}`),
    },
    { name: "open a conversation", perRound: readsPerRound, run: (side) => get(side, `/${side.pick()}`) },
    {
      name: readAlone,
      perRound: readsPerRound,
      run: async ({ services, pick }) =>
        void (await services.runs.readConversation(localOwner.id, pick(), firstPage)),
    },
    {
      name: "send a message, until it is saved",
      perRound: sendsPerRound,
      run: async (side) => ({ rest: (await post(side)).text() }),
    },
    {
      name: "send a message, until the answer is saved",
      perRound: sendsPerRound,
      run: async (side) => void (await (await post(side)).text()),
    },
  ];
}

const firstPage = messagesQuerySchema.parse({});
const readAlone = "open a conversation, without the request";

async function get({ server }: Side, address: string): Promise<void> {
  await (await check(await fetch(`${server.url}/api/conversations${address}`))).text();
}

async function post({ server }: Side): Promise<Response> {
  const parts = [{ type: "text", text: toQuestion({ kind: "numbers", tokens: 20, paceMs: 0 }) }];
  const body = {
    id: crypto.randomUUID(),
    trigger: "submit-message",
    message: { id: crypto.randomUUID(), role: "user", parts },
    options: {},
  };
  return check(await fetch(`${server.url}/api/chat`, { method: "POST", body: JSON.stringify(body) }));
}

async function check(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`A route answered with ${response.status}: ${await response.text()}`);
  return response;
}

type Times = { name: string; many: number[]; few: number[] };

/** Who goes first changes from time to time. */
async function measureInTurns(
  actions: Action[],
  sides: { many: Side; few: Side },
  rounds: number,
): Promise<Times[]> {
  const times = actions.map(({ name }): Times => ({ name, many: [], few: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, action] of actions.entries()) {
      for (let count = 0; count < action.perRound; count += 1) {
        const order = (round + count) % 2 === 0 ? (["many", "few"] as const) : (["few", "many"] as const);
        for (const side of order) times[index]?.[side].push(await timeAction(action, sides[side]));
      }
    }
  }
  return times;
}

async function timeAction({ run }: Action, side: Side): Promise<number> {
  const startedAt = performance.now();
  const begun = await run(side);
  const took = performance.now() - startedAt;
  await begun?.rest;
  return took;
}

function toRatioRow({ name, many, few }: Times) {
  const [manyMs, fewMs] = [median(many), median(few)];
  const measure = `${name}: with ${manyConversations} conversations against ${fewConversations} (${manyMs.toFixed(2)} and ${fewMs.toFixed(2)} ms)`;
  return toRow({
    part: "scale",
    measure,
    unit: "times",
    product: manyMs / fewMs,
    ...(name === readAlone ? {} : { atMost: mostSlowdown }),
  });
}

function toSizeRow(dataDir: string) {
  return toRow({
    part: "scale",
    measure: "size of the full store",
    unit: "MB",
    product: statSync(join(dataDir, "sextant.db")).size / 1e6,
  });
}
