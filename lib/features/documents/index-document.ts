import { setImmediate as letOthersWork } from "node:timers/promises";
import { withoutUndefined } from "@/lib/data/json";
import type { EmbedTexts } from "@/lib/protocol/ask";
import type { ChunkIndex, NewChunk } from "@/lib/store/chunks/chunk-index";
import { chunkText, type Chunk, type TextToChunk } from "./chunk";
import type { DocumentAttributes } from "./matches";
import type { Scope } from "./scope";

export type DocumentToIndex = TextToChunk & {
  scope: Scope;
  attributes: DocumentAttributes;
  signal: AbortSignal;
  /** From 0 to 1, while vectors are made. */
  onProgress?: (share: number) => void;
};

export type Indexed = { chunks: number; isWordsOnly: boolean; costMicroUsd: number };
export type IndexDocument = (document: DocumentToIndex) => Promise<Indexed>;

/** So many texts are embedded at once, and so long one turn of ours may last, in milliseconds. */
const textsAtOnce = 64;
const turnMs = 5;

/**
 * Replaces a document in the index, whole or not at all. Where no embedding model answers for all of it, only
 * words find it. Tokenising is done in a thread, cutting in short turns.
 */
export function createIndexDocument({
  index,
  embed,
}: {
  index: ChunkIndex;
  embed: EmbedTexts;
}): IndexDocument {
  return async ({ scope, attributes, signal, onProgress, ...text }) => {
    const chunks = await chunkInTurns(text, signal);
    const { vectors, model, costMicroUsd } = await embedChunks(embed, chunks, { signal, onProgress });
    signal.throwIfAborted();
    const kept = chunks.map(({ id, text: words, place }, at): NewChunk => {
      const vector = model === null ? undefined : vectors[at];
      return { id, text: words, place: JSON.stringify(place), ...(vector === undefined ? {} : { vector }) };
    });
    await index.put(scope.id, {
      ...{ documentId: text.documentId, model, chunks: kept },
      attributes: toStored(attributes),
    });
    return { chunks: kept.length, isWordsOnly: model === null, costMicroUsd };
  };
}

async function chunkInTurns(text: TextToChunk, signal: AbortSignal): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  let began = performance.now();
  for (const chunk of chunkText(text)) {
    chunks.push(chunk);
    if (performance.now() - began < turnMs) continue;
    await letOthersWork();
    signal.throwIfAborted();
    began = performance.now();
  }
  return chunks;
}

type Embedded = { vectors: Float32Array[]; model: string | null; costMicroUsd: number };
type Options = { signal: AbortSignal; onProgress: ((share: number) => void) | undefined };

/** All by one model, or none. */
async function embedChunks(embed: EmbedTexts, chunks: readonly Chunk[], options: Options): Promise<Embedded> {
  const vectors: Float32Array[] = [];
  let model: string | null = null;
  let costMicroUsd = 0;
  for (let at = 0; at < chunks.length; at += textsAtOnce) {
    const texts = chunks.slice(at, at + textsAtOnce).map(({ text }) => text);
    const embedded = await embed(texts, options.signal);
    costMicroUsd += embedded?.costMicroUsd ?? 0;
    if (
      embedded === null ||
      (model !== null && embedded.model !== model) ||
      embedded.vectors.length !== texts.length
    )
      return { vectors: [], model: null, costMicroUsd };
    model = embedded.model;
    vectors.push(...embedded.vectors);
    options.onProgress?.(vectors.length / chunks.length);
  }
  return { vectors, model, costMicroUsd };
}

function toStored(attributes: DocumentAttributes): Record<string, string | number | string[]> {
  return withoutUndefined(attributes);
}
