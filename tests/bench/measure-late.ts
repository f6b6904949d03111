import { setTimeout as wait } from "node:timers/promises";
import { toQuestion, toTokens, type AnswerOrder } from "./answer-text";
import type { Servers } from "./measure-answers";
import { countTokens, joinStream, postQuestion, readWords } from "./read-words";
import { toRow, type PartResult } from "./row";
import { median } from "./statistics";

const joinAfter = 5_000;
/** The answer goes on for a while, so that there is one to join. */
const answer: AnswerOrder = { kind: "numbers", tokens: 5_600, paceMs: 2 };
const joinsPerAnswer = 10;
const betweenMs = 50;
const mostMs = 100;

/** Readers that join a running answer when it has 5,000 tokens: from their request until they have as many as it had then. */
export async function measureLate(
  { product }: Pick<Servers, "product">,
  rounds: number,
): Promise<PartResult> {
  const times: number[] = [];
  let broken = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { joins, texts } = await joinOne(product.url);
    times.push(...joins);
    broken += texts.filter((text) => text !== toTokens(answer).join("")).length;
  }
  const part = "late";
  return {
    rows: [
      toRow({
        part,
        measure: "joining after 5,000 tokens, until all of them are there, median",
        unit: "ms",
        product: median(times),
      }),
      toRow({
        part,
        measure: "joining after 5,000 tokens, until all of them are there, longest",
        unit: "ms",
        product: Math.max(...times),
        atMost: mostMs,
      }),
      toRow({
        part,
        measure: "what they read to the end, lost or reordered",
        unit: "answers",
        product: broken,
        atMost: 0,
      }),
    ],
    raw: { times },
  };
}

async function joinOne(url: string): Promise<{ joins: number[]; texts: string[] }> {
  const id = crypto.randomUUID();
  const { promise: isLong, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  const sender = readWords(await postQuestion(url, id, toQuestion(answer)), ({ text }) => {
    sent = countTokens(text);
    if (sent >= joinAfter) resolve();
    return false;
  });
  await Promise.race([isLong, sender]);
  const joins: Promise<{ ms: number; text: string }>[] = [];
  for (let count = 0; count < joinsPerAnswer; count += 1) {
    joins.push(joinAt(url, id, sent));
    await wait(betweenMs);
  }
  const joined = await Promise.all(joins);
  return { joins: joined.map(({ ms }) => ms), texts: [await sender, ...joined.map(({ text }) => text)] };
}

async function joinAt(url: string, id: string, known: number): Promise<{ ms: number; text: string }> {
  const began = performance.now();
  let ms = Number.NaN;
  const text = await readWords(await joinStream(url, id), ({ text: sofar, at }) => {
    if (Number.isNaN(ms) && countTokens(sofar) >= known) ms = at - began;
    return false;
  });
  return { ms, text };
}
