import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { embedBy } from "./embed-texts";
import type { Models } from "./models";

/** How near each text is to the query in meaning, from -1 to 1, and what telling cost. */
export type MeaningScores = { scores: number[]; costMicroUsd: number };

/** More texts than a page has passages for one call; what is longer is embedded by its beginning. */
const maxTexts = 100;
const maxCharacters = 4_000;
/** Of this process: the same facts and passages are compared with one question after another. */
const mostBytes = 16_000_000;
const known = createVectorCache();

/** By the chain's first embedding model that answers. `null` when none does, or for too many texts. */
export async function rankByMeaning(
  models: Models,
  refs: readonly string[],
  { query, texts }: { query: string; texts: readonly string[] },
  signal: AbortSignal,
  vectors: VectorCache = known,
): Promise<MeaningScores | null> {
  if (texts.length === 0 || texts.length > maxTexts) return null;
  const values = [query, ...texts].map((text) => text.slice(0, maxCharacters));
  for (const ref of refs) {
    const nearness = await tryModel({ models, ref, vectors }, values, signal);
    if (nearness !== null) return nearness;
  }
  return null;
}

type Embedder = { models: Models; ref: string; vectors: VectorCache };

/** On failure words alone rank. */
async function tryModel(
  embedder: Embedder,
  values: readonly string[],
  signal: AbortSignal,
): Promise<MeaningScores | null> {
  try {
    const { byText, costMicroUsd } = await embed(embedder, values, signal);
    const [asked, ...others] = values.map((value) => byText.get(value));
    if (asked === undefined) return null;
    return {
      scores: others.map((each) => (each === undefined ? 0 : compareVectors(asked, each))),
      costMicroUsd,
    };
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** Only unknown vectors are asked for and paid. */
async function embed(
  { models, ref, vectors }: Embedder,
  values: readonly string[],
  signal: AbortSignal,
): Promise<{ byText: Map<string, Float32Array>; costMicroUsd: number }> {
  const byText = new Map<string, Float32Array>();
  for (const value of values) {
    const vector = vectors.find(ref, value);
    if (vector !== null) byText.set(value, vector);
  }
  const missing = [...new Set(values)].filter((value) => !byText.has(value));
  if (missing.length === 0) return { byText, costMicroUsd: 0 };
  const embedded = await embedBy(models, ref, missing, signal);
  for (const [index, vector] of embedded.vectors.entries()) {
    const text = missing[index];
    if (text === undefined) continue;
    byText.set(text, vector);
    vectors.keep(ref, text, vector);
  }
  return { byText, costMicroUsd: embedded.costMicroUsd };
}

/** Vectors of length 1, by the model and the text they were made of. */
type VectorCache = {
  find(ref: string, text: string): Float32Array | null;
  keep(ref: string, text: string, vector: Float32Array): void;
};

/** Holds about 2,500 vectors of 1,536 numbers; texts are known by their hashes only. */
export function createVectorCache(maxBytes = mostBytes): VectorCache {
  const vectors = new LRUCache<string, Float32Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });
  return {
    find: (ref, text) => vectors.get(toKey(ref, text)) ?? null,
    keep: (ref, text, vector) => void vectors.set(toKey(ref, text), vector),
  };
}

/** The cosine of the angle between two vectors of length 1; 0 for vectors of different models. */
export function compareVectors(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0;
  let product = 0;
  for (let index = 0; index < a.length; index += 1) product += (a[index] ?? 0) * (b[index] ?? 0);
  return product;
}

function toKey(ref: string, text: string): string {
  return createHash("sha256").update(`${ref}\n${text}`).digest("base64");
}
