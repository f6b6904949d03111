import { stripStopWords } from "@/lib/text/stop-words";
import { toWords } from "@/lib/text/words";
import { getCounts, getPassages } from "./passage-index";
import type { TextPassage } from "./split-passages";

export type Passage = TextPassage & { score: number };
export type PassageLimits = { passages: number; characters: number };
/** How near in meaning each text is to the query, the higher the nearer; `null` when nobody can tell now. */
export type RankByMeaning = (query: string, texts: string[]) => Promise<number[] | null>;

const defaultLimits: PassageLimits = { passages: 8, characters: 6_000 };

/** The passages that answer a query best by their words, in document order; without a query or a match, how the document and its sections begin. */
export function pickPassages(
  markdown: string,
  query: string,
  limits: PassageLimits = defaultLimits,
): Passage[] {
  const passages = getPassages(markdown);
  return pickBest(passages, scorePassages(passages, query), limits);
}

/** As `pickPassages`, by words and meaning together where `rank` is there and can tell. */
export async function pickPassagesWith(
  markdown: string,
  query: string,
  limits: PassageLimits,
  rank?: RankByMeaning,
): Promise<Passage[]> {
  const passages = getPassages(markdown);
  const byWords = scorePassages(passages, query);
  const byMeaning = query.trim() === "" ? null : await rank?.(query, passages.map(toText));
  return pickBest(passages, byMeaning ? fuseScores(byWords, byMeaning) : byWords, limits);
}

function toText({ heading, text }: TextPassage): string {
  return heading === undefined ? text : `${heading}\n\n${text}`;
}

/** Reciprocal rank fusion with k = 60 (Cormack, Clarke and Büttcher, 2009). A score of zero has no rank. */
function fuseScores(...scores: number[][]): number[] {
  const fused: number[] = [];
  for (const list of scores) {
    const ranked = [...list.entries()]
      .filter(([, score]) => score > 0)
      .toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
    for (const [rank, [index]] of ranked.entries()) fused[index] = (fused[index] ?? 0) + 1 / (60 + rank + 1);
  }
  return Array.from({ length: scores[0]?.length ?? 0 }, (_, index) => fused[index] ?? 0);
}

function pickBest(passages: TextPassage[], scores: number[], limits: PassageLimits): Passage[] {
  const ranked = passages.map((passage, index) => ({ ...passage, score: scores[index] ?? 0, index }));
  const matching = ranked
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.index - b.index);
  // An answer often follows what shares words with the question.
  const following = matching.flatMap(({ index }) =>
    ranked.slice(index + 1, index + 2).filter(({ score }) => score === 0),
  );
  const picked = takeWithin(matching.length > 0 ? [...matching, ...following] : toOverview(ranked), limits);
  return picked.toSorted((a, b) => a.index - b.index).map(({ index: _index, ...passage }) => passage);
}

/** How the document begins, then how each section does, then the rest. */
function toOverview<T extends TextPassage>(passages: T[]): T[] {
  const isFirst = (passage: T, index: number) =>
    index === 0 || passage.heading !== passages[index - 1]?.heading;
  return [...passages.filter(isFirst), ...passages.filter((passage, index) => !isFirst(passage, index))];
}

/** Okapi BM25 with the usual k1 = 1.2 and b = 0.75 (Robertson and Zaragoza, 2009); a heading counts as part of its passage. */
function scorePassages(passages: TextPassage[], query: string): number[] {
  const terms = toTerms(query);
  const documents = getCounts(passages);
  const averageLength =
    documents.reduce((sum, { length }) => sum + length, 0) / Math.max(documents.length, 1);
  const weights = terms.map((term) => {
    const holding = documents.filter(({ counts }) => counts.has(term)).length;
    return { term, weight: Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5)) };
  });
  return documents.map(({ counts, length }) =>
    weights.reduce((score, { term, weight }) => {
      const count = counts.get(term) ?? 0;
      return (
        score + (weight * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / Math.max(averageLength, 1)))
      );
    }, 0),
  );
}

/** What a passage that answers may say: the question's own words, and the property that its question word asks for. */
function toTerms(query: string): string[] {
  const properties = askedProperties.flatMap(([pattern, words]) => (pattern.test(query) ? [words] : []));
  return [...new Set(toWords([stripStopWords(query) || query, ...properties].join(" ")))];
}

const askedProperties: [pattern: RegExp, words: string][] = [
  [/how (tall|high)/i, "height metres feet"],
  [/how (long|wide|deep)/i, "length width depth metres kilometres"],
  [/how (big|large)/i, "area size population"],
  [/多高/, "高度 米"],
  [/多长/, "长度 总长 公里"],
  [/多[大宽]/, "面积 平方公里 宽度"],
  [/多[深重]/, "深度 重量"],
  [/多远/, "距离 公里"],
];

function takeWithin<T extends { text: string }>(passages: T[], limits: PassageLimits): T[] {
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
