import { setTimeout as wait } from "node:timers/promises";
import type { AnswerOrder } from "./answer-text";
import { ask, type Reply, type Target } from "./chat-client";
import { readCpuMs } from "./process-meter";
import { toRow, type PartResult, type Row } from "./row";
import { median, percentile, subtract } from "./statistics";
import type { Server } from "./servers";

export type Servers = { provider: Server; relay: Server; bare: Server; product: Server };
export const longConversationId = "bench-long";

const answer: AnswerOrder = { kind: "numbers", tokens: 200, paceMs: 5 };
const shortAnswer: AnswerOrder = { ...answer, tokens: 10 };
const longAnswer: AnswerOrder = { ...answer, tokens: 1000 };
/** What a server still does after its last byte belongs to the answer: saving it, naming the conversation. */
const settleMs = 150;
/** Of the bare route's processor time. */
const cpuShare = 0.8;

type Probe = { name: string; target: Target; order: AnswerOrder; pid?: number; conversationId?: string };
type Sample = Reply & { cpuMs: number };

/** One answer at a time: how much later its first word comes than the provider's own, and what it costs. */
export async function measureAnswers(servers: Servers, rounds: number): Promise<PartResult> {
  const { provider, relay, bare, product } = toTargets(servers);
  const long = { conversationId: longConversationId };
  await warm(product, long);
  const samples = await takeTurns(rounds, [
    { name: "provider", target: provider, order: shortAnswer },
    { name: "relay", target: relay, order: answer, pid: servers.relay.pid },
    { name: "bare", target: bare, order: answer, pid: servers.bare.pid },
    { name: "product", target: product, order: answer, pid: servers.product.pid },
    { name: "long", target: product, order: answer, pid: servers.product.pid, ...long },
    { name: "providerGemini", target: { ...provider, wire: "gemini" }, order: shortAnswer },
    { name: "bareGemini", target: { ...bare, wire: "gemini" }, order: shortAnswer },
    { name: "productGemini", target: { ...product, wire: "gemini" }, order: shortAnswer },
  ]);
  const thousand = await takeTurns(Math.max(Math.ceil(rounds / 6), 1), [
    { name: "relay", target: relay, order: longAnswer, pid: servers.relay.pid },
    { name: "bare", target: bare, order: longAnswer, pid: servers.bare.pid },
    { name: "product", target: product, order: longAnswer, pid: servers.product.pid },
  ]);
  return { rows: [...toLatencyRows(samples), ...toCostRows(samples, thousand)], raw: { samples, thousand } };
}

export function toTargets({ provider, relay, bare, product }: Servers): Record<keyof Servers, Target> {
  return {
    provider: { kind: "provider", url: provider.url },
    relay: { kind: "relay", url: relay.url },
    bare: { kind: "bare", url: bare.url },
    product: { kind: "product", url: product.url, cookies: product.cookies ?? [] },
  };
}

/** A server's first answers pay for loading and compiling: nobody measures those. */
export async function warmUp(servers: Servers): Promise<void> {
  const { provider, relay, bare, product } = toTargets(servers);
  for (const target of [
    provider,
    relay,
    bare,
    product,
    ...[provider, bare, product].map((one) => ({ ...one, wire: "gemini" as const })),
  ]) {
    await warm(target);
    await Promise.all(
      Array.from({ length: 30 }, () => ask(target, { order: { ...shortAnswer, tokens: 50 } })),
    );
  }
  await wait(1_000);
}

async function warm(target: Target, where: { conversationId?: string } = {}): Promise<void> {
  for (let turn = 0; turn < 15; turn += 1)
    await ask(target, { order: { ...shortAnswer, paceMs: 1 }, ...where });
}

/** Each probe once a round, in an order that moves on by one, so that none always follows the same neighbour. */
async function takeTurns(rounds: number, probes: Probe[]): Promise<Record<string, Sample[]>> {
  const samples: Record<string, Sample[]> = Object.fromEntries(probes.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const probe of [...probes.slice(round % probes.length), ...probes.slice(0, round % probes.length)]) {
      samples[probe.name]?.push(await takeSample(probe));
    }
  }
  return samples;
}

async function takeSample({ name, target, order, pid, conversationId }: Probe): Promise<Sample> {
  const before = pid === undefined ? 0 : readCpuMs(pid);
  const reply = await ask(target, conversationId === undefined ? { order } : { order, conversationId });
  await wait(settleMs);
  if (reply.problem !== null) throw new Error(`${name}: ${reply.problem}`);
  return { ...reply, cpuMs: pid === undefined ? 0 : readCpuMs(pid) - before };
}

function toLatencyRows(samples: Record<string, Sample[]>): Row[] {
  const first = (name: string) => (samples[name] ?? []).map(({ firstMs }) => firstMs);
  const added = (name: string, base: string) => subtract(first(name), first(base));
  const bare = median(added("bare", "provider"));
  const row = (measure: string, name: string, slackMs: number, base = "provider", beside = "bare") => [
    toRow({
      part: "latency",
      measure: `added to the first token, ${measure}, median`,
      unit: "ms",
      ...(beside === "bare" ? { relay: median(added("relay", base)) } : {}),
      bare: median(added(beside, base)),
      product: median(added(name, base)),
      atMost: median(added(beside, base)) + slackMs,
      target: slackMs === 0 ? "≤ bare" : `≤ bare + ${slackMs}`,
    }),
    toRow({
      part: "latency",
      measure: `added to the first token, ${measure}, p95`,
      unit: "ms",
      bare: percentile(added(beside, base), 0.95),
      product: percentile(added(name, base), 0.95),
    }),
  ];
  if (Number.isNaN(bare)) throw new Error("No answer was measured.");
  return [
    ...row("new conversation", "product", 2),
    ...row("after 1,000 messages", "long", 0),
    ...row("Gemini's wire", "productGemini", 4, "providerGemini", "bareGemini"),
  ];
}

function toCostRows(samples: Record<string, Sample[]>, thousand: Record<string, Sample[]>): Row[] {
  const cpu = (list: Sample[] | undefined) => median((list ?? []).map(({ cpuMs }) => cpuMs));
  const bytes = (list: Sample[] | undefined, tokens: number) =>
    median((list ?? []).map((sample) => sample.bytes / tokens));
  const toCpuRow = (measure: string, taken: Record<string, Sample[]>, name = "product") =>
    toRow({
      part: "cost",
      measure: `server CPU, ${measure}`,
      unit: "ms",
      relay: cpu(taken["relay"]),
      bare: cpu(taken["bare"]),
      product: cpu(taken[name]),
      atMost: cpuShare * cpu(taken["bare"]),
      target: `≤ ${cpuShare} × bare`,
    });
  return [
    toCpuRow("200 tokens at 5 ms, new conversation", samples),
    toCpuRow("200 tokens at 5 ms, after 1,000 messages", samples, "long"),
    toCpuRow("1,000 tokens at 5 ms", thousand),
    toRow({
      part: "cost",
      measure: "on the wire, 200 tokens at 5 ms",
      unit: "bytes a token",
      relay: bytes(samples["relay"], 200),
      bare: bytes(samples["bare"], 200),
      product: bytes(samples["product"], 200),
      atMost: 30,
    }),
    toRow({
      part: "cost",
      measure: "on the wire, 1,000 tokens at 5 ms",
      unit: "bytes a token",
      relay: bytes(thousand["relay"], 1000),
      bare: bytes(thousand["bare"], 1000),
      product: bytes(thousand["product"], 1000),
    }),
  ];
}
