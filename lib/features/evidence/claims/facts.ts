import { toWordTokens } from "@/lib/language/tokens";
import { listDates, type DateParts, type FoundDate } from "./dates";
import { chineseNumber, englishNumber, readChineseNumber, readEnglishNumber, scales } from "./numerals";
import { findCurrency, readUnit, type Measure } from "./units";

type Piece = { start: number; end: number; text: string };
export type NumberFact = Piece & {
  type: "number";
  /** What is measured; `count` without a unit, `rank` for "3rd". */
  kind: string;
  /** In the base unit of its kind. */
  value: number;
  /** What one in the last written non-zero place is worth, in the base unit: 100,000 in 1.2 million. */
  step: number;
};
export type DateFact = Piece & { type: "date"; kind: "date"; date: DateParts };
export type Fact = NumberFact | DateFact;

/** A text's numbers and dates in order. Full-width digits are read as digits. */
export function listFacts(original: string): Fact[] {
  const text = original.replace(/[０-９Ａ-Ｚａ-ｚ％．]/g, (wide) =>
    String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  );
  const isMeasured = ({ start, end }: FoundDate) =>
    end - start === 4 && /^[ -]?\p{L}/u.test(text.slice(end)) && readUnit(text.slice(end, end + 30)) !== null;
  const found = listDates(text).filter((date) => !isMeasured(date));
  const dates = found.map(({ start, end, ...date }): DateFact => {
    return { type: "date", kind: "date", start, end, text: original.slice(start, end), date };
  });
  const rest = blankOut(text, dates);
  const numbers: NumberFact[] = [];
  const raws = [...listDigits(rest), ...listWords(rest)].sort((a, b) => a.start - b.start || b.end - a.end);
  for (const { unit, start, end, value, step, kind } of raws) {
    if (start < (numbers.at(-1)?.end ?? 0)) continue;
    const factor = unit?.factor ?? 1;
    numbers.push({
      ...{ type: "number", start, end, text: original.slice(start, end).trim() },
      kind: kind ?? unit?.kind ?? "count",
      value: (value + (unit?.offset ?? 0)) * factor,
      step: step * factor,
    });
  }
  return [...dates, ...numbers].sort((a, b) => a.start - b.start);
}

/** Blanks instead of some places, given in order, so that the others stay where they are. */
export function blankOut(text: string, spans: readonly { start: number; end: number }[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    pieces.push(text.slice(from, start), " ".repeat(end - start));
    from = end;
  }
  return pieces.join("") + text.slice(from);
}

type Raw = { start: number; end: number; value: number; step: number; unit: Measure | null; kind?: string };

const digits =
  /(?<![\p{Script=Latin}\p{N}.,]|\p{Script=Latin}-|\d:)(?<sign>[-−](?=\d)(?<!\d.)|零下 ?)?(?<currency>US\$|[$€£¥])? ?(?<number>\d{1,3}(?:[,\u202f\u00a0]\d{3})+(?:\.\d+)?|\d{1,15}(?:\.\d{1,12})?)(?!:\d|分之|年代)/gu;
const scale =
  /^[ -]?(?:(?:hundred|thousand|million|billion|trillion|bn)(?!\p{L})|万亿|千万|百万|[万亿千百])/iu;

function listDigits(text: string): Raw[] {
  return [...text.matchAll(digits)].flatMap((match): Raw[] => {
    const { sign, currency, number = "" } = match.groups ?? {};
    const plain = number.replace(/[,\u202f\u00a0]/g, "");
    let end = match.index + match[0].length;
    const rank = /^(?:st|nd|rd|th)(?!\p{L})/u.exec(text.slice(end, end + 3))?.[0];
    const before = text[match.index - 1] ?? "";
    if (rank !== undefined || before === "第")
      return [{ ...toRaw(match.index, end + (rank?.length ?? 0), Number(plain), 1), kind: "rank" }];
    const { name, factor } = readScale(text, end, currency !== undefined);
    end += name.length;
    const more = /^[多余]/.test(text.slice(end)) ? 1 : 0;
    const read = readUnit(text.slice(end + more, end + more + 30));
    if (read === null && /^[\p{Script=Latin}]/u.test(text.slice(end))) return [];
    const value = (sign === undefined ? 1 : -1) * Number(plain) * factor;
    const raw = toRaw(
      match.index,
      end + (read === null ? 0 : more + read.length),
      value,
      toStep(plain) * factor,
    );
    return [{ ...raw, unit: currency === undefined ? (read?.unit ?? null) : findCurrency(currency) }];
  });
}

/** What a number is counted in: "million", "万", or "m" behind an amount of money. */
function readScale(text: string, at: number, isMoney: boolean): { name: string; factor: number } {
  const name = scale.exec(text.slice(at, at + 10))?.[0] ?? (isMoney ? readShort(text, at) : "");
  return { name, factor: scales.get(name.replace(/^[ -]/, "").toLowerCase()) ?? shortScales[name] ?? 1 };
}

const shortScales: Record<string, number> = { k: 1e3, m: 1e6, M: 1e6, K: 1e3, B: 1e9 };
const readShort = (text: string, at: number) => /^[kKmMB](?!\p{L})/u.exec(text.slice(at, at + 2))?.[0] ?? "";

function toStep(plain: string): number {
  const [whole = "", places = ""] = plain.split(".");
  return places === "" ? 10 ** (/(?<=[1-9])0*$/.exec(whole)?.[0].length ?? 0) : 10 ** -places.length;
}

function toRaw(start: number, end: number, value: number, step: number): Raw {
  return { start, end, value, step, unit: null };
}

/** Numbers in English and Chinese words. A Chinese one of one character counts before a unit. */
function listWords(text: string): Raw[] {
  const english = [...text.matchAll(englishNumber)].flatMap((match): Raw[] => {
    const value = readEnglishNumber(match[0]);
    const end = match.index + match[0].length;
    const read = readUnit(text.slice(end, end + 30));
    if (value === null) return [];
    return [{ ...toRaw(match.index, end + (read?.length ?? 0), value, 1), unit: read?.unit ?? null }];
  });
  const chinese = [...text.matchAll(chineseNumber)].flatMap((match): Raw[] => {
    const isPercent = text.slice(0, match.index).endsWith("百分之");
    const end = match.index + match[0].length;
    const read = readUnit(text.slice(end, end + 8));
    const value = readChineseNumber(match[0]);
    const isNumber = /[十百千万亿]/.test(match[0]) ? match[0].length > 1 || read !== null : read !== null;
    if (value === null || value < 2 || !(isNumber || isPercent)) return [];
    const raw = toRaw(match.index, end + (read?.length ?? 0), value, toStep(String(value)));
    return [isPercent ? { ...raw, kind: "percent" } : { ...raw, unit: read?.unit ?? null }];
  });
  return [...english, ...chinese];
}

/** The three words before a fact and the three behind it, nearest first, up to the next digits. */
export function listWordsBeside(text: string, { start, end }: Piece): { before: string[]; after: string[] } {
  const before = toWordTokens(/\D*$/.exec(text.slice(Math.max(0, start - 48), start))?.[0] ?? "");
  const after = toWordTokens(/^\D*/.exec(text.slice(end, end + 48))?.[0] ?? "");
  return { before: before.slice(-3).reverse(), after: after.slice(0, 3) };
}
