import { setTimeout as wait } from "node:timers/promises";
import type { AnswerOrder } from "./answer-text";
import { ask } from "./chat-client";
import { toTargets, type Servers } from "./measure-answers";
import { readMemoryMB, settleMs } from "./process-meter";
import { toRow, type PartResult } from "./row";
import { median } from "./statistics";

const answer: AnswerOrder = { kind: "numbers", tokens: 20, paceMs: 5 };
const replies = 4_000;
const atOnce = 10;
/** The memory is looked at after so many. */
const between = 100;
const mostMemoryMB = 450;
const mostGrowth = 1.1;

/** Resident memory while a server makes thousands of replies, each in a new conversation, and some seconds after them. */
export async function measureReplies(servers: Servers): Promise<PartResult> {
  const bare = await makeReplies(servers, "bare");
  const product = await makeReplies(servers, "product");
  const grew = ({ seen }: Memory) => {
    const half = seen.length / 2;
    const quarter = half + seen.length / 4;
    return median(seen.slice(quarter)) / median(seen.slice(half, quarter));
  };
  const part = "replies";
  const count = replies.toLocaleString("en");
  const rows = [
    toRow({
      part,
      measure: `resident memory after ${count} replies`,
      unit: "MB",
      bare: bare.afterMB,
      product: product.afterMB,
      atMost: mostMemoryMB,
    }),
    toRow({
      part,
      measure: "the last quarter of them against the third, medians",
      unit: "times",
      bare: grew(bare),
      product: grew(product),
      atMost: mostGrowth,
    }),
  ];
  return { rows, raw: { bare, product } };
}

type Memory = { seen: number[]; afterMB: number };

async function makeReplies(servers: Servers, kind: "bare" | "product"): Promise<Memory> {
  const target = toTargets(servers)[kind];
  const { pid } = servers[kind];
  const seen: number[] = [];
  let begun = 0;
  const work = async () => {
    while (begun < replies) {
      begun += 1;
      if (begun % between === 0) seen.push(readMemoryMB(pid));
      const { problem } = await ask(target, { order: answer });
      if (problem !== null) throw new Error(`${kind}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await wait(settleMs);
  return { seen, afterMB: readMemoryMB(pid) };
}
