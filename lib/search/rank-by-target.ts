import { toTokens } from "@/lib/language/tokens";
import type { SearchResult } from "./engine";

/**
 * The results with those further up that hold more of the words of what is looked for. The engine's order and the order by words
 * count alike: reciprocal rank fusion with k = 60 (Cormack, Clarke and Büttcher, SIGIR 2009). Without such words it stays as it is.
 */
export function rankByTarget(
  results: readonly SearchResult[],
  targetInfo: readonly string[] = [],
): SearchResult[] {
  const wanted = new Set(targetInfo.flatMap(toTokens));
  const counts = results.map(({ title, snippet }) => countWords(wanted, `${title} ${snippet}`));
  const fused = results.map((result, index) => {
    const better = counts.filter((count) => count > (counts[index] ?? 0)).length;
    return { result, index, score: 1 / (k + index) + 1 / (k + better) };
  });
  return fused.sort((a, b) => b.score - a.score || a.index - b.index).map(({ result }) => result);
}

const k = 60;

function countWords(wanted: ReadonlySet<string>, text: string): number {
  const held = new Set(toTokens(text));
  return [...wanted].filter((word) => held.has(word)).length;
}
