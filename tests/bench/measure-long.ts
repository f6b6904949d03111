import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import { openStore } from "@/lib/store/open";
import { toQuestion } from "./answer-text";
import { hasText } from "./chat-client";
import type { Servers } from "./measure-answers";
import { toRow, type PartResult, type Row } from "./row";
import { toConversationWrites, writeInBatches } from "./seed-records";
import { median } from "./statistics";

const longMessages = 5_000;
const shortMessages = 10;
const mostSlowdown = 1.2;
const minRounds = 30;
const opensPerRound = 20;
const sendsPerRound = 4;

type Kind = "long" | "short";
/** `pickNext` gives a conversation in which nothing was asked yet, where that changes its kind. */
type Lab = { url: string; pickNext: (kind: Kind) => string };
type Action = {
  name: string;
  perRound: number;
  run: (lab: Lab, kind: Kind) => Promise<{ rest: Promise<unknown> } | void>;
};
type Times = { name: string; long: number[]; short: number[] };

/** The same things done in conversations of 5,000 messages and of ten, in turns, on one server; their times as ratios. */
export async function measureLong(
  { product }: Pick<Servers, "product">,
  rounds: number,
): Promise<PartResult> {
  const times = await measureInTurns(
    { url: product.url, pickNext: createPick() },
    listActions(),
    toTurns(rounds),
  );
  return { rows: times.map(toRatioRow), raw: { times } };
}

const toTurns = (rounds: number): number => Math.max(rounds, minRounds);

/** Before the server starts: one of 5,000 messages, and many of ten, one that is opened, and others for a message each. */
export async function seedLong(dataDir: string, rounds: number): Promise<void> {
  const shorts = 1 + 3 * (1 + sendsPerRound * toTurns(rounds));
  const store = await openStore({ driver: "embedded", dataDir });
  const conversation = { userId: localOwner.id, updatedAt: Date.now() };
  await writeInBatches(store, toConversationWrites({ ...conversation, id: "long", messages: longMessages }));
  for (let index = 0; index < shorts; index += 1)
    await store.batch(toConversationWrites({ ...conversation, id: toShort(index), messages: shortMessages }));
  await store.close();
}

const toShort = (index: number): string => `short-${index}`;

function createPick(): Lab["pickNext"] {
  let last = 0;
  return (kind) => (kind === "long" ? "long" : toShort((last += 1)));
}

function listActions(): Action[] {
  return [
    { name: "open: the newest page (40 messages, or all ten)", perRound: opensPerRound, run: open("") },
    { name: "open: ten messages of each", perRound: opensPerRound, run: open("?limit=10") },
    {
      name: "send a message, until it is saved",
      perRound: sendsPerRound,
      run: async (lab, kind) => ({ rest: (await post(lab, kind)).text() }),
    },
    {
      name: "send a message, until the answer's first word",
      perRound: sendsPerRound,
      run: async (lab, kind) => readFirstWord(await post(lab, kind)),
    },
    {
      name: "send a message, until the answer is saved",
      perRound: sendsPerRound,
      run: async (lab, kind) => void (await (await post(lab, kind)).text()),
    },
  ];
}

const open =
  (query: string) =>
  async ({ url }: Lab, kind: Kind) => {
    await (
      await check(await fetch(`${url}/api/conversations/${kind === "long" ? "long" : toShort(0)}${query}`))
    ).text();
  };

function post({ url, pickNext }: Lab, kind: Kind): Promise<Response> {
  const parts = [{ type: "text", text: toQuestion({ kind: "numbers", tokens: 20, paceMs: 0 }) }];
  const body = {
    id: pickNext(kind),
    trigger: "submit-message",
    message: { id: crypto.randomUUID(), role: "user", parts },
    options: {},
  };
  return fetch(`${url}/api/chat`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  }).then(check);
}

/** Until the first word is there; `rest` is read behind it. */
async function readFirstWord({ body }: Response): Promise<{ rest: Promise<unknown> }> {
  if (body === null) throw new Error("The answer has no body.");
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  while (!hasText(seen, { kind: "product" })) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`No word came: ${seen.slice(0, 300)}`);
    seen += value;
  }
  return { rest: readToEnd(reader) };
}

async function readToEnd(reader: ReadableStreamDefaultReader<string>): Promise<void> {
  while (!(await reader.read()).done);
}

async function check(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`A route answered with ${response.status}: ${await response.text()}`);
  return response;
}

/** Who goes first changes from time to time. */
async function measureInTurns(lab: Lab, actions: Action[], turns: number): Promise<Times[]> {
  const times = actions.map(({ name }): Times => ({ name, long: [], short: [] }));
  for (const action of actions)
    for (const kind of ["long", "short"] as const) await timeAction(lab, action, kind);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [index, action] of actions.entries()) {
      for (let count = 0; count < action.perRound; count += 1) {
        const order = (turn + count) % 2 === 0 ? (["long", "short"] as const) : (["short", "long"] as const);
        for (const kind of order) times[index]?.[kind].push(await timeAction(lab, action, kind));
      }
    }
  }
  return times;
}

async function timeAction(lab: Lab, { run }: Action, kind: Kind): Promise<number> {
  const began = performance.now();
  const begun = await run(lab, kind);
  const took = performance.now() - began;
  await begun?.rest;
  return took;
}

function toRatioRow({ name, long, short }: Times): Row {
  const [longMs, shortMs] = [median(long), median(short)];
  const measure = `${name}: with 5,000 messages against ten (${longMs.toFixed(2)} and ${shortMs.toFixed(2)} ms)`;
  return toRow({ part: "long", measure, unit: "times", product: longMs / shortMs, atMost: mostSlowdown });
}
