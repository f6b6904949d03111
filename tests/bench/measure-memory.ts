import { findFacts, type FactQuery } from "@/lib/features/memory/find-facts";
import { createRecall, selectPromptFacts } from "@/lib/features/memory/recall";
import { payFrom } from "@/lib/money/purse";
import { plenty } from "@/tests/support/plenty";
import { rankByMeaning } from "@/lib/models/rank-by-meaning";
import { createVectorCache } from "@/lib/models/rank-by-meaning";
import type { Fact } from "@/lib/features/memory/shape";
import { buildFact } from "@/tests/support/facts";
import { startEmbeddingServer } from "@/tests/support/wire/embedding-server";
import { annasFacts, leisFacts } from "@/tests/unit/memory/people";
import { toRow, type PartResult, type RowInput } from "./row";
import { median, percentile } from "./statistics";

const asked = 2;
const repeats = 10;
const warmUps = 100;
const dimensions = 1_536;
/** 26, half of them in Chinese: as many as a person can have. */
const facts = [...annasFacts, ...leisFacts].map((fact, index) => ({ ...fact, id: `f${index}` }));

/**
 * How long it takes to choose the facts for an answer out of 26, and to find facts by words and by meaning.
 */
export async function measureMemory(rounds: number): Promise<PartResult> {
  const count = rounds * repeats;
  const prompt = await time(count, (round) => selectPromptFacts(reword(facts, round), 0));
  const words = await time(count, (round) => findFacts({ facts, history: [] }, toQuery(round), null, 0));
  const meaning = await measureMeaning(count);
  const rows = [
    ...toRows("for the prompt", prompt, asked),
    ...toRows("by words", words, asked),
    ...toRows("by words and by vectors that are known", meaning, asked),
  ];
  return { rows, raw: { prompt, words, meaning } };
}

/** In ms: until it is done, and of the processor, which other programs do not lengthen. */
type Times = { passed: number[]; used: number[] };

function toRows(measure: string, { passed, used }: Times, atMost?: number) {
  const limit: Pick<RowInput, "atMost"> = atMost === undefined ? {} : { atMost };
  return [
    toRow({ part: "memory", measure: `26 facts ${measure}, median`, unit: "ms", product: median(passed) }),
    toRow({
      part: "memory",
      measure: "the same, 95th percentile",
      unit: "ms",
      product: percentile(passed, 0.95),
      ...limit,
    }),
    toRow({
      part: "memory",
      measure: "the same, processor time, 95th percentile",
      unit: "ms",
      product: percentile(used, 0.95),
      ...limit,
    }),
  ];
}

const questions = [
  "Where do I live?",
  "What should I cook for dinner tonight?",
  "Am I alergic to anything?",
  "我的猫叫什么名字？",
  "推荐一部周末看的电影",
  "Write a function that sorts a list of dates",
  "What is the capital of France?",
  "当地天气怎么样，要带伞吗？",
  "When is my brithday, and what does my wife play?",
  "How do plants turn light into sugar, and which part of the leaf does it?",
];

function toQuery(round: number): FactQuery {
  return { terms: [`${questions[round % questions.length] ?? ""} ${round}`], categories: [] };
}

function reword(known: readonly Fact[], round: number): Fact[] {
  return known.map((fact) => buildFact({ ...fact, content: `${fact.content} (${round})` }));
}

/** Everything but the store and the vendor: the question's vector is new in its first round only. */
async function measureMeaning(count: number): Promise<Times> {
  const server = await startEmbeddingServer((text) =>
    Array.from({ length: dimensions }, (_, index) =>
      Math.sin((index + 1) * (text.length + text.charCodeAt(index % text.length))),
    ),
  );
  const vectors = createVectorCache();
  const { search } = createRecall({
    records: { read: async () => ({ facts, history: [], isOff: false }) },
    now: () => 0,
    compareMeaning: (query, texts, signal) =>
      payFrom(plenty, () =>
        rankByMeaning(server.models, ["openai:text-embedding-3-small"], { query, texts }, signal, vectors),
      ),
  });
  const ask = (round: number) =>
    search("person", { terms: [questions[round % questions.length] ?? ""], categories: [] });
  try {
    for (const round of questions.keys()) await ask(round);
    return await time(count, ask);
  } finally {
    await server.close();
  }
}

/** After some that do not count: the first readings compile. */
async function time(count: number, work: (round: number) => unknown): Promise<Times> {
  for (let round = 0; round < warmUps; round += 1) await work(round);
  const times: Times = { passed: [], used: [] };
  for (let round = 0; round < count; round += 1) {
    const cpu = process.cpuUsage();
    const began = performance.now();
    await work(round + warmUps);
    times.passed.push(performance.now() - began);
    const { user, system } = process.cpuUsage(cpu);
    times.used.push((user + system) / 1000);
  }
  return times;
}
