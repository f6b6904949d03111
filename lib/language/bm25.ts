import { toQueryTokens, toTokens } from "./tokens";

export type Bm25Index = {
  /** A score for each text, in their order; 0 where it shares no word with the query. */
  score(query: string): number[];
  /** The texts that share words with the query, the best first, by their place in the list. */
  search(query: string, limit?: number): { index: number; score: number }[];
};

/** Okapi BM25 over some texts (Robertson and Zaragoza, 2009) with the usual k1 = 1.2 and b = 0.75. */
export function createIndex(texts: readonly string[]): Bm25Index {
  const documents = texts.map((text) => countTokens(toTokens(text)));
  const average = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);

  function score(query: string): number[] {
    const weights = toQueryTokens(query).flatMap((token) => {
      const holding = documents.filter(({ counts }) => counts.has(token)).length;
      if (holding === 0) return [];
      return [{ token, weight: Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5)) }];
    });
    return documents.map(({ counts, length }) => {
      const norm = 1.2 * (0.25 + (0.75 * length) / Math.max(1, average));
      return weights.reduce((sum, { token, weight }) => {
        const count = counts.get(token) ?? 0;
        return sum + (weight * count * 2.2) / (count + norm);
      }, 0);
    });
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

function countTokens(tokens: readonly string[]): { counts: ReadonlyMap<string, number>; length: number } {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return { counts, length: tokens.length };
}

/**
 * One score for each text out of several lists of scores, by their order in each: reciprocal rank fusion with k = 60
 * (Cormack, Clarke and Büttcher, 2009). A score of 0 or less has no rank.
 */
export function fuseScores(...lists: readonly (readonly number[])[]): number[] {
  const fused = Array.from({ length: lists[0]?.length ?? 0 }, () => 0);
  for (const scores of lists) {
    const ranked = [...scores.entries()]
      .filter(([, score]) => score > 0)
      .sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    for (const [rank, [index]] of ranked.entries()) fused[index] = (fused[index] ?? 0) + 1 / (61 + rank);
  }
  return fused;
}
