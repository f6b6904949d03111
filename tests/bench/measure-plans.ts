import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "@/lib/env";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { Plan } from "@/lib/features/plans/shape";
import { createServices } from "@/lib/server/create-services";
import type { Services } from "@/lib/server/services";
import { openBlobs, openStore } from "@/lib/store/open";
import { findStep, step, toScript, type Step } from "@/tests/support/planned-script";
import { toQuestion } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { Answer, ProviderRequest, Reply } from "@/tests/support/wire/reply";
import { toRow, type PartResult } from "./row";
import { median } from "./statistics";

const mostStepMs = 20;
const mostRoundMs = 5;
const mostRatio = 1.15;
const atOnce = 50;
/** What every call of the model takes; a step of `wait N` takes N more. */
const callMs = 20;
const chains = { short: 2, long: 10 };
/** The loop has five by default. */
const rounds = { few: 1, many: 5 };
const waits = [1_000, 800, 600, 400];
/** A first plan makes what later ones find made. */
const warmUps = 3;

type Lab = { services: Services; plan: (steps: Step[]) => void };

/**
 * What the engine adds to the model's own time for a step and for a round, what steps side by side take
 * beside the slowest, and whether many plans at once come to their ends. Model and product share a process.
 */
export async function measurePlans(count: number): Promise<PartResult> {
  const dataDir = mkdtempSync(join(tmpdir(), "sextant-plans-"));
  const lab = await openLab(dataDir);
  try {
    for (let round = 0; round < warmUps; round += 1) {
      await timeChain(lab, chains.short);
      await timeRounds(lab, rounds.few);
    }
    const steps: number[] = [];
    const loops: number[] = [];
    const ratios: number[] = [];
    for (let round = 0; round < count; round += 1) {
      const [short, long] = [await timeChain(lab, chains.short), await timeChain(lab, chains.long)];
      steps.push((long - short) / (chains.long - chains.short) - callMs);
      const [few, many] = [await timeRounds(lab, rounds.few), await timeRounds(lab, rounds.many)];
      loops.push((many - few) / (rounds.many - rounds.few) - callMs);
      if (round % 5 === 0) ratios.push(await measureParallel(lab));
    }
    const many = await measureMany(lab);
    return { rows: toRows({ steps, loops, ratios, ...many }), raw: { steps, loops, ratios, many } };
  } finally {
    await lab.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function openLab(dataDir: string): Promise<Lab & { close: () => Promise<void> }> {
  let script = toScript({ plans: [[]] });
  const provider = await startProviderServer(async (request) => answer(request, script));
  const env = {
    ...{ LOG_LEVEL: "silent", MEDIAWIKI_URL: "http://127.0.0.1:9", DATA_DIR: dataDir },
    ...{ LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide" },
    // All plans are one person's.
    MAX_RUNS_PER_PERSON: String(atOnce),
  };
  const services = await createServices(parseEnv(env), { openStore, openBlobs, now: () => Date.now() });
  return {
    services,
    plan: (steps) => void (script = toScript({ plans: [steps] })),
    async close() {
      await services.close();
      await provider.close();
    },
  };
}

/** The model's own time passes before its first frame. */
async function answer(
  request: ProviderRequest,
  script: (request: ProviderRequest) => Promise<Reply>,
): Promise<Reply> {
  const words = JSON.stringify(request.body);
  const wanted = /rounds (\d+)/.exec(words)?.[1];
  if (wanted !== undefined) return { ...toRound(request.turn, Number(wanted)), firstDelayMs: callMs };
  const title = findStep(words);
  const waited = Number(/wait (\d+)/.exec(title ?? "")?.[1] ?? 0);
  const reply = await script(request);
  return "parts" in reply ? { ...reply, firstDelayMs: callMs + waited } : reply;
}

function toRound(turn: number, wanted: number): Answer {
  if (turn >= wanted) return { parts: [{ type: "text", chunks: ["Done."] }] };
  return { parts: [{ type: "tool", name: "calculate", input: { expression: `${turn} + 1` } }] };
}

async function timeChain(lab: Lab, length: number): Promise<number> {
  lab.plan(Array.from({ length }, (_, at) => step(`part ${at}`, at === 0 ? [] : [at])));
  const began = performance.now();
  const reply = await ask(lab, "Do all of it.", "always");
  const ms = performance.now() - began;
  if (countDone(reply) !== length) throw new Error("A plan of the bench did not come to its end.");
  return ms;
}

async function timeRounds(lab: Lab, wanted: number): Promise<number> {
  const began = performance.now();
  const reply = await ask(lab, `Work in rounds ${wanted}`, "never");
  const ms = performance.now() - began;
  const calls = reply.parts.filter(({ type }) => type === "tool-calculate").length;
  if (calls !== wanted) throw new Error(`The loop made ${calls} rounds in place of ${wanted}.`);
  return ms;
}

async function measureParallel(lab: Lab): Promise<number> {
  lab.plan(waits.map((ms) => step(`wait ${ms}`)));
  const { steps } = findPlan(await ask(lab, "Do all at once.", "always"));
  const began = Math.min(...steps.map(({ startedAt = 0 }) => startedAt));
  const ended = Math.max(...steps.map(({ endedAt = Infinity }) => endedAt));
  return (ended - began) / (Math.max(...waits) + callMs);
}

async function measureMany(lab: Lab): Promise<Many> {
  lab.plan([step("a"), step("b"), step("c", [1]), step("d", [2]), step("e", [3, 4])]);
  const began = performance.now();
  const replies = await Promise.allSettled(
    Array.from({ length: atOnce }, () => ask(lab, "Do all of it.", "always")),
  );
  const whole = replies.filter(
    (reply) => reply.status === "fulfilled" && countDone(reply.value) === 5 && isAnswered(reply.value),
  );
  const refused = replies.flatMap((reply) => (reply.status === "rejected" ? [String(reply.reason)] : []));
  const seconds = (performance.now() - began) / 1_000;
  return { lost: atOnce - whole.length, seconds, refused: [...new Set(refused)] };
}

async function ask({ services }: Lab, words: string, plan: "always" | "never"): Promise<ChatMessage> {
  const conversation = crypto.randomUUID();
  const question = { ...toQuestion(words, { conversation }), options: { mode: "thinking" as const, plan } };
  return (await services.runs.start("owner", question)).reply;
}

function findPlan({ parts }: ChatMessage): Plan {
  const part = parts.findLast(({ type }) => type === "data-plan");
  if (part?.type !== "data-plan") throw new Error("A reply of the bench has no plan.");
  return part.data;
}

const countDone = (reply: ChatMessage): number =>
  findPlan(reply).steps.filter(({ status }) => status === "completed").length;
const isAnswered = ({ parts, metadata }: ChatMessage): boolean =>
  metadata?.outcome === "completed" && parts.some((part) => part.type === "text" && part.text !== "");

/** `refused`: why some were not begun. */
type Many = { lost: number; seconds: number; refused: string[] };
type Measured = { steps: number[]; loops: number[]; ratios: number[] } & Omit<Many, "refused">;

function toRows({ steps, loops, ratios, lost, seconds }: Measured) {
  const part = "plans";
  return [
    toRow({
      ...{ part, measure: "a step of a plan beside the model's own time, median", unit: "ms" },
      ...{ product: median(steps), atMost: mostStepMs },
    }),
    toRow({
      ...{ part, measure: "a round with a tool beside the model's own time, median", unit: "ms" },
      ...{ product: median(loops), atLeast: 0, atMost: mostRoundMs },
    }),
    toRow({
      ...{ part, measure: "four steps at once beside the slowest, median", unit: "×" },
      ...{ product: median(ratios), atMost: mostRatio },
    }),
    toRow({
      ...{ part, measure: `${atOnce} plans of 5 steps at once, lost`, unit: "plans" },
      ...{ product: lost, atMost: 0 },
    }),
    toRow({
      part,
      measure: `${atOnce} plans of 5 steps at once, until all are told`,
      unit: "s",
      product: seconds,
    }),
  ];
}
