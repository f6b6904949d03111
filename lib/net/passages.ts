import { stripStopWords } from "@/lib/text/stop-words";
import { toWords } from "@/lib/text/words";

export type Passage = { heading?: string; text: string; score: number };

export type PassageLimits = { passages: number; characters: number };

const defaultLimits: PassageLimits = { passages: 8, characters: 6_000 };
const targetLength = 600;
const maxLength = 1_200;

/** The passages that answer a query best, in document order; without a query or a match, how the document begins. */
export function pickPassages(markdown: string, query: string, limits: PassageLimits = defaultLimits): Passage[] {
  const passages = splitPassages(markdown);
  const scores = scorePassages(passages, query);
  const ranked = passages.map((passage, index) => ({ ...passage, score: scores[index] ?? 0, index }));
  const matching = ranked.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.index - b.index);
  const picked = takeWithin(matching.length > 0 ? matching : ranked, limits);
  return picked.sort((a, b) => a.index - b.index).map(({ index: _index, ...passage }) => passage);
}

/** Markdown cut at headings and blank lines; short paragraphs under one heading are joined, long ones cut between sentences. */
export function splitPassages(markdown: string): Omit<Passage, "score">[] {
  const passages: Omit<Passage, "score">[] = [];
  let heading: string | undefined;
  let isFresh = true;
  for (const block of splitBlocks(markdown)) {
    const title = /^#{1,6}\s+(.+)$/.exec(block)?.[1];
    if (title !== undefined) {
      heading = title.trim();
      isFresh = true;
      continue;
    }
    for (const text of cutLong(block)) {
      const last = passages.at(-1);
      if (!isFresh && last && last.text.length + text.length < targetLength) last.text += `\n\n${text}`;
      else passages.push(heading === undefined ? { text } : { heading, text });
      isFresh = false;
    }
  }
  return passages;
}

function splitBlocks(markdown: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  const close = () => {
    if (lines.some((line) => line.trim() !== "")) blocks.push(lines.join("\n").trim());
    lines = [];
  };
  for (const line of markdown.split("\n")) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1] ?? null;
    if (mark && fence === null) fence = mark;
    else if (mark === fence) fence = null;
    const isHeading = fence === null && /^#{1,6}\s/.test(line);
    if (isHeading || (fence === null && line.trim() === "")) close();
    lines.push(line);
    if (isHeading) close();
  }
  close();
  return blocks;
}

function cutLong(block: string): string[] {
  if (block.length <= maxLength) return [block];
  const pieces = block.split(/(?<=[。！？；\n])|(?<=[.!?]\s)/u).flatMap((piece) => piece.match(/[\s\S]{1,1200}/g) ?? []);
  const parts: string[] = [];
  for (const piece of pieces) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + piece.length <= maxLength) parts[parts.length - 1] = last + piece;
    else parts.push(piece);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** Okapi BM25 with the usual k1 = 1.2 and b = 0.75 (Robertson and Zaragoza, 2009); a heading counts as part of its passage. */
function scorePassages(passages: Omit<Passage, "score">[], query: string): number[] {
  const terms = toTerms(query);
  const documents = passages.map(({ heading, text }) => countWords(`${heading ?? ""} ${text}`));
  const averageLength = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(documents.length, 1);
  const weights = terms.map((term) => {
    const holding = documents.filter(({ counts }) => counts.has(term)).length;
    return { term, weight: Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5)) };
  });
  return documents.map(({ counts, length }) =>
    weights.reduce((score, { term, weight }) => {
      const count = counts.get(term) ?? 0;
      return score + (weight * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / Math.max(averageLength, 1)));
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

function countWords(text: string): { counts: Map<string, number>; length: number } {
  const words = toWords(text);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, length: words.length };
}

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
