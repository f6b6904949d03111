/**
 * Takes marks of sources that do not exist out of a text while it is written; brackets are held back until it
 * is clear what they are, for some words at most. Code, formulas and links stay. `【1】`, as some models
 * write, becomes `[1]`. `[m1, m2]` names facts of memory that the model used and is taken out too.
 */
export function createCitationFilter(isKnown: (number: number) => boolean, factCount = 0) {
  const unknown = new Set<number>();
  const facts = new Set<number>();
  let pending = "";
  let place: Place = { fence: null, isLineStart: true };

  function advance(isOver: boolean): string {
    const out: string[] = [];
    for (;;) {
      const named = factCount > 0 && place.fence === null ? readFactMark(pending, isOver) : "none";
      if (named === "open") return out.join("");
      if (named !== "none") {
        for (const number of named.numbers) facts.add(number);
        pending = pending.slice(named.length);
        continue;
      }
      const step = readNext(pending, place, isOver);
      if (step === null) return out.join("");
      pending = pending.slice(step.length);
      place = step.place;
      out.push(step.mark === null ? step.text : keepKnown(step.mark));
    }
  }

  function keepKnown({ before, numbers }: Mark): string {
    const kept = numbers.filter(isKnown);
    for (const number of numbers) if (!isKnown(number)) unknown.add(number);
    return kept.length === 0 ? "" : `${before}[${kept.join(", ")}]`;
  }

  return {
    /** The text that can be shown now. */
    push(delta: string): string {
      pending += delta;
      return advance(false);
    },
    /** The rest, when the text is over. */
    end: (): string => advance(true),
    /** Numbers that were taken out. */
    listUnknown: (): number[] => [...unknown],
    /** Numbers of the facts that were named. */
    listFacts: (): number[] => [...facts].filter((number) => number >= 1 && number <= factCount),
  };
}
export type CitationFilter = ReturnType<typeof createCitationFilter>;

type Place = { fence: string | null; isLineStart: boolean };
type Mark = { before: string; numbers: number[] };
/** What comes next: text as it is, or a mark with the blanks before it. */
type Step = { length: number; place: Place; text: string; mark: Mark | null };

/** `null`: there is nothing more to decide for now. */
function readNext(text: string, place: Place, isOver: boolean): Step | null {
  if (text === "") return null;
  if (place.isLineStart) return readLineStart(text, place, isOver);
  if (place.fence !== null) return readRawLine(text, place);
  const plain = /^[^\n`[【 \t$\\]+/.exec(text)?.[0];
  if (plain !== undefined) return toText(plain, place);
  if (text.startsWith("\n")) return toText("\n", { ...place, isLineStart: true });
  if (text.startsWith("`")) return readCodeSpan(text, place, isOver);
  if (text.startsWith("$") || text.startsWith("\\")) return readFormula(text, place, isOver);
  return readMark(text, place, isOver);
}

function toText(text: string, place: Place): Step {
  return { length: text.length, place, text, mark: null };
}

function readLineStart(text: string, place: Place, isOver: boolean): Step | null {
  if (!isOver && /^ {0,3}(`*|~*)$/.test(text)) return null;
  const found = /^ {0,3}(`{3,}|~{3,})/.exec(text);
  const run = found?.[1];
  if (found === null || run === undefined) return readNext(text, { ...place, isLineStart: false }, isOver);
  const isEnd = place.fence !== null && run.startsWith(place.fence);
  const fence = place.fence === null ? run : isEnd ? null : place.fence;
  // What stands behind the marks on this line is read with the code.
  return toText(found[0], {
    fence: fence ?? place.fence,
    isLineStart: false,
    ...(isEnd ? { fence: null } : {}),
  });
}

function readRawLine(text: string, place: Place): Step {
  const end = text.indexOf("\n");
  return end === -1 ? toText(text, place) : toText(text.slice(0, end + 1), { ...place, isLineStart: true });
}

/** So long a span of code is waited for. */
const longestSpan = 300;
/** And so far its end, or that of a formula, is looked for: each sign that may begin one looks anew. */
const farthest = 4_000;

function readCodeSpan(all: string, place: Place, isOver: boolean): Step | null {
  const text = all.slice(0, farthest);
  const run = /^`+/.exec(text)?.[0] ?? "`";
  const line = text.slice(run.length).split("\n", 1)[0] ?? "";
  const isOpen = !isOver && !text.includes("\n") && text.length < longestSpan;
  const close = findRun(line, run.length);
  // A run at the very end may still grow.
  if (
    isOpen &&
    (close === null || run.length + close + run.length === text.length || run.length === text.length)
  )
    return null;
  return toText(close === null ? run : text.slice(0, run.length + close + run.length), place);
}

function findRun(line: string, length: number): number | null {
  const found = [...line.matchAll(/`+/g)].find((run) => run[0].length === length);
  return found?.index ?? null;
}

/** How formulas begin and end, and how long one is waited for. A sum of money is none. */
const formulas = [
  { open: /^\$\$/, whole: /^\$\$[^$]+\$\$/, longest: 2_000 },
  { open: /^\\\[/, whole: /^\\\[[\s\S]+?\\\]/, longest: 2_000 },
  { open: /^\\\(/, whole: /^\\\([^\n]+?\\\)/, longest: 300 },
  { open: /^\$[^\s\d$]/, whole: /^\$[^\s\d$](?:[^$\n]*[^\s$])?\$(?!\d)/, longest: 200 },
];

/** A pair of brackets in a formula is no mark. */
function readFormula(all: string, place: Place, isOver: boolean): Step | null {
  const text = all.slice(0, farthest);
  if (!isOver && text.length < 2) return null;
  const formula = formulas.find(({ open }) => open.test(text));
  if (formula === undefined) return toText(/^(?:\\[^\n]|[\s\S])/.exec(text)?.[0] ?? text, place);
  const whole = formula.whole.exec(text)?.[0];
  const hasBroken = /\n\s*\n/.test(text) || (formula.longest < 2_000 && text.includes("\n"));
  // A digit behind the last sign would make it money.
  const isOpen =
    !isOver &&
    text.length < formula.longest &&
    (whole === undefined ? !hasBroken : whole.length === text.length);
  if (isOpen) return null;
  return toText(whole ?? text.slice(0, 1), place);
}

const markPattern =
  /^([ \t]*)(?:\[(\d{1,4}(?:\s{0,3}[,，、;]\s{0,3}\d{1,4})*)\]|【(\d{1,4}(?:\s{0,3}[,，、;]\s{0,3}\d{1,4})*)(?:†[^】\n]{0,80})?】)/u;
const markStart = /^[ \t]*(?:\[[\d\s,，、;]*$|【[\d\s,，、;]*(?:†[^】\n]{0,80})?$)/u;
const linkStart = /^(?:\(|:\s{0,3}<?https?:)/;
const longestMark = 200;

function readMark(text: string, place: Place, isOver: boolean): Step | null {
  const found = markPattern.exec(text);
  if (found === null) {
    if (!isOver && text.length < longestMark && markStart.test(text)) return null;
    return toText(/^[ \t]+/.exec(text)?.[0] ?? text.slice(0, 1), place);
  }
  const [whole, before = "", digits = found[3] ?? ""] = found;
  const rest = text.slice(whole.length);
  if (!isOver && /^(?::\s{0,3}(?:<?(?:h(?:t(?:t(?:ps?)?)?)?)?)?)?$/.test(rest)) return null;
  const numbers = digits.split(/[,，、;]/).map(Number);
  const isPlain =
    numbers.includes(0) || numbers.every(isYear) || (found[2] !== undefined && linkStart.test(rest));
  return isPlain
    ? toText(whole, place)
    : { length: whole.length, place, text: whole, mark: { before, numbers } };
}

/** The ids of facts in brackets, as models write them: `[m1, m2]`, `[m:1,2]`, also as code. */
const factIds = "[[【]\\s?m(?::\\s?m?)?\\s?\\d{1,2}(?:\\s{0,2}[,，、;]\\s{0,2}m?:?\\s?\\d{1,2})*\\s?[\\]】]";
const factMark = new RegExp(`^[ \\t]*(?:${factIds}|\`${factIds}\`)`, "u");
const factMarkStart = /^[ \t]*`?[[【]\s?(?:m[m\d\s,，、;:]*[\]】]?)?$/u;

/** `open`: what comes next may make it a mark. */
function readFactMark(
  text: string,
  isOver: boolean,
): { length: number; numbers: number[] } | "open" | "none" {
  const found = factMark.exec(text)?.[0];
  if (found !== undefined) return { length: found.length, numbers: (found.match(/\d+/g) ?? []).map(Number) };
  return !isOver && text.length < longestMark && factMarkStart.test(text) ? "open" : "none";
}

/** No conversation has so many sources; a text may well name a year in brackets. */
function isYear(number: number): boolean {
  return number >= 1000;
}
