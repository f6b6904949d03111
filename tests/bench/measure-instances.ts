import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  startFirestoreEmulator,
  noEmulator,
  type FirestoreEmulator,
} from "@/tests/support/firestore-emulator";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";
import { findOrder, toQuestion, toTokens } from "./answer-text";
import { countTokens, joinStream, postQuestion, readWords } from "./read-words";
import { measureMinute } from "./measure-minute";
import { toRow, type PartResult, type Row } from "./row";
import { startProduct, type Server } from "./servers";
import { median, percentile } from "./statistics";

const mostLagMs = 1_200;
const mostStopMs = 1_000;
const leaseMs = 15_000;
const mostRecoveryMs = leaseMs + 2_000;

/** Two servers over one Firestore, and a model's server that remembers when it was asked for what. */
type Lab = {
  emulator: FirestoreEmulator;
  provider: ProviderServer;
  asked: Map<string, number[]>;
  servers: Server[];
  start: () => Promise<Server>;
};

/** What crosses from one instance to another: words, a stop, a run whose worker was killed. Without an emulator it is left out, and said so. */
export async function measureInstances(rounds: number): Promise<PartResult> {
  const emulator = await startFirestoreEmulator();
  if (emulator === null) {
    console.log(`Not measured: what goes from one instance to another. ${noEmulator}`);
    return { rows: [], raw: {} };
  }
  const minute = measureMinute(emulator);
  const lab = await openLab(emulator);
  try {
    const lags = await measureLags(lab, Math.ceil(rounds / 10));
    const stops = await measureStops(lab, Math.ceil(rounds / 3));
    const recoveries = await measureRecoveries(lab, Math.ceil(rounds / 10));
    const counted = await minute;
    return {
      rows: [...toLagRows(lags), ...toStopRows(stops), ...toRecoveryRows(recoveries), ...counted.rows],
      raw: { lags, stops, recoveries, minute: counted.raw },
    };
  } finally {
    await minute.catch(() => undefined);
    await Promise.all(lab.servers.map((server) => server.stop()));
    await lab.provider.close();
    await emulator.close();
  }
}

async function openLab(emulator: FirestoreEmulator): Promise<Lab> {
  const asked = new Map<string, number[]>();
  const provider = await startProviderServer(({ body }) => {
    const text = JSON.stringify(body);
    const name = /named ([\w-]+)\./.exec(text)?.[1] ?? "";
    asked.set(name, [...(asked.get(name) ?? []), performance.now()]);
    const order = findOrder(text) ?? { kind: "numbers", tokens: 1, paceMs: 1 };
    return {
      parts: [{ type: "text", chunks: toTokens(order) }],
      delayMs: order.paceMs,
      usage: { input: 100, output: order.tokens },
    };
  });
  const project = {
    FIREBASE_PROJECT_ID: `bench-${randomUUID().slice(0, 18)}`,
    FIRESTORE_EMULATOR_HOST: emulator.host,
    AUTH_SECRET: "s".repeat(32),
  };
  const servers: Server[] = [];
  const start = async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "sextant-bench-"));
    const server = await startProduct({ providerUrl: provider.url, dataDir, more: project });
    servers.push({
      ...server,
      stop: () => server.stop().finally(() => rmSync(dataDir, { recursive: true, force: true })),
    });
    return server;
  };
  return { emulator, provider, asked, servers, start };
}

const toNamed = (name: string, tokens: number, paceMs: number): string =>
  `${toQuestion({ kind: "numbers", tokens, paceMs })} It is for the run named ${name}.`;

/** How much later than the sender the reader at the other instance has each token, from when it has caught up. */
async function measureLags(lab: Lab, rounds: number): Promise<number[]> {
  const [worker, other] = [await lab.start(), await lab.start()];
  const lags: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const name = `lag-${round}`;
    const seen = { here: new Map<number, number>(), there: new Map<number, number>() };
    const sender = readWords(await postQuestion(worker.url, name, toNamed(name, 500, 20)), note(seen.here));
    await wait(1_000);
    const reader = readWords(await joinStream(other.url, name), note(seen.there));
    const [sent, read] = await Promise.all([sender, reader]);
    if (sent !== read) throw new Error(`${name}: the reader elsewhere has another answer.`);
    lags.push(...toLags(seen));
  }
  return lags;
}

/** Keeps when each number of tokens was there first. */
function note(times: Map<number, number>) {
  let known = 0;
  return ({ text, at }: { text: string; at: number }): boolean => {
    const count = countTokens(text);
    for (; known < count; known += 1) times.set(known, at);
    return false;
  };
}

/** Without what the reader got at its first look. */
function toLags({ here, there }: { here: Map<number, number>; there: Map<number, number> }): number[] {
  const first = Math.min(...there.values());
  return [...there].flatMap(([token, at]) => (at === first ? [] : [at - (here.get(token) ?? Number.NaN)]));
}

type Stop = { streamMs: number; answerMs: number };

/** From asking the other instance to stop until the sender's stream has ended, and until that one has answered. */
async function measureStops(lab: Lab, rounds: number): Promise<Stop[]> {
  const [worker, other] = lab.servers;
  if (worker === undefined || other === undefined) return [];
  const stops: Stop[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const name = `stop-${round}`;
    const sender = readWords(await postQuestion(worker.url, name, toNamed(name, 3_000, 20)));
    await wait(1_300);
    const began = performance.now();
    const ended = sender.then(() => performance.now() - began);
    const answer = await fetch(`${other.url}/api/chat/${name}/stop`, {
      method: "POST",
      signal: AbortSignal.timeout(30_000),
    });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    const answerMs = performance.now() - began;
    stops.push({ streamMs: await ended, answerMs });
  }
  return stops;
}

type Recovery = { watched: number; unwatched: number; goesOnMs: number };

/** From the kill of the worker until the model is asked again, with a reader at the other instance and without one. */
async function measureRecoveries(lab: Lab, rounds: number): Promise<Recovery[]> {
  const other = lab.servers[1];
  if (other === undefined) return [];
  const recoveries: Recovery[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const worker = await lab.start();
    const names = { watched: `watched-${round}`, unwatched: `unwatched-${round}` };
    for (const name of Object.values(names))
      readWords(await postQuestion(worker.url, name, toNamed(name, 300, 20))).catch(() => undefined);
    await wait(1_500 + Math.random() * 3_000);
    const reader = readWords(await joinStream(other.url, names.watched), () => false).catch(() => "");
    process.kill(-worker.pid, "SIGKILL");
    const killedAt = performance.now();
    const [watched, unwatched] = await Promise.all([
      waitForSecond(lab, names.watched),
      waitForSecond(lab, names.unwatched),
    ]);
    await reader;
    const whole = await readWhole(other.url, names.watched);
    recoveries.push({
      watched: watched - killedAt,
      unwatched: unwatched - killedAt,
      goesOnMs: whole - killedAt,
    });
  }
  return recoveries;
}

const longestMs = 60_000;

async function waitForSecond({ asked }: Lab, name: string): Promise<number> {
  for (const until = performance.now() + longestMs; performance.now() < until; await wait(20)) {
    const second = asked.get(name)?.[1];
    if (second !== undefined) return second;
  }
  throw new Error(`${name}: nobody went on with it within ${longestMs / 1000} s.`);
}

/** When the whole answer is there for somebody who asks again, as the page does when its stream ended without an end. */
async function readWhole(url: string, name: string): Promise<number> {
  for (const until = performance.now() + longestMs; performance.now() < until; await wait(200)) {
    const response = await joinStream(url, name);
    if (response.status === 204) return performance.now();
    if ((await readWords(response)) === toTokens({ kind: "numbers", tokens: 300 }).join(""))
      return performance.now();
  }
  throw new Error(`${name}: the answer did not get whole within ${longestMs / 1000} s.`);
}

const part = "instances";

function toLagRows(lags: number[]): Row[] {
  return [
    toRow({
      part,
      measure: "a reader elsewhere is behind the sender, median",
      unit: "ms",
      product: median(lags),
    }),
    toRow({
      part,
      measure: "a reader elsewhere is behind the sender, p99",
      unit: "ms",
      product: percentile(lags, 0.99),
      atMost: mostLagMs,
    }),
    toRow({
      part,
      measure: "a reader elsewhere is behind the sender, longest",
      unit: "ms",
      product: Math.max(...lags),
    }),
  ];
}

function toStopRows(stops: Stop[]): Row[] {
  const streams = stops.map(({ streamMs }) => streamMs);
  return [
    toRow({
      part,
      measure: "stop from elsewhere, until the stream has ended, median",
      unit: "ms",
      product: median(streams),
    }),
    toRow({
      part,
      measure: "stop from elsewhere, until the stream has ended, longest",
      unit: "ms",
      product: Math.max(...streams),
      atMost: mostStopMs,
    }),
    toRow({
      part,
      measure: "stop from elsewhere, until it is answered, median",
      unit: "ms",
      product: median(stops.map(({ answerMs }) => answerMs)),
    }),
  ];
}

function toRecoveryRows(recoveries: Recovery[]): Row[] {
  const longest = (pick: (one: Recovery) => number) => Math.max(...recoveries.map(pick));
  return [
    toRow({
      part,
      measure: "killed worker: until the model is asked again, a reader waits, longest",
      unit: "ms",
      product: longest(({ watched }) => watched),
      atMost: mostRecoveryMs,
      target: "≤ lease 15 s + 2 s",
    }),
    toRow({
      part,
      measure: "killed worker: until the model is asked again, nobody waits, longest",
      unit: "ms",
      product: longest(({ unwatched }) => unwatched),
      atMost: mostRecoveryMs,
      target: "≤ lease 15 s + 2 s",
    }),
  ];
}
