import { createIndex, type Bm25Index } from "@/lib/language/bm25";
import { hasHan } from "@/lib/language/script";
import { splitSentences } from "@/lib/language/sentences";
import { toTokens } from "@/lib/language/tokens";
import { listWords } from "@/lib/language/words";
import { toPlainText, type ReadPage } from "./tool-texts";

export type Quote = { text: string; number: number; title: string };

/** What is looked for: the words of the question itself, and those that the question before it lends. */
export type Wanted = { own: string; lent: string };

/** Words of the question before count less than the question's own. */
const lentWeight = 0.3;
/** A title that the question names counts twice: among the words of each sentence, and among the titles. */
const titleWeight = 2;
/** The second sentence is quoted too when its score is at least this share of the best one's. */
const leastShare = 0.4;

/**
 * One or two sentences that fit a question best by BM25, the better one first, and the share of the
 * question's words that it covers. Its page's title and the heading above it count as words of a sentence.
 */
export function pickQuotes(pages: readonly ReadPage[], wanted: Wanted): { quotes: Quote[]; covered: number } {
  const titleScores = scoreWanted(createIndex(pages.map(({ title }) => title)), wanted);
  const candidates = pages.flatMap((page, at) => listCandidates(page, titleScores[at] ?? 0));
  const scores = scoreWanted(createIndex(candidates.map(({ read }) => read)), wanted);
  const ranked = candidates
    .map((candidate, at) => ({ ...candidate, words: scores[at] ?? 0 }))
    .filter(({ words }) => words > 0)
    .map((candidate) => ({ ...candidate, score: candidate.words + titleWeight * candidate.titleScore }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 2);
  const [best] = ranked;
  if (best === undefined) return { quotes: [], covered: 0 };
  return {
    quotes: ranked.filter(({ score }) => score >= best.score * leastShare).map(({ quote }) => quote),
    covered: toCoverage(best.read, `${wanted.lent} ${wanted.own}`),
  };
}

/** A score for each text of an index, in their order. */
export function scoreWanted(index: Bm25Index, { own, lent }: Wanted): number[] {
  const lentScores = index.score(lent);
  return index.score(own).map((score, at) => score + lentWeight * (lentScores[at] ?? 0));
}

function toCoverage(text: string, question: string): number {
  const asked = new Set(toTokens(question));
  const held = new Set(toTokens(text));
  return [...asked].filter((token) => held.has(token)).length / Math.max(1, asked.size);
}

type Candidate = { quote: Quote; read: string; titleScore: number };

function listCandidates({ title, number, passages }: ReadPage, titleScore: number): Candidate[] {
  const headings = new Map(
    passages.flatMap(({ heading, text }) => listQuotable(text).map((sentence) => [sentence, heading])),
  );
  return [...headings].map(([text, heading]) => ({
    quote: { text, number, title },
    read: `${title} ${heading} ${text}`,
    titleScore,
  }));
}

/**
 * Whole sentences of Markdown: no headings, table rows, labels or fragments; list items each by itself. A
 * passage may begin in the middle of a sentence.
 */
export function listQuotable(markdown: string): string[] {
  return splitSentences(toPlainText(markdown).replace(/^\s*…\s*/u, ""))
    .map(({ text }) => text.replace(/^(?:[-*+>]|\d+[.)])\s+/u, ""))
    .filter((text, at) => at > 0 || !/^\p{Ll}/u.test(text))
    .filter((text) => isWhole.test(text) && !/^[|#]/u.test(text) && isLongEnough(text));
}

/** A sentence ends with its mark, and perhaps with what closes a quotation or bracket after it. */
const isWhole = /[.!?。！？…][”"’'」』）)\]]*$/u;

function isLongEnough(text: string): boolean {
  return hasHan(text) ? text.length >= 6 : listWords(text).length >= 3;
}
