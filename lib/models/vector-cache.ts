import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** Vectors of length 1, by the model and the text they were made of. */
export type VectorCache = {
  find(ref: string, text: string): Float32Array | null;
  keep(ref: string, text: string, embedding: readonly number[]): Float32Array;
};

const mostBytes = 16_000_000;

/** Holds about 2,500 vectors of 1,536 numbers; texts are known by their hashes only. */
export function createVectorCache(maxBytes = mostBytes): VectorCache {
  const vectors = new LRUCache<string, Float32Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });
  return {
    find: (ref, text) => vectors.get(toKey(ref, text)) ?? null,
    keep(ref, text, embedding) {
      const vector = toUnit(embedding);
      vectors.set(toKey(ref, text), vector);
      return vector;
    },
  };
}

/** The cosine of the angle between two vectors of length 1; 0 for vectors of different models. */
export function compareVectors(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0;
  let product = 0;
  for (let index = 0; index < a.length; index += 1) product += (a[index] ?? 0) * (b[index] ?? 0);
  return product;
}

function toUnit(embedding: readonly number[]): Float32Array {
  const length = Math.hypot(...embedding);
  return Float32Array.from(embedding, (value) => (length === 0 ? 0 : value / length));
}

function toKey(ref: string, text: string): string {
  return createHash("sha256").update(`${ref}\n${text}`).digest("base64");
}
