import { setImmediate as letOthersWork } from "node:timers/promises";
import { withoutUndefined } from "@/lib/data/json";
import type { EmbedTexts } from "@/lib/protocol/ask";
import type { ChunkIndex, DocumentChunks, NewChunk } from "@/lib/store/chunks/chunk-index";
import { chunkText, type TextToChunk } from "./chunk";
import type { DocumentAttributes } from "./matches";
import type { Scope } from "./scope";

export type DocumentToIndex = TextToChunk & {
  scope: Scope;
  attributes: DocumentAttributes;
  signal: AbortSignal;
};

export type Indexed = { chunks: number; isWordsOnly: boolean };
export type IndexDocument = (document: DocumentToIndex) => Promise<Indexed>;

/** So many texts are embedded at once, and so long one turn of ours may last, in milliseconds. */
const textsAtOnce = 64;
const turnMs = 5;

type IndexChunksDeps = { index: Pick<ChunkIndex, "put">; embed: EmbedTexts };

/**
 * Replaces a document in the index, whole or not at all. Where no embedding model answers for all of it, only
 * words find it. Tokenising is done in a thread, cutting in short turns.
 */
export function createIndexDocument(deps: IndexChunksDeps): IndexDocument {
  return async ({ scope, attributes, signal, ...text }) => {
    const chunks = await chunkInTurns(text, signal);
    const document = { documentId: text.documentId, attributes: withoutUndefined(attributes), chunks };
    return indexChunks(deps, scope, document, signal);
  };
}

/** As `createIndexDocument`, of a document that is cut already. */
export async function indexChunks(
  { index, embed }: IndexChunksDeps,
  scope: Scope,
  document: Omit<DocumentChunks, "model">,
  signal: AbortSignal,
): Promise<Indexed> {
  const { vectors, model } = await embedChunks(embed, document.chunks, signal);
  signal.throwIfAborted();
  const chunks = document.chunks.map((chunk, at): NewChunk => {
    const vector = vectors[at];
    return vector === undefined ? chunk : { ...chunk, vector };
  });
  await index.put(scope.id, { ...document, model, chunks });
  return { chunks: chunks.length, isWordsOnly: model === null };
}

async function chunkInTurns(text: TextToChunk, signal: AbortSignal): Promise<NewChunk[]> {
  const chunks: NewChunk[] = [];
  let began = performance.now();
  for (const { place, ...chunk } of chunkText(text)) {
    chunks.push({ ...chunk, place: JSON.stringify(place) });
    if (performance.now() - began < turnMs) continue;
    await letOthersWork();
    signal.throwIfAborted();
    began = performance.now();
  }
  return chunks;
}

/** All by one model, or none. */
async function embedChunks(
  embed: EmbedTexts,
  chunks: readonly NewChunk[],
  signal: AbortSignal,
): Promise<{ vectors: Float32Array[]; model: string | null }> {
  const vectors: Float32Array[] = [];
  let model: string | null = null;
  for (let at = 0; at < chunks.length; at += textsAtOnce) {
    const texts = chunks.slice(at, at + textsAtOnce).map(({ text }) => text);
    const embedded = await embed(texts, signal);
    if (
      embedded === null ||
      (model !== null && embedded.model !== model) ||
      embedded.vectors.length !== texts.length
    )
      return { vectors: [], model: null };
    model = embedded.model;
    vectors.push(...embedded.vectors);
  }
  return { vectors, model };
}
