import { listMarks, maskCode, type CitationMark } from "@/lib/evidence/citations";
import { splitSentences } from "@/lib/language/sentences";
import { toWordTokens } from "@/lib/language/tokens";

/** What one or several marks of an answer stand for: a sentence, or its part up to a mark. */
export type CitedSentence = {
  /** UTF-16 places in the text, without the marks at the end. */
  start: number;
  end: number;
  /** Which of the text's pairs of brackets, from 0. */
  marks: number[];
  /** The numbers of the sources. */
  numbers: number[];
  /** As read: without marks, Markdown signs and addresses. */
  sentence: string;
};

type Mark = CitationMark & { index: number };
type Piece = { start: number; end: number; marks: Mark[] };

/** The cited sentences of a text of an answer, in order. */
export function listCitedSentences(text: string): CitedSentence[] {
  const marks = listMarks(text).map((mark, index) => ({ ...mark, index }));
  if (marks.length === 0) return [];
  // Blanks instead of marks keep every place, and the splitter never meets a bracket.
  let plain = maskCode(text);
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of marks) {
    pieces.push(plain.slice(from, start), " ".repeat(end - start));
    from = end;
  }
  plain = [...pieces, plain.slice(from)].join("");
  return giveMarks(plain, marks)
    .flatMap((piece) => splitAtMarks(plain, piece))
    .map((piece) => toCited(plain, piece))
    .filter(({ sentence }) => /[\p{L}\p{N}]/u.test(sentence));
}

/** A mark behind a full stop belongs to the sentence before it on its line. */
function giveMarks(plain: string, marks: readonly Mark[]): Piece[] {
  const sentences: Piece[] = splitSentences(plain).map(({ start, end }) => ({ start, end, marks: [] }));
  let at = 0;
  for (const mark of marks) {
    while (at + 1 < sentences.length && (sentences[at + 1]?.start ?? 0) <= mark.start) at++;
    const [owner, next] = [sentences[at], sentences[at + 1]];
    if (owner === undefined) continue;
    const isOnItsLine = owner.start <= mark.start && !plain.slice(owner.end, mark.start).includes("\n");
    const chosen = isOnItsLine ? owner : owner.start > mark.start ? owner : next;
    chosen?.marks.push(mark);
  }
  return sentences.filter((sentence) => sentence.marks.length > 0);
}

/** A mark before a comma or semicolon ends a part of at least three words, where a later mark follows. */
function splitAtMarks(plain: string, { start: first, end, marks }: Piece): Piece[] {
  const pieces: Piece[] = [];
  let [start, waiting]: [number, Mark[]] = [first, []];
  for (const [index, mark] of marks.entries()) {
    waiting.push(mark);
    const next = marks[index + 1];
    if (next === undefined || !/^\s*[,;:，；：、|—–]/.test(plain.slice(mark.end, next.start))) continue;
    const words = plain.slice(start, mark.start);
    if (plain.slice(start, end).includes("|") || toWordTokens(words.slice(-400)).length < 3) continue;
    pieces.push({ start, end: mark.start, marks: waiting });
    [start, waiting] = [mark.end, []];
  }
  return waiting.length > 0 ? [...pieces, { start, end, marks: waiting }] : pieces;
}

function toCited(plain: string, { start, end, marks }: Piece): CitedSentence {
  const piece = plain.slice(start, end);
  const lead = /^(?:[\s,;:，；：、|>#+*_-]|\d{1,3}[.)、]\s)*/.exec(piece)?.[0].length ?? 0;
  const tail = /[\s|]*$/.exec(piece.slice(lead))?.[0].length ?? 0;
  return {
    start: start + lead,
    end: end - tail,
    marks: marks.map(({ index }) => index),
    numbers: [...new Set(marks.flatMap(({ numbers }) => numbers))],
    sentence: toPlain(piece.slice(lead)),
  };
}

function toPlain(text: string): string {
  return text
    .replace(/!?\[([^\][\n]{0,300})\]\([^()\s]{0,2000}\)/g, "$1")
    .replace(/https?:\/\/[^\s<>)，。]+/g, " ")
    .replace(/\*\*|__|~~|`|(?<![\p{L}\p{N}])[*_]|[*_](?![\p{L}\p{N}])/gu, "")
    .replace(/\s+/g, " ")
    .replace(/ (?=[,.;:!?，。；：！？、])/g, "")
    .replace(/(?<=[，。；：！？、\p{Script=Han}]) (?=\p{Script=Han})/gu, "")
    .replace(/[\s|]+$/, "")
    .trim();
}
