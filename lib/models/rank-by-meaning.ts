import { cosineSimilarity, embedMany } from "ai";
import type { Models } from "./models";
import { costMicroUsd, findPrice } from "./prices";

/** How near each text is to the query in meaning, from -1 to 1, and what telling cost. */
export type Nearness = { scores: number[]; costMicroUsd: number };

/** More texts than a page has passages for one call; what is longer is embedded by its beginning. */
const maxTexts = 100;
const maxCharacters = 4_000;
const limitMs = 8_000;

/** Compares texts with a query by the embedding models of a chain, the first that answers. `null` without one, when none answers, or for too many texts. */
export async function rankByMeaning(models: Models, refs: readonly string[], { query, texts }: { query: string; texts: readonly string[] }, signal: AbortSignal): Promise<Nearness | null> {
  if (texts.length === 0 || texts.length > maxTexts) return null;
  for (const ref of refs) {
    const nearness = await tryModel(models, ref, [query, ...texts].map((text) => text.slice(0, maxCharacters)), signal);
    if (nearness !== null) return nearness;
  }
  return null;
}

/** What fails here is done without: words rank alone then. */
async function tryModel(models: Models, ref: string, values: string[], signal: AbortSignal): Promise<Nearness | null> {
  try {
    const model = await models.embedding(ref);
    const { embeddings, usage } = await embedMany({ model, values, maxRetries: 0, abortSignal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) });
    const [asked, ...others] = embeddings;
    if (asked === undefined || others.length !== values.length - 1) return null;
    const price = findPrice(ref);
    return { scores: others.map((each) => cosineSimilarity(asked, each)), costMicroUsd: price === null ? 0 : costMicroUsd({ inputTokens: usage.tokens }, price) };
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
