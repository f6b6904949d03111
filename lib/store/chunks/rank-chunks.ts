import { fuseRanks } from "@/lib/language/bm25";
import type { ChunkQuery } from "./chunk-index";

/** Of a term in one document: ordinal, count and length of each chunk that holds it, one after the other. */
export type Postings = { document: number; triples: Uint16Array };

/** One scope as a driver has it. `chunks` and `tokens` are those of all its documents. */
export type ScopeReader = {
  chunks: number;
  tokens: number;
  countChunks(term: string): number;
  readPostings(term: string): Iterable<Postings>;
  listSigns(model: string): Iterable<{ document: number; signs: Uint32Array }>;
  listDocuments(): Iterable<{ document: number; chunks: number }>;
};

/** Documents have numbers here, each one number in all scopes. `keys` of chunks are those of `toKey`. */
export type IndexReader = {
  scopes: readonly ScopeReader[];
  isAsked(document: number): boolean;
  nameOf(document: number): string;
  /** In the order of `keys`. */
  readVectors(keys: readonly number[]): Float32Array[] | Promise<Float32Array[]>;
};

export type RankedChunk = { key: number; keyword: number | null; semantic: number | null; score: number };

/** An ordinal takes 16 bits. */
export const maxChunks = 65_535;
export const toKey = (document: number, ordinal: number): number => document * 65_536 + ordinal;
export const toDocument = (key: number): number => Math.floor(key / 65_536);
export const toOrdinal = (key: number): number => key % 65_536;

/** Okapi BM25 (Robertson and Zaragoza, 2009), its usual constants. */
const k1 = 1.2;
const b = 0.75;
/**
 * Their k is 60, for many rankings, where being in all counts. Of two, what one of them puts first has to
 * count: docs/evaluation.md has the numbers.
 */
const rankConstant = 2;
/** The terms of a query, the rarest first; the rarest of each scope is always read. */
const mostPostings = 20_000;
/** Least depth of a fusion, and how many candidates found by sign are compared as floats. */
const leastDepth = 1_000;
const leastCandidates = 200;

/** The one scorer of all drivers: the same chunks give the same order. */
export async function rankChunks(
  reader: IndexReader,
  { tokens, vector, limit, offset }: Pick<ChunkQuery, "tokens" | "vector" | "limit" | "offset">,
): Promise<{ ranked: RankedChunk[]; total: number }> {
  const depth = Math.max(leastDepth, offset + limit);
  if (tokens.length === 0 && vector === undefined) return listAll(reader, offset, limit);
  const keyword = tokens.length === 0 ? null : scoreByWords(reader, tokens);
  const candidates = Math.max(leastCandidates, 2 * (offset + limit));
  const semantic = vector === undefined ? null : await scoreByMeaning(reader, vector, candidates);
  const rankings = [keyword, semantic].filter((each) => each !== null);
  const [only] = rankings;
  const scores =
    rankings.length === 1 && only !== undefined
      ? only
      : fuseRanks(
          rankings.map((each) => listBest(reader, each, depth).map(({ key }) => key)),
          rankConstant,
        );
  const ranked = listBest(reader, scores, depth).slice(offset, offset + limit);
  return {
    ranked: ranked.map(({ key, score }) => ({
      key,
      keyword: keyword?.get(key) ?? null,
      semantic: semantic?.get(key) ?? null,
      score,
    })),
    total: new Set([...(keyword?.keys() ?? []), ...(semantic?.keys() ?? [])]).size,
  };
}

type Scored = { key: number; score: number };

function scoreByWords(reader: IndexReader, tokens: readonly string[]): Map<number, number> {
  const terms = reader.scopes.flatMap((scope) =>
    [...new Set(tokens)].flatMap((term) => {
      const count = scope.countChunks(term);
      return count === 0 ? [] : [{ scope, term, count }];
    }),
  );
  const scores = new Map<number, number>();
  const begun = new Set<ScopeReader>();
  let read = 0;
  for (const { scope, term, count } of terms.toSorted((one, other) => one.count - other.count)) {
    if (begun.has(scope) && read + count > mostPostings) continue;
    begun.add(scope);
    read += count;
    addTerm(scores, reader, { scope, term, count });
  }
  return scores;
}

type Term = { scope: ScopeReader; term: string; count: number };

function addTerm(scores: Map<number, number>, reader: IndexReader, { scope, term, count }: Term): void {
  const weight = Math.log(1 + (scope.chunks - count + 0.5) / (count + 0.5));
  const average = scope.tokens / Math.max(1, scope.chunks);
  for (const { document, triples } of scope.readPostings(term)) {
    if (!reader.isAsked(document)) continue;
    for (let at = 0; at + 2 < triples.length; at += 3) {
      const [ordinal = 0, times = 0, length = 0] = [triples[at], triples[at + 1], triples[at + 2]];
      const norm = k1 * (1 - b + (b * length) / average);
      const key = toKey(document, ordinal);
      scores.set(key, (scores.get(key) ?? 0) + (weight * times * (k1 + 1)) / (times + norm));
    }
  }
}

/** Those whose signs differ least, equal ones all, by the cosine of their floats. */
async function scoreByMeaning(
  reader: IndexReader,
  { model, values }: NonNullable<ChunkQuery["vector"]>,
  least: number,
): Promise<Map<number, number>> {
  const asked = toSigns([values]);
  const found: { key: number; distance: number }[] = [];
  for (const scope of reader.scopes)
    for (const { document, signs } of scope.listSigns(model)) {
      if (!reader.isAsked(document) || signs.length % asked.length !== 0) continue;
      for (let at = 0; at < signs.length; at += asked.length)
        found.push({ key: toKey(document, at / asked.length), distance: countDifferent(signs, at, asked) });
    }
  const distances = Uint16Array.from(found, ({ distance }) => distance).sort();
  const most = distances[Math.min(least, distances.length) - 1] ?? 0;
  const keys = found.flatMap(({ key, distance }) => (distance <= most ? [key] : []));
  const vectors = await reader.readVectors(keys);
  return new Map(keys.map((key, index) => [key, toProduct(values, vectors[index])]));
}

/** One bit for each number of each vector: whether it is positive. A vector fills whole words. */
export function toSigns(vectors: readonly Float32Array[]): Uint32Array {
  const words = Math.ceil((vectors[0]?.length ?? 0) / 32);
  const signs = new Uint32Array(words * vectors.length);
  for (const [place, vector] of vectors.entries())
    for (let index = 0; index < vector.length; index += 1)
      if ((vector[index] ?? 0) > 0) {
        const word = place * words + (index >> 5);
        signs[word] = (signs[word] ?? 0) | (1 << (index & 31));
      }
  return signs;
}

function countDifferent(signs: Uint32Array, at: number, asked: Uint32Array): number {
  let count = 0;
  for (let index = 0; index < asked.length; index += 1) {
    let bits = (signs[at + index] ?? 0) ^ (asked[index] ?? 0);
    // Counts the bits of a word, all at once (Warren, Hacker's Delight, 5-1).
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

function toProduct(one: Float32Array, other: Float32Array | undefined): number {
  if (one.length !== other?.length) return 0;
  let product = 0;
  for (let index = 0; index < one.length; index += 1) product += (one[index] ?? 0) * (other[index] ?? 0);
  return product;
}

/** The best first, `depth` at most. Names are compared only where scores are equal. */
function listBest(reader: IndexReader, scores: ReadonlyMap<number, number>, depth: number): Scored[] {
  const sorted = Float64Array.from(scores.values()).sort();
  const least = sorted[Math.max(0, sorted.length - depth)] ?? 0;
  const best: Scored[] = [];
  for (const [key, score] of scores) if (score >= least) best.push({ key, score });
  return best
    .sort((one, other) => other.score - one.score || comparePlaces(reader, one.key, other.key))
    .slice(0, depth);
}

function comparePlaces(reader: IndexReader, one: number, other: number): number {
  const [document, second] = [toDocument(one), toDocument(other)];
  if (document === second) return one - other;
  const [name, secondName] = [reader.nameOf(document), reader.nameOf(second)];
  return name < secondName ? -1 : name > secondName ? 1 : one - other;
}

function listAll(
  reader: IndexReader,
  offset: number,
  limit: number,
): { ranked: RankedChunk[]; total: number } {
  const documents = reader.scopes
    .flatMap((scope) => [...scope.listDocuments()])
    .filter(({ document, chunks }) => chunks > 0 && reader.isAsked(document))
    .sort((one, other) => comparePlaces(reader, toKey(one.document, 0), toKey(other.document, 0)));
  const ranked = documents
    .slice(offset, offset + limit)
    .map(({ document }) => ({ key: toKey(document, 0), keyword: null, semantic: null, score: 0 }));
  return { ranked, total: documents.length };
}
