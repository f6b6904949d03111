import { deserialize, serialize } from "node:v8";
import { toSigns } from "./rank-chunks";
import type { StagedChunks } from "./stage-chunks";

/**
 * What a search needs of one document, kept as one file. `terms` one behind the other in the order of their
 * bytes; each ends where `ends` says, its postings where `postingEnds` says.
 */
export type Segment = {
  chunks: number;
  tokens: number;
  terms: Uint8Array;
  ends: Uint32Array;
  postings: Uint16Array;
  postingEnds: Uint32Array;
  signs: Uint32Array;
};
/** Of one document, in the order of its chunks; `vectors` all behind each other. */
export type ChunkTexts = { id: string; text: string; place: string }[];
export type ChunkVectors = { length: number; vectors: Float32Array };

/** The files of a document; `vectors` is `null` without any. */
export type SegmentFiles = {
  segment: Uint8Array;
  texts: Uint8Array;
  vectors: Uint8Array | null;
};

export function toSegmentFiles(
  { chunks, vectors, postings, tokens }: StagedChunks,
  hasVectors: boolean,
): SegmentFiles {
  const sorted = [...postings]
    .map(([term, triples]) => ({ bytes: Buffer.from(term), triples }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes));
  const segment: Segment = {
    ...{ chunks: chunks.length, tokens },
    terms: new Uint8Array(Buffer.concat(sorted.map(({ bytes }) => bytes))),
    ends: toEnds(sorted.map(({ bytes }) => bytes.length)),
    postings: Uint16Array.from(sorted.flatMap(({ triples }) => triples)),
    postingEnds: toEnds(sorted.map(({ triples }) => triples.length)),
    signs: toSigns(hasVectors ? vectors : []),
  };
  const texts: ChunkTexts = chunks;
  return {
    ...{ segment: serialize(segment), texts: serialize(texts) },
    vectors: hasVectors && vectors.length > 0 ? serialize(joinVectors(vectors)) : null,
  };
}

/** Of a file that this product wrote. */
export function readSegmentFile<CONTENT extends Segment | ChunkTexts | ChunkVectors>(
  bytes: Uint8Array,
): CONTENT {
  return deserialize(bytes) as CONTENT;
}

function joinVectors(vectors: readonly Float32Array[]): ChunkVectors {
  const length = vectors[0]?.length ?? 0;
  const joined = new Float32Array(length * vectors.length);
  for (const [index, vector] of vectors.entries()) joined.set(vector, index * length);
  return { length, vectors: joined };
}

function toEnds(lengths: readonly number[]): Uint32Array {
  let end = 0;
  return Uint32Array.from(lengths, (length) => (end += length));
}

/** The postings of a term, given in UTF-8; none where the document lacks it. */
export function findPostings({ terms, ends, postings, postingEnds }: Segment, term: Uint8Array): Uint16Array {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = Buffer.compare(terms.subarray(ends[middle - 1] ?? 0, ends[middle]), term);
    if (order === 0) return postings.subarray(postingEnds[middle - 1] ?? 0, postingEnds[middle]);
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return new Uint16Array();
}
