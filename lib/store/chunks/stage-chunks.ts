import { AppError } from "@/lib/errors";
import { toTokens } from "@/lib/language/tokens";
import type { DocumentChunks, NewChunk } from "./chunk-index";
import { maxChunks } from "./rank-chunks";

/** A document on its way into the index. `postings`: ordinal, count and length of each chunk, by term. */
export type StagedChunks = {
  chunks: { id: string; text: string; place: string }[];
  vectors: Float32Array[];
  postings: Map<string, number[]>;
  /** Of all chunks together. */
  tokens: number;
};

/** Numbers of 16 bits count and measure. */
const most = 65_535;

export function createStaged(): StagedChunks {
  return { chunks: [], vectors: [], postings: new Map(), tokens: 0 };
}

/** Adds chunks behind those there are. */
export function stageChunks(staged: StagedChunks, chunks: readonly NewChunk[]): void {
  for (const { id, text: given, place, vector } of chunks) {
    // Halves of characters that a cut left alone cannot be stored everywhere.
    const text = given.toWellFormed();
    const ordinal = staged.chunks.length;
    const tokens = toTokens(text);
    const counts = new Map<string, number>();
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
    const length = Math.min(tokens.length, most);
    for (const [term, count] of counts) {
      const triples = staged.postings.get(term);
      if (triples === undefined) staged.postings.set(term, [ordinal, Math.min(count, most), length]);
      else triples.push(ordinal, Math.min(count, most), length);
    }
    staged.chunks.push({ id, text, place: place.toWellFormed() });
    if (vector !== undefined) staged.vectors.push(vector);
    staged.tokens += length;
  }
}

const longestName = 1_000;
const mostAttributes = 20_000;

/** What every driver refuses, with `invalid_request` or `too_large`. */
export function checkDocument(
  scope: string,
  { documentId, attributes, model, chunks }: DocumentChunks,
): void {
  checkNames(scope, documentId);
  checkAttributes(attributes);
  if (chunks.length > maxChunks)
    throw new AppError("too_large", `A document has at most ${maxChunks.toLocaleString("en")} passages.`);
  const length = chunks[0]?.vector?.length;
  if (model !== null && chunks.some(({ vector }) => vector === undefined || vector.length !== length))
    throw new AppError("invalid_request", "Each passage needs a vector of the same model.");
}

export function checkNames(...names: readonly string[]): void {
  for (const name of names)
    if (name === "" || name.length > longestName || !name.isWellFormed() || name.includes("\0"))
      throw new AppError("invalid_request", "This cannot name a document or where it stands.", {
        cause: { name },
      });
}

export function checkAttributes(attributes: DocumentChunks["attributes"]): string {
  const text = JSON.stringify(attributes).toWellFormed();
  if (text.length > mostAttributes)
    throw new AppError("too_large", "There is too much to note of this document.", {
      cause: { length: text.length },
    });
  return text;
}
