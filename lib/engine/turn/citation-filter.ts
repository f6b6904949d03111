import {
  followLength,
  closeGap,
  judgeStanding,
  numberList,
  readLead,
  toNumbers,
  type Lead,
} from "@/lib/features/evidence/shape/citation-place";
import type { IsKnown } from "@/lib/features/evidence/shape/citation-marks";
import { createMarkdownReader } from "@/lib/protocol/markdown-reader";

const toSame = (number: number): number => number;

/** No conversation has this many sources, but a text may have a year in brackets. */
const firstYear = 1000;

/**
 * Takes numbers that name no source out of the places of citations while a text is written, each with the
 * blank before it; whatever may be anything else stays letter by letter. `【1】`, as some models write a
 * citation, becomes `[1]`. `[m1, m2]` names facts of memory that the model used and is taken out too. Only
 * brackets, and blanks that may stand before one, are held back. Without `isKnown` there is no source, and
 * nothing is a citation. `toNumber` is for a model that counts its own sources.
 */
export function createCitationFilter(isKnown: IsKnown | null, factCount = 0, toNumber = toSame) {
  const found = { unknown: new Set<number>(), facts: new Set<number>() };
  const options = {
    hasFacts: factCount > 0,
    mayDrop: (numbers: number[]) => mayDrop(numbers.map(toNumber), isKnown),
  };
  const reader = createMarkdownReader();
  let pending = "";
  /** Text that the reader has not seen: it is asked only where brackets stand. */
  let unread = "";
  /** What stood before the mark that has just been read. */
  let before: Lead | null = null;
  /** Something has just been taken out: no blank stays before the end of its sentence. */
  let isGap = false;
  function pass(text: string): string {
    if (text === "") return text;
    const shown = isGap ? closeGap(text) : text;
    [before, isGap] = [null, false];
    unread += shown;
    return shown;
  }

  /** What is shown of a pair of brackets with the blanks before it. */
  function readBrackets(brackets: Brackets): string {
    const { whole, blanks, kind } = brackets;
    reader.read(unread + blanks);
    const isLiteral = reader.isCode() || (kind !== "fact" && reader.isEnclosed());
    const lead = (blanks.length < 2 ? before : null) ?? readLead(reader.line());
    before = lead;
    unread = whole.slice(blanks.length);
    const shown = isLiteral ? whole : toShown(brackets, lead, { ...found, isKnown, toNumber });
    isGap = shown === "";
    return shown;
  }

  function advance(isOver: boolean): string {
    const out: string[] = [];
    let at = 0;
    while (at < pending.length) {
      const next = findBrackets(pending, at, { ...options, isOver });
      out.push(pass(pending.slice(at, next.start)));
      at = next.start;
      if (next.kind === "open") break;
      out.push(next.kind === "none" ? pass(pending.slice(at, next.end)) : readBrackets(next));
      at = next.kind === "none" ? next.end : at + next.whole.length;
    }
    pending = pending.slice(at);
    return out.join("");
  }

  return {
    push(delta: string): string {
      pending += delta;
      return advance(false);
    },
    end: (): string => advance(true),
    listUnknown: (): number[] => [...found.unknown],
    listFacts: (): number[] => [...found.facts].filter((number) => number >= 1 && number <= factCount),
  };
}
export type CitationFilter = ReturnType<typeof createCitationFilter>;

/** Only the number of no source, alone in its brackets, is ever taken out. */
const mayDrop = ([first = 0, ...others]: number[], isKnown: IsKnown | null): boolean =>
  isKnown !== null && others.length === 0 && first < firstYear && !isKnown(first);

type Taken = {
  unknown: Set<number>;
  facts: Set<number>;
  isKnown: IsKnown | null;
  toNumber: (number: number) => number;
};

function toShown(brackets: Brackets, lead: Lead, { unknown, facts, isKnown, toNumber }: Taken): string {
  const { whole, blanks, kind, follow } = brackets;
  const numbers = kind === "fact" ? brackets.numbers : brackets.numbers.map(toNumber);
  if (kind === "fact") {
    if (lead === "text") return whole;
    for (const number of numbers) facts.add(number);
    return "";
  }
  const standing = kind === "square" || lead === "line" ? judgeStanding(lead, follow) : "citation";
  if (standing === "citation" && mayDrop(numbers, isKnown)) {
    for (const number of numbers) unknown.add(number);
    return "";
  }
  const isCounted = numbers.some((number, index) => number !== brackets.numbers[index]);
  const isOther =
    (kind === "other" || (isCounted && standing === "citation")) &&
    standing !== "line" &&
    isKnown !== null &&
    numbers.every(isKnown);
  return isOther ? `${blanks}[${numbers.join(", ")}]` : whole;
}

type Brackets = {
  whole: string;
  blanks: string;
  numbers: number[];
  kind: "square" | "other" | "fact";
  follow: string;
};
/** `open`: what comes next decides; `none`: up to `end` there are no brackets of ours. */
type FoundBracket = { start: number } & (Brackets | { kind: "open" } | { kind: "none"; end: number });

const opening = /[[【]/g;
const openingOfFact = /[[【]|`(?=[[【]|$)/g;
const squareMark = new RegExp(String.raw`\[(${numberList})\]`, "y");
const otherMark = new RegExp(String.raw`【(${numberList})(?:†[^】\n]{0,80})?】`, "y");
const markStart = /^(?:\[[\d \t,，、;；]*|【[\d \t,，、;；]*(?:†[^】\n]{0,80})?)$/;
/** The ids of facts in brackets, as models write them: `[m1, m2]`, `[m:1,2]`, also as code. */
const factIds = String.raw`[[【]\s?m(?::\s?m?)?\s?\d{1,2}(?:\s{0,2}[,，、;]\s{0,2}m?:?\s?\d{1,2})*\s?[\]】]`;
const factMark = new RegExp(`(?:${factIds}|\`${factIds}\`)`, "uy");
const factMarkStart = /^(?:`|`?[[【]\s?(?:m[m\d\s,，、;:]*[\]】]?)?)$/u;
const longestMark = 200;

type FindOptions = { isOver: boolean; hasFacts: boolean; mayDrop: (numbers: number[]) => boolean };

function findBrackets(text: string, from: number, { isOver, hasFacts, mayDrop }: FindOptions): FoundBracket {
  const at = matchAt(hasFacts ? openingOfFact : opening, text, from)?.index ?? text.length;
  const start = backOverBlanks(text, at, from);
  if (at === text.length) return isOver ? { kind: "none", start: at, end: at } : { kind: "open", start };
  const blanks = text.slice(start, at);
  const fact = hasFacts ? matchAt(factMark, text, at) : null;
  if (fact !== null) {
    const whole = blanks + fact[0];
    const numbers = (fact[0].match(/\d+/g) ?? []).map(Number);
    return { kind: "fact", start, whole, blanks, numbers, follow: "" };
  }
  const mark = matchAt(squareMark, text, at) ?? matchAt(otherMark, text, at);
  const rest = text.slice(at, at + longestMark);
  const isOpen = !isOver && rest.length < longestMark;
  if (mark === null) {
    const mayBegin = markStart.test(rest) || (hasFacts && factMarkStart.test(rest));
    return isOpen && mayBegin ? { kind: "open", start } : { kind: "none", start: at, end: at + 1 };
  }
  const end = at + mark[0].length;
  const follow = text.slice(end, end + followLength);
  const numbers = toNumbers(mark[1] ?? "");
  const isUndecided = !isOver && follow.length < followLength && !/^[ \t]*\n|^[。，、]/.test(follow);
  const kind = text[at] === "[" ? "square" : "other";
  if (isUndecided && (kind === "other" || mayDrop(numbers))) return { kind: "open", start };
  return { kind, start, whole: blanks + mark[0], blanks, numbers, follow };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const blank = /[ \t\u00a0\u2009\u202f]/;

/** More blanks are not taken out with a mark. */
const mostBlanks = 20;

function backOverBlanks(text: string, at: number, from: number): number {
  let start = at;
  while (start > Math.max(from, at - mostBlanks) && blank.test(text[start - 1] ?? "")) start -= 1;
  return start;
}
