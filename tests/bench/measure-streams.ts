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
type Bursts = Record<keyof Servers, Burst[]>;
/** Of the bare route's value. */
type Shares = { median: number; cpu?: number };

/** Many answers that begin at the same moment. */
export async function measureStreams(servers: Servers, rounds: number): Promise<PartResult> {
  const rows: Row[] = [];
  const raw: Record<string, unknown> = {};
  for (const count of [50, 200]) {
    const bursts = await takeBursts(servers, count, rounds);
    rows.push(...toRows(count, bursts, { median: 1 }));
    raw[count] = bursts;
  }
  const memory = beside((kind) => readMemoryMB(servers[kind].pid));
  rows.push(toRow({ part: "streams", measure: "resident memory after them", unit: "MB", ...memory }));
  return { rows, raw };
}

const most = 500;
const mostMemoryMB = 500;
const gapShare = 0.4;

/** As many as a process is meant to hold, of all people with accounts, on servers that have done nothing else but warm up. */
export async function measureMost(servers: Servers, rounds: number): Promise<PartResult> {
  const bursts = await takeBursts(servers, most, rounds);
  const peak = (list: Burst[]) => Math.max(...list.map(({ peakMB }) => peakMB));
  const gaps = beside((kind) =>
    percentile(
      bursts[kind].flatMap(({ replies }) => replies.flatMap(({ gapsMs }) => gapsMs)),
      0.99,
    ),
  );
  const name = `${most} streams at 20 ms`;
  const rows = [
    ...toRows(most, bursts, { median: 0.75, cpu: 1 }),
    toRow({
      part: "most",
      measure: `${name}: between two arrivals, p99`,
      unit: "ms",
      ...gaps,
      atMost: gapShare * gaps.bare,
      target: `≤ ${gapShare} × bare`,
    }),
    toRow({
      part: "most",
      measure: `${name}: most resident memory`,
      unit: "MB",
      ...beside((kind) => peak(bursts[kind])),
      atMost: mostMemoryMB,
    }),
  ];
  return { rows: rows.map((row) => ({ ...row, part: "most" })), raw: bursts };
}

async function takeBursts(servers: Servers, count: number, rounds: number): Promise<Bursts> {
  const targets = toTargets(servers);
  const bursts: Bursts = { provider: [], relay: [], bare: [], product: [] };
  const kinds = ["provider", "relay", "bare", "product"] as const;
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < kinds.length; turn += 1) {
      const kind = kinds[(round + turn) % kinds.length] ?? "provider";
      bursts[kind].push(await takeBurst(targets[kind], servers[kind].pid, count));
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
  // What is left to do behind the answers belongs to them.
  await wait(betweenMs);
  return { replies, cpuMs: readCpuMs(pid) - before, peakMB };
}

function beside<T>(
  value: (kind: "relay" | "bare" | "product") => T,
): Record<"relay" | "bare" | "product", T> {
  return { relay: value("relay"), bare: value("bare"), product: value("product") };
}

function toRows(count: number, bursts: Bursts, shares: Shares): Row[] {
  const firsts = (kind: keyof Bursts) =>
    bursts[kind].flatMap(({ replies }) => replies.map(({ firstMs }) => firstMs));
  const base = median(firsts("provider"));
  const added = beside((kind) => firsts(kind).map((firstMs) => firstMs - base));
  const middle = beside((kind) => median(added[kind]));
  const late = beside((kind) => percentile(added[kind], 0.95));
  const cpu = beside((kind) => median(bursts[kind].map(({ cpuMs }) => cpuMs / count)));
  const lasted = ({ replies }: Burst) => Math.max(...replies.map(({ endMs }) => endMs));
  const row = (
    measure: string,
    unit: string,
    values: ReturnType<typeof beside<number>>,
    limits: object = {},
  ) =>
    toRow({ part: "streams", measure: `${count} streams at 20 ms: ${measure}`, unit, ...values, ...limits });
  const within = (share: number | undefined, bare: number) =>
    share === undefined ? {} : { atMost: share * bare, target: share === 1 ? "≤ bare" : `≤ ${share} × bare` };
  return [
    row("added to the first token, median", "ms", middle, within(shares.median, middle.bare)),
    row("added to the first token, p95", "ms", late, within(1, late.bare)),
    row(
      "lost or reordered",
      "answers",
      beside(
        (kind) => bursts[kind].flatMap(({ replies }) => replies.filter((one) => !one.isComplete)).length,
      ),
      { atMost: 0 },
    ),
    row(
      "until the last one ended",
      "ms",
      beside((kind) => median(bursts[kind].map(lasted))),
    ),
    row("server CPU an answer", "ms", cpu, within(shares.cpu, cpu.bare)),
  ];
}
