/** How much each term tells documents apart: the weight of Okapi BM25 (Robertson and Zaragoza, 2009). Terms that no document holds have none. */
export function weighTerms(
  terms: ReadonlySet<string>,
  documents: readonly (readonly string[])[],
): Map<string, number> {
  const holding = new Map<string, number>();
  for (const words of documents)
    for (const word of new Set(words)) if (terms.has(word)) holding.set(word, (holding.get(word) ?? 0) + 1);
  return new Map(
    Array.from(holding, ([word, count]) => [
      word,
      Math.log(1 + (documents.length - count + 0.5) / (count + 0.5)),
    ]),
  );
}

/** The BM25 score of a document, with the usual k1 = 1.2 and b = 0.75; `average` is how many words documents have. */
export function scoreWords(
  words: readonly string[],
  weights: ReadonlyMap<string, number>,
  average: number,
): number {
  const counts = new Map<string, number>();
  for (const word of words) if (weights.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const length = 0.25 + (0.75 * words.length) / Math.max(average, 1);
  return Array.from(counts).reduce(
    (sum, [word, count]) => sum + ((weights.get(word) ?? 0) * count * 2.2) / (count + 1.2 * length),
    0,
  );
}
