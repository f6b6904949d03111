import { foldText, hasHan } from "./script";
import { toFoldedTokens, toQueryTokens } from "./tokens";

export type Bm25Index = {
  /** A score for each text, in their order; 0 where it shares no word with the query. */
  score(query: string): number[];
  /** The texts that share words with the query, the best first, by their place in the list. */
  search(query: string, limit?: number): { index: number; score: number }[];
};

/** Okapi BM25 (Robertson and Zaragoza, 2009), the usual k1 = 1.2 and b = 0.75; lengths in characters. */
export function createIndex(texts: readonly string[]): Bm25Index {
  const documents = texts.map((text) => createDocument(foldText(text)));
  const average = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);

  function score(query: string): number[] {
    const scores = documents.map(() => 0);
    for (const token of toQueryTokens(query)) {
      const counts = documents.map((document) => document.count(token));
      const holding = counts.filter((count) => count > 0).length;
      const weight = Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
      for (const [index, count] of counts.entries()) {
        if (count === 0) continue;
        const norm = 1.2 * (0.25 + (0.75 * (documents[index]?.length ?? 0)) / Math.max(1, average));
        scores[index] = (scores[index] ?? 0) + (weight * count * 2.2) / (count + norm);
      }
    }
    return scores;
  }

  return {
    score,
    search: (query, limit = Infinity) =>
      score(query)
        .map((value, index) => ({ index, score: value }))
        .filter((hit) => hit.score > 0)
        .sort((a, b) => b.score - a.score || a.index - b.index)
        .slice(0, limit),
  };
}

type Document = { length: number; count: (token: string) => number };

/** A Chinese word counts wherever its characters stand together: its ends depend on what is around them. */
function createDocument(folded: string): Document {
  let counts: Map<string, number> | null = null;
  return {
    length: folded.length,
    count(token) {
      if (hasHan(token)) return countPlaces(folded, token);
      counts ??= countTokens(toFoldedTokens(folded.replace(/\p{Script=Han}+/gu, " ")));
      return counts.get(token) ?? 0;
    },
  };
}

function countPlaces(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}

function countTokens(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

/** One score for each text out of several lists, by the order in each. A score of 0 or less has no rank. */
export function fuseScores(...lists: readonly (readonly number[])[]): number[] {
  const rankings = lists.map((scores) =>
    [...scores.entries()]
      .filter(([, score]) => score > 0)
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .map(([index]) => index),
  );
  const fused = fuseRanks(rankings, 60);
  return (lists[0] ?? []).map((_, index) => fused.get(index) ?? 0);
}

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): what stands in several rankings, each the best
 * first, with its score. The lower `k`, the more the first places of one of them count.
 */
export function fuseRanks<KEY>(rankings: readonly (readonly KEY[])[], k: number): Map<KEY, number> {
  const fused = new Map<KEY, number>();
  for (const ranking of rankings)
    for (const [rank, key] of ranking.entries()) fused.set(key, (fused.get(key) ?? 0) + 1 / (k + 1 + rank));
  return fused;
}
