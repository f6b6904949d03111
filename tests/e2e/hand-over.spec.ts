import { randomUUID } from "node:crypto";
import { leaseMs } from "@/lib/engine/records/leases";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ConversationReply } from "@/lib/protocol/conversations";
import { openFirestoreStore } from "@/lib/store/firestore";
import type { Store } from "@/lib/store/store";
import { startApp, type AppServer } from "@/tests/support/app-server";
import { noEmulator, startFirestoreEmulator } from "@/tests/support/firestore-emulator";
import { openRoundRobin, type RoundRobin } from "@/tests/support/round-robin";
import { startStorageServer } from "@/tests/support/storage-server";
import { expect } from "./journey";
import { test as base } from "./running-page";
import { plainly, slowly, startModel, toWords } from "./site";

/** Servers over one Firestore, without a browser; the store says what they do when nobody reads. */
type Lab = {
  store: Store;
  front: RoundRobin;
  model: Awaited<ReturnType<typeof startModel>>;
  start: (env?: Record<string, string>) => Promise<AppServer>;
};

const test = base.extend<{ lab: Lab }>({
  lab: async ({}, provide) => {
    const emulator = await startFirestoreEmulator();
    // Said aloud, and shown as skipped in the report.
    if (emulator === null) return base.skip(true, noEmulator);
    const projectId = `hand-over-${randomUUID().slice(0, 8)}`;
    const [model, front] = [await startModel(), await openRoundRobin()];
    const store = await openFirestoreStore({ projectId, emulatorHost: emulator.host });
    const shared = {
      FIREBASE_PROJECT_ID: projectId,
      FIRESTORE_EMULATOR_HOST: emulator.host,
      AUTH_SECRET: "s".repeat(32),
      ...model.env,
    };
    const apps: AppServer[] = [];
    const start = async (env = {}) => {
      const app = await startApp({ env: { ...shared, ...env } });
      apps.push(app);
      return app;
    };
    await provide({ store, front, model, start });
    await front.close();
    await Promise.all(apps.map((app) => app.close({ signal: "SIGKILL" })));
    await store.close();
    await model.provider.close();
    await emulator.close();
  },
});

const question = {
  id: "c1",
  trigger: "submit-message",
  message: { id: "m1", role: "user", parts: [{ type: "text", text: "Count" }] },
  options: {},
};

type Headers = Record<string, string>;
const send = (url: string, path: string, body: unknown, headers: Headers = {}) =>
  fetch(`${url}${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", origin: url, ...headers },
  });

/** Asks, and reads until the text is there; then the stream is left open. */
async function askUntil(url: string, shown: string): Promise<{ rest: Promise<string> }> {
  const response = await send(url, "/api/chat", question);
  return readUntil(response, shown);
}

async function readUntil(response: Response, shown: string): Promise<{ rest: Promise<string> }> {
  expect(response.status).toBe(200);
  if (response.body === null) throw new Error("There is no stream.");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes(shown)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The stream ended before ${shown}.`);
    text += value;
  }
  const readRest = async () => {
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value;
    } catch {
      // Its server is gone.
    }
    return text;
  };
  return { rest: readRest() };
}

const follow = (url: string) => fetch(`${url}/api/chat/c1/stream`);

type Lease = { epoch: number; isReleased: boolean; endedAt: number | null };

async function findLease(store: Store): Promise<Lease | null> {
  const { documents } = await store.list({ collection: "running", limit: 10 });
  return (documents[0]?.data as Lease | undefined) ?? null;
}

/** Resolves when the store shows it, and says how long that took. Nobody asks a server meanwhile. */
async function waitFor(
  store: Store,
  isThere: (lease: Lease | null) => boolean,
  timeout = 40_000,
): Promise<number> {
  const begun = Date.now();
  await expect.poll(async () => isThere(await findLease(store)), { timeout, intervals: [50] }).toBe(true);
  return Date.now() - begun;
}

const isEnded = (lease: Lease | null) => lease === null || lease.endedAt !== null;

async function findReply(store: Store): Promise<ChatMessage> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await store.scan({ limit: 200, cursor });
    const bodies = page.documents
      .filter(({ path }) => path.includes("/conversations/c1/messages/"))
      .map(({ data }) => String(data["body"]));
    const reply = bodies
      .map((body) => JSON.parse(body) as ChatMessage)
      .find(({ role }) => role === "assistant");
    if (reply !== undefined) return reply;
    cursor = page.cursor;
  }
  throw new Error("There is no reply.");
}

const textOf = ({ parts }: ChatMessage) =>
  parts.map((part) => (part.type === "text" ? part.text : "")).join("");
const noticesOf = ({ parts }: ChatMessage) =>
  parts.flatMap((part) => (part.type === "data-notice" ? [part.data.kind] : []));
const toAnswer = (kind: string, count: number) =>
  toWords(kind, count)
    .map((word) => `${word} `)
    .join("");

/** A calculation, then an answer that is in other words each time that it is asked for. */
function sayDifferently({ model }: Lab, count: number): void {
  const kinds = ["first", "second", "third"];
  let asked = 0;
  model.say(({ turn }) =>
    turn === 0
      ? { parts: [{ type: "tool", name: "calculate", input: { expression: "6*7" } }] }
      : slowly(kinds[asked++] ?? "more", count, 50),
  );
}

test("a killed server's reply goes on at the other, where it is read, without what was shown and never stored", async ({
  lab,
}) => {
  sayDifferently(lab, 100);
  const [first, second] = await Promise.all([lab.start(), lab.start()]);
  const shown = await askUntil(first.url, "first30 ");
  const reader = await readUntil(await follow(second.url), "first10 ");
  await first.close({ signal: "SIGKILL" });
  const killed = Date.now();
  expect(await shown.rest).toContain("first30 ");
  expect(await reader.rest).not.toContain("[DONE]");
  const joined = await readUntil(await follow(second.url), "second0 ");
  console.info(
    `After SIGKILL a reader saw the reply go on after ${Date.now() - killed} ms, with a lease of ${leaseMs} ms.`,
  );
  expect(await joined.rest).toContain("[DONE]");
  const conversation = (await (
    await fetch(`${second.url}/api/conversations/c1`)
  ).json()) as ConversationReply;
  expect(conversation.activeRunId).toBeNull();
  const reply = conversation.messages[1] ?? (await findReply(lab.store));
  expect(textOf(reply)).toBe(toAnswer("second", 100));
  expect(noticesOf(reply)).toEqual(["recovered"]);
});

test("a killed server's reply that nobody reads is found and finished by the other", async ({ lab }) => {
  sayDifferently(lab, 60);
  const [first] = await Promise.all([lab.start(), lab.start()]);
  await askUntil(first.url, "first20 ");
  await first.close({ signal: "SIGKILL" });
  const tookMs = await waitFor(lab.store, (lease) => lease?.epoch === 2);
  console.info(
    `After SIGKILL and without a reader the other server took over after ${tookMs} ms, with a lease of ${leaseMs} ms.`,
  );
  await waitFor(lab.store, isEnded);
  expect(textOf(await findReply(lab.store))).toBe(toAnswer("second", 60));
});

test("a server that is told to end leaves its reply to the other at once, whoever reads it", async ({
  lab,
}) => {
  sayDifferently(lab, 100);
  const [first, second] = await Promise.all([lab.start(), lab.start()]);
  const shown = await askUntil(first.url, "first20 ");
  const follower = await readUntil(await follow(first.url), "first10 ");
  const reader = await readUntil(await follow(second.url), "first10 ");
  const told = Date.now();
  const gone = first.close({ signal: "SIGTERM" }).then(() => Date.now() - told);
  await waitFor(lab.store, (lease) => lease?.epoch === 2);
  const takenMs = Date.now() - told;
  console.info(
    `After SIGTERM the other server went on after ${takenMs} ms; the process, with two readers, was gone after ${await gone} ms.`,
  );
  for (const { rest } of [shown, follower, reader]) expect(await rest).not.toContain("[DONE]");
  const joined = await readUntil(await follow(second.url), "second0 ");
  expect(await joined.rest).toContain("[DONE]");
  expect(textOf(await findReply(lab.store))).toBe(toAnswer("second", 100));
  expect(await gone).toBeLessThan(10_000);
});

/** Four calculations and an answer, each of which takes three seconds. */
function saySlowSteps({ model }: Lab): void {
  model.say(({ turn }) =>
    turn < 4
      ? {
          parts: [{ type: "tool", name: "calculate", input: { expression: `${turn + 2}^7` } }],
          firstDelayMs: 3_000,
        }
      : { ...plainly("All is counted."), firstDelayMs: 3_000 },
  );
}

/** Functions that end after 12 seconds, and look for nothing by themselves. Asks as somebody who leaves at once. */
async function askServerless(lab: Lab): Promise<{ first: AppServer; second: AppServer }> {
  const storage = await startStorageServer();
  const functions = {
    ...{ VERCEL: "1", FUNCTION_SECONDS: "12", CRON_SECRET: "c".repeat(24), AUTH_URL: lab.front.url },
    ...{ FIREBASE_STORAGE_BUCKET: storage.bucket, STORAGE_EMULATOR_HOST: storage.origin },
  };
  const [first, second] = await Promise.all([lab.start(functions), lab.start(functions)]);
  lab.front.lead(first.url);
  saySlowSteps(lab);
  const { url } = lab.front;
  const signedUp = await send(
    url,
    "/api/auth/sign-up/email",
    { name: "Ada", email: "ada@a.example", password: "correct horse battery" },
    { "x-real-ip": "203.0.113.7" },
  );
  expect(signedUp.status).toBe(200);
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const response = await send(url, "/api/chat", question, { cookie });
  expect(response.status).toBe(200);
  await response.body?.cancel();
  await storage.stop();
  return { first, second };
}

const resumePath = /^\/api\/internal\/runs\/[^/]+\/resume$/;
const calculated = (reply: ChatMessage) =>
  reply.parts.flatMap((part) =>
    part.type === "tool-calculate" && part.state === "output-available" ? [part.input.expression] : [],
  );

test("a function hands its reply over before its limit, by a signed call to the site, until it is whole; nobody reads", async ({
  lab,
}) => {
  const { second } = await askServerless(lab);
  lab.front.lead(second.url);
  const tookMs = await waitFor(lab.store, (lease) => lease?.epoch === 2);
  console.info(`A function that may take 12 s was followed by the next one after ${tookMs} ms.`);
  await waitFor(lab.store, isEnded);
  const reply = await findReply(lab.store);
  expect([textOf(reply), reply.metadata?.outcome]).toEqual(["All is counted.", "completed"]);
  expect(calculated(reply)).toEqual(["2^7", "3^7", "4^7", "5^7"]);
  const calls = lab.front.listServed("POST", resumePath);
  expect(calls.length).toBeGreaterThan(0);
  expect(new Set(calls)).toEqual(new Set([second.url]));
  console.info(
    `${calls.length} signed calls, ${lab.model.provider.requests.filter(({ isStream }) => isStream).length} calls of the model for 5 steps.`,
  );
});

test("a function whose call for the next one leads nowhere is followed by the scheduler's", async ({
  lab,
}) => {
  const { second } = await askServerless(lab);
  lab.front.lead();
  await waitFor(lab.store, (lease) => lease?.isReleased === true);
  await expect.poll(() => lab.front.countLost("POST", resumePath)).toBe(1);
  const sweep = (secret: string) =>
    fetch(`${second.url}/api/internal/sweep`, { headers: { authorization: `Bearer ${secret}` } });
  expect((await sweep("d".repeat(24))).status).toBe(401);
  expect((await findLease(lab.store))?.epoch).toBe(1);
  lab.front.lead(second.url);
  const answer = await sweep("c".repeat(24));
  expect([answer.status, await answer.json()]).toEqual([200, { taken: 1 }]);
  await waitFor(lab.store, isEnded);
  expect(textOf(await findReply(lab.store))).toBe("All is counted.");
});
