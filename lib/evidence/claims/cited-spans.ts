import { listMarks, maskCode, type CitationMark } from "@/lib/evidence/citations";
import { splitSentences, type Sentence, type Span } from "./split-sentences";
import { toTerms } from "./terms";

/** What one or several marks of an answer vouch for: a sentence, or its clause up to the mark. */
export type CitedSpan = Span & {
  /** Which of the text's pairs of brackets, from 0, and which sources they name. */
  marks: number[];
  numbers: number[];
  /** As read: without marks, Markdown signs and addresses. */
  sentence: string;
};

type Mark = CitationMark & { index: number };

/** The cited sentences of an answer's text, in order. */
export function listCitedSpans(text: string): CitedSpan[] {
  const marks = listMarks(text).map((mark, index) => ({ ...mark, index }));
  if (marks.length === 0) return [];
  const masked = maskCode(text);
  return giveMarks(masked, splitSentences(masked), marks).flatMap((owner) => toSpans(text, owner));
}

type Owner = { sentence: Sentence; within: Mark[]; behind: Mark[] };

/** Marks that follow a full stop on its line belong to the sentence before, unless a sentence plainly begins with them. */
function giveMarks(text: string, sentences: Sentence[], marks: Mark[]): Owner[] {
  const owners: Owner[] = sentences.map((sentence) => ({ sentence, within: [], behind: [] }));
  let at = 0;
  for (const mark of marks) {
    while (at + 1 < owners.length && (owners[at + 1]?.sentence.start ?? 0) <= mark.start) at++;
    const [owner, before] = [owners[at], owners[at - 1]];
    if (owner === undefined) continue;
    const isLeading = mark.start <= owner.sentence.start;
    const gap = before === undefined ? "\n" : text.slice(before.sentence.end, owner.sentence.start);
    const begins = gap !== "" && /^\s+\p{Ll}/u.test(text.slice(mark.end, mark.end + 12));
    if (!isLeading || before?.sentence.kind !== "prose" || gap.includes("\n") || begins) {
      owner.within.push(mark);
      continue;
    }
    before.behind.push(mark);
    let start = mark.end;
    while (/[ \t]/.test(text[start] ?? "")) start++;
    owner.sentence = { ...owner.sentence, start };
  }
  return owners.filter(
    ({ within, behind, sentence }) => within.length + behind.length > 0 && sentence.start < sentence.end,
  );
}

function toSpans(text: string, { sentence, within, behind }: Owner): CitedSpan[] {
  const isRow = sentence.kind === "row";
  const clauses: { start: number; end: number; marks: Mark[] }[] = [];
  let start = sentence.start;
  let waiting: Mark[] = [];
  let runStart = start;
  for (const [order, mark] of within.entries()) {
    const before = within[order - 1];
    if (before === undefined || /\S/.test(text.slice(before.end, mark.start))) runStart = mark.start;
    waiting.push(mark);
    const next = within[order + 1];
    const rest = text.slice(mark.end, next?.start ?? sentence.end);
    const isAdjacent = next !== undefined && /^\s*$/.test(rest);
    if (isRow || isAdjacent || !endsClause(rest) || !isClause(text, start, runStart)) continue;
    clauses.push({ start, end: runStart, marks: waiting });
    start = mark.end;
    waiting = [];
  }
  const last = [...waiting, ...behind];
  if (last.length > 0) clauses.push({ start, end: sentence.end, marks: last });
  return clauses.map((clause) => toSpan(text, clause, sentence)).filter((span) => span.sentence !== "");
}

/** "According to the survey [2], …" says nothing by itself, nor do two words. */
function isClause(text: string, start: number, end: number): boolean {
  if (
    /^\W*(?:according to|as (?:reported|noted|stated) (?:by|in)|based on)\b|^[^\p{L}]*(?:根据|据|按照)/iu.test(
      text.slice(start, Math.min(end, start + 40)),
    )
  )
    return false;
  const words = toPlain(text.slice(Math.max(start, end - 400), end)).replace(/\[[\d\s,，、]+\]/g, " ");
  return toTerms(words).length + (/\d/.test(words) ? 1 : 0) >= 3;
}

/** Whether what follows a mark begins something new: nothing, a sign, or a joining word. */
function endsClause(rest: string): boolean {
  return /^[\s*_]*(?:$|[,;:.!?)，；：。！？、|—–]|(?:and|but|while|whereas|which|although|though|or|so|as well as)\b|而|但|并|且|同时)/iu.test(
    rest,
  );
}

function toSpan(
  text: string,
  clause: { start: number; end: number; marks: Mark[] },
  sentence: Sentence,
): CitedSpan {
  const lead = /^[\s,;:，；：、|*_]*/.exec(text.slice(clause.start, clause.end))?.[0].length ?? 0;
  const start = clause.start + lead;
  const last = clause.marks.filter((mark) => mark.end <= sentence.end).at(-1);
  const isEnding =
    last !== undefined && /^[\s*_|]*[.!?。！？]?[\s*_|"”」』)）]*$/.test(text.slice(last.end, clause.end));
  const end = isEnding ? toEnd(clause.marks, text, start) : clause.end;
  const inner = clause.marks.filter((mark) => mark.start >= start && mark.end <= end);
  return {
    start,
    end: trimEnd(text, start, end),
    marks: clause.marks.map(({ index }) => index),
    numbers: [...new Set(clause.marks.flatMap(({ numbers }) => numbers))],
    sentence: toPlain(cutOut(text, start, end, inner)),
  };
}

/** Where the run of marks begins that closes a clause. */
function toEnd(marks: Mark[], text: string, start: number): number {
  let end = marks.at(-1)?.end ?? start;
  for (const mark of marks.toReversed()) {
    if (mark.start >= end || !/^\s*$/.test(text.slice(mark.end, end))) continue;
    end = mark.start;
  }
  return end;
}

function cutOut(text: string, start: number, end: number, marks: Mark[]): string {
  const pieces: string[] = [];
  let from = start;
  for (const mark of marks) {
    pieces.push(text.slice(from, mark.start));
    from = mark.end;
  }
  return [...pieces, text.slice(from, end)].join("");
}

function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && /[\s|]/.test(text[at - 1] ?? "")) at--;
  return at;
}

function toPlain(text: string): string {
  return text
    .replace(/!?\[([^\][\n]{0,300})\]\([^()\s]{0,2000}\)/g, "$1")
    .replace(/https?:\/\/[^\s<>)，。]+/g, " ")
    .replace(/\*\*|__|~~|`|(?<![\p{L}\p{N}])[*_]|[*_](?![\p{L}\p{N}])/gu, "")
    .replace(/\s+/g, " ")
    .replace(/ (?=[,.;:!?，。；：！？、])/g, "")
    .trim();
}
