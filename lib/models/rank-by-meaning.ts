import { embedMany } from "ai";
import type { Models } from "./models";
import { costMicroUsd, findPrice } from "./prices";
import { compareVectors, createVectorCache, type VectorCache } from "./vector-cache";

/** How near each text is to the query in meaning, from -1 to 1, and what telling cost. */
export type Nearness = { scores: number[]; costMicroUsd: number };

/** More texts than a page has passages for one call; what is longer is embedded by its beginning. */
const maxTexts = 100;
const maxCharacters = 4_000;
const limitMs = 8_000;
/** Of this process: the same facts and passages are compared with one question after another. */
const known = createVectorCache();

/** Compares texts with a query by the embedding models of a chain, the first that answers. `null` without one, when none answers, or for too many texts. */
export async function rankByMeaning(
  models: Models,
  refs: readonly string[],
  { query, texts }: { query: string; texts: readonly string[] },
  signal: AbortSignal,
  vectors: VectorCache = known,
): Promise<Nearness | null> {
  if (texts.length === 0 || texts.length > maxTexts) return null;
  const values = [query, ...texts].map((text) => text.slice(0, maxCharacters));
  for (const ref of refs) {
    const nearness = await tryModel({ models, ref, vectors }, values, signal);
    if (nearness !== null) return nearness;
  }
  return null;
}

type Embedder = { models: Models; ref: string; vectors: VectorCache };

/** What fails here is done without: words rank alone then. */
async function tryModel(
  embedder: Embedder,
  values: readonly string[],
  signal: AbortSignal,
): Promise<Nearness | null> {
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

/** Only what is not known yet is asked for and paid. */
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
  const model = await models.embedding(ref);
  const { embeddings, usage } = await embedMany({
    model,
    values: missing,
    maxRetries: 0,
    abortSignal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
  });
  for (const [index, embedding] of embeddings.entries()) {
    const text = missing[index];
    if (text !== undefined) byText.set(text, vectors.keep(ref, text, embedding));
  }
  const price = findPrice(ref);
  return { byText, costMicroUsd: price === null ? 0 : costMicroUsd({ inputTokens: usage.tokens }, price) };
}
