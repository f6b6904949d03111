import { fuseScores, createIndex, type Bm25Index } from "@/lib/language/bm25";
import { splitPassages, type TextPassage } from "./split-passages";
import { LRUCache } from "lru-cache";

export type Passage = TextPassage & { score: number };
/** `index`: its place in the document. */
export type RankedPassage = Passage & { index: number };
export type PassageLimits = { passages: number; characters: number };
/** How near in meaning each text is to the query, the higher the nearer; `null` when nobody can tell now. */
export type RankByMeaning = (query: string, texts: string[]) => Promise<number[] | null>;

const defaultLimits: PassageLimits = { passages: 8, characters: 6_000 };

/** Best by their words, in document order; without a query or match, how the document and sections begin. */
export function pickPassages(
  markdown: string,
  query: string,
  limits: PassageLimits = defaultLimits,
): Passage[] {
  const { passages, index } = indexPassages(markdown);
  return toDocumentOrder(takeWithin(toRanked(passages, index.score(query)), limits));
}

/** All candidates, the best first, by words, and by meaning too where `rank` can tell. */
export async function rankPassages(
  markdown: string,
  query: string,
  rank?: RankByMeaning,
): Promise<RankedPassage[]> {
  const { passages, index } = indexPassages(markdown);
  const byWords = index.score(query);
  const byMeaning = query.trim() === "" ? null : await rank?.(query, passages.map(toText));
  return toRanked(passages, byMeaning ? fuseScores(byWords, byMeaning) : byWords);
}

function toText({ heading, text }: TextPassage): string {
  return heading === undefined ? text : `${heading}\n\n${text}`;
}

function toRanked(passages: TextPassage[], scores: number[]): RankedPassage[] {
  const ranked = passages.map((passage, index) => ({ ...passage, score: scores[index] ?? 0, index }));
  const matching = ranked
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.index - b.index);
  // An answer often follows what shares words with the question.
  const following = matching.flatMap(({ index }) =>
    ranked.slice(index + 1, index + 2).filter(({ score }) => score === 0),
  );
  return matching.length > 0 ? [...matching, ...following] : toOverview(ranked);
}

export function toDocumentOrder(passages: readonly RankedPassage[]): Passage[] {
  return passages.toSorted((a, b) => a.index - b.index).map(({ index: _index, ...passage }) => passage);
}

/** How the document begins, then how each section does, then the rest. */
function toOverview<T extends TextPassage>(passages: T[]): T[] {
  const isFirst = (passage: T, index: number) =>
    index === 0 || passage.heading !== passages[index - 1]?.heading;
  return [...passages.filter(isFirst), ...passages.filter((passage, index) => !isFirst(passage, index))];
}

/** The first ones that fit. */
export function takeWithin<T extends { text: string }>(passages: readonly T[], limits: PassageLimits): T[] {
  const picked: T[] = [];
  let room = limits.characters;
  for (const passage of passages) {
    if (picked.length >= limits.passages) break;
    if (passage.text.length > room && picked.length > 0) continue;
    picked.push(passage);
    room -= passage.text.length;
  }
  return picked;
}

type IndexedPassages = { passages: TextPassage[]; index: Bm25Index };

/** In characters; an index takes some ten times its text. */
const known = new LRUCache<string, IndexedPassages>({ maxSize: 2_000_000 });

/** Passages with an index over them; a heading counts as part of its passage. The last texts' are kept. */
function indexPassages(markdown: string): IndexedPassages {
  const before = known.get(markdown);
  if (before !== undefined) return before;
  const passages = splitPassages(markdown);
  const index = createIndex(passages.map(({ heading, text }) => `${heading ?? ""} ${text}`));
  const indexed = { passages, index };
  known.set(markdown, indexed, { size: markdown.length + 1 });
  return indexed;
}
