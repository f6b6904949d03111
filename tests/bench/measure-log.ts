import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import { parseEnv } from "@/lib/env";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { createServices } from "@/lib/server/create-services";
import { openBlobs, openStore } from "@/lib/store/open";
import { typescriptFlags } from "@/scripts/lib/run-typescript.mjs";
import { toQuestion, type AnswerOrder } from "./answer-text";
import { ask } from "./chat-client";
import { startChild } from "./children";
import { benchFolder } from "./folders";
import { createCountedStore } from "./log-stores";
import { toRow, type PartResult, type Row } from "./row";
import { waitForPort, type Server } from "./servers";
import { median, percentile, subtract } from "./statistics";

const answer: AnswerOrder = { kind: "numbers", tokens: 40, paceMs: 5 };
const mostAddedMs = 3;
const warmUps = 30;
const asksPerRound = 4;

/** What the log of a run costs: time to the first token against a store that keeps no log, and bytes. */
export async function measureLog(provider: Server, rounds: number): Promise<PartResult> {
  const times = await measureTimes(provider, rounds);
  const added = subtract(times.on, times.off);
  const sizes = await measureSizes(provider);
  const part = "log";
  const rows: Row[] = [
    toRow({
      part,
      measure: `first token with the log (${median(times.on).toFixed(1)} ms) and without (${median(times.off).toFixed(1)} ms), added, median`,
      unit: "ms",
      product: median(added),
      atMost: mostAddedMs,
    }),
    toRow({
      part,
      measure: "first token with the log and without, added at p95",
      unit: "ms",
      product: percentile(times.on, 0.95) - percentile(times.off, 0.95),
    }),
    ...toSizeRows(sizes),
  ];
  return { rows, raw: { times, sizes } };
}

type Times = { on: number[]; off: number[] };

/** Two processes of the same services, asked in turns. */
async function measureTimes(provider: Server, rounds: number): Promise<Times> {
  const folders = {
    on: mkdtempSync(join(tmpdir(), "sextant-log-")),
    off: mkdtempSync(join(tmpdir(), "sextant-log-")),
  };
  const opened: Server[] = [];
  try {
    const start = async (log: "on" | "off") => {
      const server = await startServices([folders[log], provider.url, log]);
      opened.push(server);
      return { log, url: server.url };
    };
    const sides = [await start("on"), await start("off")];
    const times: Times = { on: [], off: [] };
    for (const { url } of sides) for (let count = 0; count < warmUps; count += 1) await askOnce(url);
    for (let round = 0; round < rounds * asksPerRound; round += 1) {
      for (const { log, url } of round % 2 === 0 ? sides : sides.toReversed())
        times[log].push(await askOnce(url));
    }
    return times;
  } finally {
    for (const server of opened) await server.stop();
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
  }
}

async function askOnce(url: string): Promise<number> {
  const { firstMs, problem } = await ask({ kind: "product", url }, { order: answer });
  if (problem !== null) throw new Error(`log: ${problem}`);
  return firstMs;
}

function startServices(args: string[]): Promise<Server> {
  return waitForPort(
    startChild(process.execPath, [...typescriptFlags, "services-process.ts", ...args], { cwd: benchFolder }),
  );
}

type Size = { tokens: number; textBytes: number; logBytes: number; batches: number };

const sizedAnswers = [1_000, 5_000];

/** At the pace of a fast model. */
async function measureSizes(provider: Server): Promise<Size[]> {
  return Promise.all(sizedAnswers.map((tokens) => measureSize(provider, tokens)));
}

async function measureSize(provider: Server, tokens: number): Promise<Size> {
  const dataDir = mkdtempSync(join(tmpdir(), "sextant-log-"));
  const env = parseEnv({
    LOG_LEVEL: "error",
    DATA_DIR: dataDir,
    LOCAL_BASE_URL: `${provider.url}/v1`,
    MODEL_MAIN: "local:bench",
    MODEL_LITE: "offline:guide",
  });
  const size: Size = { tokens, textBytes: 0, logBytes: 0, batches: 0 };
  const onLogged = (bytes: number) =>
    Object.assign(size, { logBytes: size.logBytes + bytes, batches: size.batches + 1 });
  const services = await createServices(env, {
    openStore: async (config) => createCountedStore(await openStore(config), onLogged),
    openBlobs,
    now: () => Date.now(),
  });
  try {
    const text = toQuestion({ kind: "markdown", tokens, paceMs: 5 });
    const started = await services.runs.start(localOwner.id, {
      id: "sized",
      trigger: "submit-message",
      message: { id: "m1", role: "user", parts: [{ type: "text", text }] },
      options: {},
    });
    const textBytes = countText(await started.reply);
    return { ...size, textBytes };
  } finally {
    await services.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function countText({ parts }: ChatMessage): number {
  return Buffer.byteLength(parts.map((part) => (part.type === "text" ? part.text : "")).join(""));
}

/** A log that held each delta with all before it would grow 25-fold. */
function toSizeRows([short, long]: Size[]): Row[] {
  if (short === undefined || long === undefined) return [];
  const ratio = (pickOne: (size: Size) => number) => pickOne(long) / pickOne(short);
  const measure = `log of 5,000 tokens against 1,000 (${toKB(long.logBytes)} and ${toKB(short.logBytes)} KB; the text alone ${toKB(long.textBytes)} and ${toKB(short.textBytes)} KB)`;
  return [
    toRow({
      part: "log",
      measure,
      unit: "times",
      product: ratio(({ logBytes }) => logBytes),
      atMost: ratio(({ textBytes }) => textBytes) * 1.1,
    }),
  ];
}

function toKB(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
