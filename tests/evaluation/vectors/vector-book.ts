import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";

/** Vectors that a named model made of texts of the suites: each number a byte, each text known by the beginning of its hash. */
export type VectorBook = z.output<typeof bookSchema>;

const bookSchema = z.strictObject({
  model: z.string(),
  package: z.string(),
  version: z.string(),
  license: z.string(),
  source: z.url(),
  language: z.string(),
  dimensions: z.int().positive(),
  vectors: z.record(z.string(), z.string()),
});

const file = new URL("../../fixtures/vectors/universal-sentence-encoder-lite.json", import.meta.url);

export function readVectorBook(): VectorBook {
  return bookSchema.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** A line each, in the order of the hashes. */
export function writeVectorBook(book: VectorBook): void {
  const vectors = Object.fromEntries(Object.entries(book.vectors).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify({ ...book, vectors }, null, 1)}\n`);
}

export function findVector({ vectors }: VectorBook, text: string): number[] | null {
  const packed = vectors[toKey(text)];
  return packed === undefined ? null : [...new Int8Array(Buffer.from(packed, "base64"))];
}

/** The greatest number becomes 127: vectors are compared by their direction only. */
export function keepVector({ vectors }: VectorBook, text: string, vector: readonly number[]): void {
  const greatest = Math.max(...vector.map(Math.abs));
  const bytes = Int8Array.from(vector, (value) => Math.round((127 * value) / greatest));
  vectors[toKey(text)] = Buffer.from(bytes.buffer).toString("base64");
}

function toKey(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 12);
}
