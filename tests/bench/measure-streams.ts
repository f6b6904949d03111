import { setTimeout as wait } from "node:timers/promises";
import type { AnswerOrder } from "./answer-text";
import { ask, type Reply, type Target } from "./chat-client";
import { toTargets, type Servers } from "./measure-answers";
import { readCpuMs, readMemoryMB } from "./process-meter";
import { toRow, type PartResult, type Row } from "./row";
import { median, percentile } from "./statistics";

const answer: AnswerOrder = { kind: "numbers", tokens: 200, paceMs: 20 };
const betweenMs = 1_500;

type Burst = { replies: Reply[]; cpuMs: number; peakMB: number };
type Bursts = { provider: Burst[]; bare: Burst[]; product: Burst[] };

/** Many answers that begin at the same moment. */
export async function measureStreams(servers: Servers, rounds: number): Promise<PartResult> {
  const rows: Row[] = [];
  const raw: Record<string, unknown> = {};
  for (const count of [50, 200]) {
    const bursts = await takeBursts(servers, count, rounds);
    rows.push(...toRows(count, bursts));
    raw[count] = bursts;
  }
  const memory = { bare: readMemoryMB(servers.bare.pid), product: readMemoryMB(servers.product.pid) };
  rows.push(toRow({ part: "streams", measure: "resident memory after them", unit: "MB", ...memory }));
  return { rows, raw };
}

const most = 500;
const mostMemoryMB = 500;
const longestGapMs = 200;

/** As many as a process is meant to hold, on servers that have done nothing else but warm up. */
export async function measureMost(servers: Servers, rounds: number): Promise<PartResult> {
  const bursts = await takeBursts(servers, most, rounds);
  const peak = (list: Burst[]) => Math.max(...list.map(({ peakMB }) => peakMB));
  const gaps = (list: Burst[]) =>
    percentile(
      list.flatMap(({ replies }) => replies.flatMap(({ gapsMs }) => gapsMs)),
      0.99,
    );
  const name = `${most} streams at 20 ms`;
  const rows = [
    ...toRows(most, bursts),
    toRow({
      part: "most",
      measure: `${name}: between two arrivals, p99`,
      unit: "ms",
      bare: gaps(bursts.bare),
      product: gaps(bursts.product),
      atMost: longestGapMs,
    }),
    toRow({
      part: "most",
      measure: `${name}: most resident memory`,
      unit: "MB",
      bare: peak(bursts.bare),
      product: peak(bursts.product),
      atMost: mostMemoryMB,
    }),
  ];
  return { rows: rows.map((row) => ({ ...row, part: "most" })), raw: bursts };
}

async function takeBursts(servers: Servers, count: number, rounds: number): Promise<Bursts> {
  const targets = toTargets(servers);
  const bursts: Bursts = { provider: [], bare: [], product: [] };
  const kinds = ["provider", "bare", "product"] as const;
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < kinds.length; turn += 1) {
      const kind = kinds[(round + turn) % kinds.length] ?? "provider";
      bursts[kind].push(await takeBurst(targets[kind], servers[kind].pid, count));
      await wait(betweenMs);
    }
  }
  return bursts;
}

async function takeBurst(target: Target, pid: number, count: number): Promise<Burst> {
  const before = readCpuMs(pid);
  let peakMB = 0;
  const timer = setInterval(() => (peakMB = Math.max(peakMB, readMemoryMB(pid))), 250);
  const replies = await Promise.all(Array.from({ length: count }, () => ask(target, { order: answer })));
  clearInterval(timer);
  return { replies, cpuMs: readCpuMs(pid) - before, peakMB };
}

function toRows(count: number, { provider, bare, product }: Bursts): Row[] {
  const base = median(provider.flatMap(({ replies }) => replies.map(({ firstMs }) => firstMs)));
  const added = (bursts: Burst[]) =>
    bursts.flatMap(({ replies }) => replies.map(({ firstMs }) => firstMs - base));
  const broken = (bursts: Burst[]) =>
    bursts.flatMap(({ replies }) => replies.filter(({ isComplete }) => !isComplete)).length;
  const total = (bursts: Burst[]) =>
    median(bursts.map(({ replies }) => Math.max(...replies.map(({ endMs }) => endMs))));
  const cpu = (bursts: Burst[]) => median(bursts.map(({ cpuMs }) => cpuMs / count));
  const name = `${count} streams at 20 ms`;
  const part = "streams";
  return [
    toRow({
      part,
      measure: `${name}: added to the first token, median`,
      unit: "ms",
      bare: median(added(bare)),
      product: median(added(product)),
      atMost: median(added(bare)),
      target: "≤ bare",
    }),
    toRow({
      part,
      measure: `${name}: added to the first token, p95`,
      unit: "ms",
      bare: percentile(added(bare), 0.95),
      product: percentile(added(product), 0.95),
      atMost: percentile(added(bare), 0.95),
      target: "≤ bare",
    }),
    toRow({
      part,
      measure: `${name}: lost or reordered`,
      unit: "answers",
      bare: broken(bare),
      product: broken(product),
      atMost: 0,
    }),
    toRow({
      part,
      measure: `${name}: until the last one ended`,
      unit: "ms",
      bare: total(bare),
      product: total(product),
    }),
    toRow({
      part,
      measure: `${name}: server CPU an answer`,
      unit: "ms",
      bare: cpu(bare),
      product: cpu(product),
    }),
  ];
}
