import type { Claim, ClaimSource, Verdict } from "@/lib/features/evidence/shape/claims";
import {
  findDifference,
  findOtherQuotation,
  readClaim,
  readSource,
  type ReadClaim,
  type ReadSource,
} from "./differences";
import { findQuote, foldForQuotes, listQuotations, type FoldedText } from "./quotes";
import { listMarks, type CitationMark, type IsKnown } from "@/lib/features/evidence/shape/citation-marks";
import { maskCode } from "@/lib/protocol/mask-text";
import { splitSentences } from "@/lib/language/sentences";
import { toWordTokens } from "@/lib/language/tokens";

/** A source as it was kept; an empty text was not. */
export type ClaimSourceText = { number: number; evidenceId: string; title: string; text: string };
export type AnswerToCheck = {
  parts: readonly string[];
  sources: readonly ClaimSourceText[];
  /** Which numbers cite; by default all. */
  isKnown?: IsKnown;
};

/** More cited sentences of an answer are not judged. */
const maxClaims = 400;

/**
 * What is certain of cited sentences without a model: what stands in its source letter by letter, and what
 * has another number or date there. The rest is unchecked. `pause` lets others work between two sources.
 */
export async function checkClaims(
  { parts, sources, isKnown }: AnswerToCheck,
  pause: () => Promise<void> = () => Promise.resolve(),
): Promise<Claim[]> {
  const cited = parts
    .flatMap((text, part) => listCitedSentences(text, isKnown).map((one) => ({ ...one, part })))
    .slice(0, maxClaims)
    .map((one) => ({ ...one, judged: new Map<number, ClaimSource>() }));
  const claims = new Map(cited.map(({ sentence }) => [sentence, readClaim(sentence)]));
  for (const source of sources) {
    const citing = cited.filter(({ numbers }) => numbers.includes(source.number));
    if (citing.length === 0 || source.text.trim() === "") continue;
    const read = readLazily(source);
    for (const { sentence, judged } of citing) {
      const claim = claims.get(sentence);
      if (claim !== undefined) judged.set(source.number, judge(claim, source, read));
    }
    await pause();
  }
  const ids = new Map(sources.map(({ number, evidenceId }) => [number, evidenceId]));
  return cited.map(({ judged, ...one }) => toClaim(one, judged, ids));
}

function toClaim(
  { part, start, end, marks, numbers, sentence }: CitedSentence & { part: number },
  judged: ReadonlyMap<number, ClaimSource>,
  ids: ReadonlyMap<number, string>,
): Claim {
  const sources = numbers.map((number): ClaimSource => {
    const unread = { number, evidenceId: ids.get(number) ?? "", passage: null };
    return judged.get(number) ?? { ...unread, verdict: "unchecked", problems: ["no_text"] };
  });
  return {
    part,
    start,
    end,
    marks,
    sentence,
    verdict: joinVerdicts({ sentence, sources }),
    sources,
    decidedBy: "rules",
  };
}

/**
 * A sentence is as good as its best source, but a difference is told unless another source bears it out. A
 * row of a table, whose cells cite each for itself, is as good as its worst.
 */
export function joinVerdicts({ sentence, sources }: Pick<Claim, "sentence" | "sources">): Verdict {
  const all = sources.map(({ verdict }) => verdict);
  if (sentence.includes("|")) return worstFirst.find((verdict) => all.includes(verdict)) ?? "unchecked";
  if (all.length > 0 && all.every((verdict) => verdict === "not_found")) return "not_found";
  const order = ["quoted", "supported", "differs", "partly"] as const;
  return order.find((verdict) => all.includes(verdict)) ?? "unchecked";
}

const worstFirst = ["differs", "not_found", "partly", "unchecked", "supported", "quoted"] as const;

type Lazy = { folded(): FoldedText; read(): ReadSource };

function readLazily(source: ClaimSourceText): Lazy {
  let [folded, read]: [FoldedText | null, ReadSource | null] = [null, null];
  return {
    folded: () => (folded ??= foldForQuotes(source.text)),
    read: () => (read ??= readSource(source)),
  };
}

function judge(claim: ReadClaim, { number, evidenceId, text }: ClaimSourceText, source: Lazy): ClaimSource {
  const pair = { number, evidenceId };
  const toPassage = ({ start, end }: { start: number; end: number }) => ({
    start,
    end,
    quote: text.slice(start, end),
  });
  const whole = findQuote(source.folded(), claim.sentence, { isWhole: true });
  if (whole !== null) return { ...pair, verdict: "quoted", problems: [], passage: toPassage(whole) };
  const quotations = listQuotations(claim.sentence);
  const found = quotations.map((quotation) => findQuote(source.folded(), quotation));
  const problems = found.includes(null) ? (["quote"] as const) : [];
  const read = source.read();
  const difference =
    findDifference(claim, read) ?? (problems.length === 0 ? null : findOtherQuotation(claim, read));
  if (difference !== null) {
    const { passage, kind, ...values } = difference;
    return {
      ...{
        ...pair,
        verdict: "differs",
        problems: [...new Set([kind, ...problems])],
        passage: toPassage(passage),
      },
      difference: values,
    };
  }
  const [first] = found;
  const share = quotations.join("").length / claim.sentence.length;
  const isQuoted = problems.length === 0 && first !== undefined && first !== null && share >= minQuoted;
  if (isQuoted) return { ...pair, verdict: "quoted", problems: [], passage: toPassage(first) };
  return {
    ...pair,
    verdict: "unchecked",
    problems: [...problems],
    passage: first === undefined || first === null ? null : toPassage(first),
  };
}

/** A sentence whose quotations make up less of it says more than they do. */
const minQuoted = 1 / 3;

/** What one or several marks of an answer stand for: a sentence, or its part up to a mark. */
type CitedSentence = {
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

type IndexedMark = CitationMark & { index: number };
type Marked = { start: number; end: number; marks: IndexedMark[] };

/** The cited sentences of a text of an answer, in order. */
export function listCitedSentences(text: string, isKnown: IsKnown = () => true): CitedSentence[] {
  const marks = listMarks(text)
    .map((mark, index) => ({ ...mark, index }))
    .filter(({ numbers }) => numbers.every(isKnown));
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
function giveMarks(plain: string, marks: readonly IndexedMark[]): Marked[] {
  const sentences: Marked[] = splitSentences(plain).map(({ start, end }) => ({ start, end, marks: [] }));
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
function splitAtMarks(plain: string, { start: first, end, marks }: Marked): Marked[] {
  const pieces: Marked[] = [];
  let [start, waiting]: [number, IndexedMark[]] = [first, []];
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

function toCited(plain: string, { start, end, marks }: Marked): CitedSentence {
  const piece = plain.slice(start, end);
  const lead = /^(?:[\s,;:，；：、|>#+*_-]|\d{1,3}[.)、]\s)*/.exec(piece)?.[0].length ?? 0;
  const tail = /(?<![\s|])[\s|]*$/.exec(piece.slice(lead))?.[0].length ?? 0;
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
    .replace(/(?<![\s|])[\s|]+$/, "")
    .trim();
}
