import { embedMany } from "ai";
import { pay } from "@/lib/money/purse";
import type { Models } from "./models";
import { costMicroUsd, estimateTokens, toCharge } from "./prices";

export type Embedded = { vectors: Float32Array[]; costMicroUsd: number };

/** What every vendor takes at once; what is longer is embedded by its beginning. */
const textsAtOnce = 96;
const maxCharacters = 8_000;
const limitMs = 8_000;
/** What an estimate of tokens may be too low by. */
const estimateSlack = 1.3;

/**
 * A vector for each text, all by the first model of the chain that answers for all of them; `null` when none
 * does. What models were paid that failed half way is in the cost.
 */
export async function embedTexts(
  models: Models,
  refs: readonly string[],
  texts: readonly string[],
  signal: AbortSignal,
): Promise<(Embedded & { model: string }) | null> {
  let spent = 0;
  for (const ref of refs) {
    const vectors: Float32Array[] = [];
    try {
      for (let at = 0; at < texts.length; at += textsAtOnce) {
        const embedded = await embedBy(models, ref, texts.slice(at, at + textsAtOnce), signal);
        spent += embedded.costMicroUsd;
        vectors.push(...embedded.vectors);
      }
      return { vectors, model: ref, costMicroUsd: spent };
    } catch {
      signal.throwIfAborted();
    }
  }
  return null;
}

/** By one model in one call, paid before. Vectors have the length 1. Throws what the model throws. */
export async function embedBy(
  models: Models,
  ref: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Embedded> {
  const values = texts.map((text) => text.slice(0, maxCharacters));
  const model = await models.embedding(ref);
  const { price } = models.describe(ref);
  const inputTokens = Math.ceil(estimateTokens(values.join("\n")) * estimateSlack);
  return pay(toCharge({ inputTokens }, price), async (spend) => {
    const { embeddings, usage } = await embedMany({
      model,
      values,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
    });
    const used = { inputTokens: usage.tokens };
    const cost = price === null ? 0 : costMicroUsd(used, price);
    spend(toCharge(used, price), cost);
    return { vectors: embeddings.map(toUnit), costMicroUsd: cost };
  });
}

function toUnit(embedding: readonly number[]): Float32Array {
  const length = Math.hypot(...embedding);
  return Float32Array.from(embedding, (value) => (length === 0 ? 0 : value / length));
}
