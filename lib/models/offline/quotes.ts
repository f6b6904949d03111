import { createIndex, type Bm25Index } from "@/lib/language/bm25";
import { hasHan } from "@/lib/language/script";
import { splitSentences } from "@/lib/language/sentences";
import { listWords } from "@/lib/language/words";
import { toPlainText, type TextPage } from "./tool-texts";

/** `head`: a table's first lines, where the text is one of its rows. */
export type Quote = { text: string; head: string | null; number: number; title: string };

/** What is looked for: the words of the question itself, and those that the question before it lends. */
export type Wanted = { own: string; lent: string };

/** Words of the question before count less than the question's own. */
const lentWeight = 0.3;
/** A title that the question names counts twice: among the words of each sentence, and among the titles. */
const titleWeight = 2;
/** The second sentence is quoted too when its score is at least this share of the best one's. */
const leastScore = 0.4;

/**
 * One or two sentences that fit a question best by BM25, the better one first. With its title and headings
 * the first has `least` of the question by weight and a word of it in itself, the second has `leastNext`.
 * The fewer pages have a word, the more it weighs; one that stands in none weighs most.
 */
export function pickQuotes(
  pages: readonly TextPage[],
  wanted: Wanted,
  { least, leastNext = least }: { least: number; leastNext?: number },
): Quote[] {
  const titleScores = scoreWanted(createIndex(pages.map(({ title }) => title)), wanted);
  const candidates = pages.flatMap((page, at) => listCandidates(page, titleScores[at] ?? 0));
  const scores = scoreWanted(createIndex(candidates.map(({ read }) => read)), wanted);
  const ranked = toFits(candidates, pages, wanted)
    .flatMap((fit, at) => {
      const { quote, titleScore = 0 } = candidates[at] ?? {};
      const score = (scores[at] ?? 0) + titleWeight * titleScore;
      return quote === undefined ? [] : [{ ...fit, quote, score }];
    })
    .toSorted((a, b) => b.score - a.score);
  const best = ranked.find(({ share, hasOwn }) => hasOwn && share >= least);
  if (best === undefined) return [];
  const isNext = (one: typeof best) => one.share >= leastNext && one.score >= best.score * leastScore;
  const next = ranked.find((one) => one !== best && isNext(one));
  return [best, ...(next === undefined ? [] : [next])].map(({ quote }) => quote);
}

/** A score for each text of an index, in their order. */
export function scoreWanted(index: Bm25Index, { own, lent }: Wanted): number[] {
  const lentScores = index.score(lent);
  return index.score(own).map((score, at) => score + lentWeight * (lentScores[at] ?? 0));
}

/** `hasOwn`: the sentence itself has a word of the question, not its headings alone. */
type Fit = { share: number; hasOwn: boolean };

/** What share of the question, by weight, each sentence has with its headings. */
function toFits(candidates: readonly Candidate[], pages: readonly TextPage[], { own, lent }: Wanted): Fit[] {
  const [whole, sentences, sections] = [
    createIndex(pages.map(toWhole)),
    createIndex(candidates.map(({ quote }) => quote.text)),
    createIndex(candidates.map(({ read }) => read)),
  ];
  const fits = candidates.map((): Fit => ({ share: 0, hasOwn: false }));
  const words = listWanted(own, lent).map(({ word, isOwn }) => {
    const count = whole.score(word).filter((score) => score > 0).length;
    return { word, isOwn, weight: Math.log(1 + pages.length / (count + 0.5)) * (isOwn ? 1 : lentWeight) };
  });
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  for (const { word, isOwn, weight } of words) {
    const holding = sentences.score(word);
    for (const [at, score] of sections.score(word).entries()) {
      const fit = fits[at];
      if (fit === undefined || score === 0) continue;
      fit.share += weight / total;
      fit.hasOwn ||= isOwn && (holding[at] ?? 0) > 0;
    }
  }
  return fits;
}

function toWhole({ title, passages }: TextPage): string {
  return [title, ...passages.flatMap(({ heading, text }) => [heading, text])].join(" ");
}

/** Each word, and whether it is the question's own. */
function listWanted(own: string, lent: string): { word: string; isOwn: boolean }[] {
  const toSet = (words: string) => new Set(words.split(" ").filter((word) => word !== ""));
  const [asked, before] = [toSet(own), toSet(lent)];
  return [...asked.union(before)].map((word) => ({ word, isOwn: asked.has(word) }));
}

/** `read`: the sentence below its headings, with the words of which it is ranked. */
type Candidate = { quote: Quote; read: string; titleScore: number };

function listCandidates({ title, number, passages }: TextPage, titleScore: number): Candidate[] {
  const candidates = passages.flatMap(({ heading, text }) => {
    const above = `${title} ${heading}`;
    const sentences = listQuotable(text).map((sentence): [string, Candidate] => {
      const read = `${above} ${sentence}`;
      return [sentence, { quote: { text: sentence, head: null, number, title }, read, titleScore }];
    });
    const rows = listRows(text).map((row): [string, Candidate] => {
      // A column's name is often written with underscores.
      const read = `${above} ${row.head} ${row.text}`.replaceAll("_", " ");
      return [row.text, { quote: { ...row, number, title }, read, titleScore }];
    });
    return [...sentences, ...rows];
  });
  return [...new Map(candidates).values()];
}

/**
 * A table's rows, each with the table's first two lines; a row that is cut off is none. A sheet's columns
 * have letters, and its first row says what stands in them.
 */
function listRows(markdown: string): { head: string; text: string }[] {
  const lines = markdown.split("\n").map((line) => line.trim());
  const at = lines.findIndex((line) => /^\|[\s|:-]+\|$/u.test(line));
  if (at < 1) return [];
  const isSheet =
    /^\| *(?:\| [A-Z]{1,3} )+\|$/u.test(lines[at - 1] ?? "") && lines[at + 1]?.startsWith("| 1 |");
  const end = at + (isSheet === true ? 2 : 1);
  const head = lines.slice(at - 1, end).join("\n");
  return lines.slice(end).flatMap((text) => (/^\|.*\|$/u.test(text) ? [{ head, text }] : []));
}

/**
 * Whole sentences of Markdown: no headings, table rows, labels or fragments; list items each by itself. A
 * passage may begin in the middle of a sentence, and one that was cut goes on behind its sign.
 */
export function listQuotable(markdown: string): string[] {
  return splitSentences(toPlainText(markdown).replace(continued, " "))
    .map(({ text }) => text.replace(/^…\s*/u, "").replace(/^(?:[-*+>]|\d+[.)])\s+/u, ""))
    .filter((text) => isWhole.test(text) && !/^(?:[|#]|\p{Ll})/u.test(text) && isLongEnough(text));
}

/** A line of a list's item goes on, further in. */
const continued = /\n[ \t]+(?=[^\s|#>*+\d-])/gu;

/** A sentence ends with its mark, and perhaps with what closes a quotation or bracket after it. */
const isWhole = /[.!?。！？…][”"’'」』）)\]]*$/u;

function isLongEnough(text: string): boolean {
  return hasHan(text) ? text.length >= 6 : listWords(text).length >= 3;
}
