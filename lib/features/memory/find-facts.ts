import type { MemoryDocument } from "@/lib/features/memory/records/memories";
import { createIndex, fuseScores } from "@/lib/language/bm25";
import { isNearWord } from "@/lib/language/near-word";
import { foldText } from "@/lib/language/script";
import { stem } from "@/lib/language/tokens";
import { isStopWord, listWords } from "@/lib/language/words";
import type { EndedFact, Fact } from "./shape";
import { sortByRank } from "./rank";

/** Terms are words or sentences; without terms everything of the categories, without categories of all. */
export type FactQuery = { terms: readonly string[]; categories: readonly string[] };
/** `before`: what the fact replaced, and what that had replaced, the newest first. */
export type FoundFact = Fact & { before: EndedFact[] };
/** How near the contents of facts are to the terms in meaning, by the facts' ids. */
export type NearnessById = ReadonlyMap<string, number>;

/** By meaning every fact is a little near: so many of them count as found. */
const mostByMeaning = 5;

/** Facts that fit the terms by words or meaning, the best first; without terms all of them, by rank. */
export function findFacts(
  { facts, history }: Pick<MemoryDocument, "facts" | "history">,
  { terms, categories }: FactQuery,
  nearness: NearnessById | null,
  now: number,
): FoundFact[] {
  const candidates = sortByRank(listInCategories(facts, categories), now).map((fact) => ({
    ...fact,
    before: listBefore(fact, history),
  }));
  const query = terms.join("\n");
  if (query.trim() === "") return candidates;
  const texts = candidates.map(({ content, keywords, before }) =>
    [content, ...keywords, ...before.map((ended) => ended.content)].join("\n"),
  );
  const byWords = createIndex(texts).score(correctSpelling(query, texts));
  const near = candidates.map(({ id }) => nearness?.get(id) ?? 0);
  const nearest = [...near.keys()].sort((a, b) => (near[b] ?? 0) - (near[a] ?? 0)).slice(0, mostByMeaning);
  const fused = fuseScores(
    byWords,
    near.map((score, index) => (nearest.includes(index) ? score : 0)),
  );
  return [...fused.entries()]
    .filter(([, score]) => score > 0)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .flatMap(([index]) => candidates[index] ?? []);
}

export function listInCategories(facts: readonly Fact[], categories: readonly string[]): Fact[] {
  return facts.filter(({ category }) => categories.length === 0 || categories.includes(category));
}

/** Replaces words of the query that no text has by words of the texts that differ by a single letter. */
function correctSpelling(query: string, texts: readonly string[]): string {
  const known = new Set(texts.flatMap((text) => listWords(foldText(text)).map((word) => word.text)));
  const stems = new Set([...known].map(stem));
  const words = listWords(foldText(query)).map((word) => word.text);
  const corrected = words.flatMap((word) => {
    if (stems.has(stem(word)) || isStopWord(word)) return [word];
    const near = [...known].filter((other) => isNearWord(word, other) || isNearWord(stem(word), stem(other)));
    return near.length === 0 ? [word] : near;
  });
  return corrected.join(" ");
}

const mostBefore = 3;

function listBefore(fact: Fact, history: readonly EndedFact[]): EndedFact[] {
  const before: EndedFact[] = [];
  for (let id = fact.replaces; id !== null && before.length < mostBefore;) {
    const replaced = history.findLast((ended) => ended.id === id && !before.includes(ended));
    if (replaced === undefined) break;
    before.push(replaced);
    id = replaced.replaces;
  }
  return before;
}
