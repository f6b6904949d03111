import {
  closeGap,
  followLength,
  judgeStanding,
  leadLength,
  numberList,
  readLead,
  toNumbers,
} from "./citation-place";
import type { Lead, CitationStanding } from "./citation-place";
import { maskLiterals } from "@/lib/protocol/mask-text";

/** One pair of brackets that cites, with its place in the text. */
export type CitationMark = { start: number; end: number; numbers: number[] };

/** Whether a number names a source of the conversation. */
export type IsKnown = (number: number) => boolean;

/** Every pair of brackets that stands as a citation does, in order, whether there is such a source or not. */
export function listMarks(text: string): CitationMark[] {
  const marks = listStanding(text);
  const cited = new Set(marks.flatMap(({ standing, numbers }) => (standing === "line" ? [] : numbers)));
  // A list of references repeats what the text cites, and anything else at a line's start is a name.
  return marks
    .filter(({ standing, numbers }) => standing !== "line" || numbers.every((number) => cited.has(number)))
    .map(({ start, end, numbers }) => ({ start, end, numbers }));
}

/** The citations: the marks all of whose numbers name a source. Any other pair of brackets is text. */
export function listCitations(text: string, isKnown: IsKnown): CitationMark[] {
  return listMarks(text).filter(({ numbers }) => numbers.every(isKnown));
}

type StandingMark = CitationMark & { standing: CitationStanding };

/** What can matter: the end of a paragraph, numbers in brackets, and any other bracket. */
const token = new RegExp(String.raw`\n[ \t]*(?=\n)|\[(${numberList})\]|[[\]]`, "g");

/** The marks of a text; those inside of other brackets, as in a matrix or a link, are none. */
function listStanding(text: string): StandingMark[] {
  if (!text.includes("[")) return [];
  const marks: StandingMark[] = [];
  /** For each bracket that is open, how many marks came before it. */
  let open: number[] = [];
  let before: { end: number; lead: Lead } | null = null;
  for (const { 0: found, 1: list, index: start } of maskLiterals(text).matchAll(token)) {
    if (found === "[") open.push(marks.length);
    else if (found === "]") marks.length = open.pop() ?? marks.length;
    else if (list === undefined) open = [];
    else {
      const end = start + found.length;
      const lead: Lead =
        before !== null && isNext(text, before.end, start) ? before.lead : readLead(toLead(text, start));
      before = { end, lead };
      const standing = judgeStanding(lead, text.slice(end, end + followLength));
      if (standing !== "text") marks.push({ start, end, numbers: toNumbers(list), standing });
    }
  }
  return marks;
}

/** A mark after another one has the same place. */
const isNext = (text: string, end: number, start: number): boolean =>
  start - end < 2 && /^[ \t]?$/.test(text.slice(end, start));

function toLead(text: string, start: number): string {
  const lead = text.slice(Math.max(0, start - leadLength), start);
  return lead.slice(lead.lastIndexOf("\n") + 1);
}

/** A source's number in the conversation, and what it is shown as in one answer. */
export type ShownNumbers = ReadonlyMap<number, number>;

/** An answer's sources are shown as 1, 2, 3 in the order in which its text cites them. */
export function toShownNumbers(text: string, isKnown: IsKnown): ShownNumbers {
  const cited = listCitations(text, isKnown).flatMap(({ numbers }) => numbers);
  return new Map([...new Set(cited)].map((number, index) => [number, index + 1]));
}

/** The text with its citations as they are shown. */
export function writeShownNumbers(text: string, shown: ShownNumbers): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, numbers } of listCitations(text, (number) => shown.has(number))) {
    const written = numbers.map((number) => shown.get(number) ?? number).join(", ");
    pieces.push(text.slice(from, start), `[${written}]`);
    from = end;
  }
  return [...pieces, text.slice(from)].join("");
}

/** The text without its citations and the blanks before them. */
export function removeCitations(text: string, isKnown: IsKnown): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of listCitations(text, isKnown)) {
    pieces.push((from === 0 ? text.slice(0, start) : closeGap(text.slice(from, start))).trimEnd());
    from = end;
  }
  return [...pieces, from === 0 ? text : closeGap(text.slice(from))].join("");
}

/** Stand around a mark's key within its brackets: no text has them, no Markdown knows them. */
export const markSigns = { open: "\uE000", close: "\uE001" } as const;

/** The text with each mark signed, so that whoever reads its Markdown piece by piece knows it again. */
export function signMarks(text: string, toKey: (index: number) => string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const [index, { end }] of listMarks(text).entries()) {
    pieces.push(text.slice(from, end - 1), markSigns.open, toKey(index), markSigns.close);
    from = end - 1;
  }
  return [...pieces, text.slice(from)].join("");
}
