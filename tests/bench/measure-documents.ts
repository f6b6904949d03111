import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { createIndexDocument, type IndexDocument } from "@/lib/features/documents/index-document";
import { toCollectionScope } from "@/lib/features/documents/scope";
import { createSearchDocuments } from "@/lib/features/documents/search";
import type { EmbedTexts } from "@/lib/protocol/ask";
import type { SearchStrategy } from "@/lib/features/documents/shape/documents";
import { openChunkIndex } from "@/lib/store/chunks/open";
import type { ChunkIndex } from "@/lib/store/chunks/chunk-index";
import { makeQuestion, makeText } from "./document-texts";
import { toRow, type PartResult } from "./row";
import { percentile } from "./statistics";

const scope = toCollectionScope("owner", "bench", "Bench");
const signal = new AbortController().signal;
const dimensions = 768;
/** In characters: some 40 pages with 40 chunks, and 300 pages. */
const [usualText, longText] = [80_000, 900_000];

/** How fast documents are indexed and searched in the embedded index, and what others in this process notice. */
export async function measureDocuments(rounds: number): Promise<PartResult> {
  const words = await inFolder((index, dataDir) => measureWords(index, dataDir, rounds));
  const meaning = await inFolder((index) => measureMeaning(index, rounds));
  const row = (measure: string, unit: string, product: number, atMost: number) =>
    toRow({ part: "documents", measure, unit, product, atMost });
  return {
    rows: [
      row("10,000 chunks indexed", "s", words.seconds, 60),
      row("a document of 300 pages searchable", "s", words.longSeconds, 15),
      row("keyword query over 100,000 chunks, p95", "ms", percentile(words.times, 0.95), 50),
      row("hybrid over 10,000 vectors of 768, p95", "ms", percentile(meaning.times, 0.95), 100),
      row("longest wait of others meanwhile", "ms", Math.max(words.blockMs, meaning.blockMs), 20),
    ],
    raw: { words, meaning },
  };
}

async function inFolder<T>(work: (index: ChunkIndex, dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), "sextant-documents-"));
  const index = await openChunkIndex({ driver: "embedded", dataDir, onSetAside: () => undefined });
  try {
    return await work(index, dataDir);
  } finally {
    await index.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const none: EmbedTexts = () => Promise.resolve(null);

async function measureWords(index: ChunkIndex, dataDir: string, rounds: number) {
  const block = watchBlock();
  const add = block.watched(createIndexDocument({ index, embed: none }));
  const [first, seconds] = await timed(() => addUntil(add, 0, 10_000));
  const [, longSeconds] = await timed(() => addOne(add, "long", longText, 7));
  const [all, allSeconds] = await timed(() => addUntil(add, first.chunks, 100_000));
  const times = await block.watched(() => ask(index, none, "keyword", rounds * 4))();
  const megabytes = statSync(join(dataDir, "index.db")).size / 1e6;
  return { seconds, longSeconds, allSeconds, chunks: all.chunks, megabytes, times, blockMs: block.mostMs() };
}

async function measureMeaning(index: ChunkIndex, rounds: number) {
  const embed: EmbedTexts = (texts) =>
    Promise.resolve({ vectors: texts.map(toVector), model: "bench", costMicroUsd: 0 });
  const block = watchBlock();
  const add = createIndexDocument({ index, embed });
  const [{ chunks }, seconds] = await timed(() => addUntil(add, 0, 10_000));
  const times = await block.watched(() => ask(index, embed, "hybrid", rounds * 4))();
  return { seconds, chunks, times, blockMs: block.mostMs() };
}

async function addUntil(add: IndexDocument, from: number, most: number): Promise<{ chunks: number }> {
  let chunks = from;
  for (let number = from; chunks < most; number += 1)
    chunks += (await addOne(add, `document-${number}`, usualText, number)).chunks;
  return { chunks };
}

function addOne(add: IndexDocument, documentId: string, characters: number, seed: number) {
  const text = makeText(characters, seed);
  return add({
    documentId,
    title: documentId,
    text,
    pages: [],
    scope,
    attributes: { title: documentId },
    signal,
  });
}

/** In ms, each question once, after some that do not count. */
async function ask(
  index: ChunkIndex,
  embed: EmbedTexts,
  strategy: SearchStrategy,
  count: number,
): Promise<number[]> {
  const search = createSearchDocuments({ index, embed });
  const times: number[] = [];
  for (let number = -10; number < count; number += 1) {
    const query = makeQuestion(number + 1_000);
    const [, seconds] = await timed(() =>
      search({ scopes: [scope], query, strategy, limit: 10, offset: 0, filters: [], signal }),
    );
    if (number >= 0) times.push(seconds * 1_000);
  }
  return times;
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const result = await work();
  return [result, (performance.now() - began) / 1_000];
}

/** How long a timer of this thread had to wait at most while watched work was done: making texts is our own. */
function watchBlock() {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let most = 0;
  return {
    watched:
      <ARGS extends unknown[], T>(work: (...args: ARGS) => Promise<T>) =>
      async (...args: ARGS): Promise<T> => {
        await wait(10);
        delay.enable();
        await wait(10);
        delay.reset();
        const result = await work(...args);
        await wait(10);
        most = Math.max(most, delay.max / 1e6);
        delay.disable();
        return result;
      },
    mostMs: () => most,
  };
}

/** No meaning, only numbers that differ as those of a model do. */
function toVector(text: string): Float32Array {
  let state = text.length;
  for (let at = 0; at < text.length; at += 7) state = (Math.imul(state, 31) + text.charCodeAt(at)) >>> 0;
  const vector = Float32Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
