import { readChineseNumber } from "./numerals";

/** A date as far as it was named. `span` is 10 for a decade and 100 for a century, counted from `year`. */
export type DateParts = { year?: number; month?: number; day?: number; span: number };
export type FoundDate = DateParts & { start: number; end: number };

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const month =
  "(?<month>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|" +
  "Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?";
const year = "(?<year>1\\d{3}|20\\d{2})(?![\\d%°]|[.,:]\\d)";
const day = "(?<day>[12]\\d|3[01]|0?[1-9])(?:st|nd|rd|th)?";
const hanYear = "(?<year>[12]\\d{3}|[一二][零〇一二三四五六七八九]{3})";
const hanMonth = "(?<month>\\d{1,2}|十[一二]?|[一二三四五六七八九]) ?月";
const hanDay = "(?<day>\\d{1,2}|[一二三四五六七八九十]{1,3}) ?[日号]";

/** Longer forms stand before the shorter ones that they contain. */
const forms = [
  /(?<![\d-])(?<year>[12]\d{3})[-/.](?<month>0?[1-9]|1[0-2])[-/.](?<day>[12]\d|3[01]|0?[1-9])(?!\d)/g,
  new RegExp(`(?<!\\d)${hanYear} ?年(?<decade>代)`, "g"),
  new RegExp(`(?<!\\d)${hanYear} ?年 ?(?:${hanMonth} ?(?:${hanDay})?)?`, "g"),
  new RegExp(`(?<![\\d年.])${hanMonth} ?(?:${hanDay})`, "g"),
  /(?<!\d)(?<century>\d{1,2}|[一二三四五六七八九十]{1,3}) ?世纪/g,
  /(?<![\p{L}\d])(?<century>\d{1,2})(?:st|nd|rd|th)[ -]century/giu,
  new RegExp(`(?<![\\p{L}\\d])${day}(?: of)? ${month}(?!\\p{L})(?:,? ${year})?`, "gu"),
  new RegExp(`(?<![\\p{L}\\d])${month} ${day}(?![\\d\\p{L}:%])(?:,? ${year})?`, "gu"),
  new RegExp(`(?<![\\p{L}\\d])${month},? (?:of )?${year}`, "gu"),
  /(?<!\p{L})(?<month>January|February|April|June|July|August|September|October|November|December)(?!\p{L})/gu,
  /(?<![\p{L}\d,.$€£¥-])(?<year>1\d{3}|20\d{2})(?<decade>s)(?!\p{L})/gu,
  /(?<![\p{L}\d,.])(?<before>\d{1,4}) ?BCE?(?!\p{L})|公元前 ?(?<before>\d{1,4}) ?年/gu,
  new RegExp(`(?<![\\p{Script=Latin}\\d.,$€£¥:/#+]|\\p{Script=Latin}-)${year}(?![\\p{L}²³/]|-\\p{L})`, "gu"),
];

/** The dates of a text in order. */
export function listDates(text: string): FoundDate[] {
  const found: FoundDate[] = [];
  const taken = new Uint8Array(text.length);
  for (const form of forms)
    for (const match of text.matchAll(form)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (taken.subarray(start, end).includes(1)) continue;
      taken.fill(1, start, end);
      found.push({ start, end, ...readParts(match.groups ?? {}) });
    }
  return found.sort((a, b) => a.start - b.start);
}

function readParts(groups: Record<string, string | undefined>): DateParts {
  const { century, decade, before } = groups;
  if (century !== undefined) return { year: (readNumber(century) - 1) * 100, span: 100 };
  if (before !== undefined) return { year: -Number(before), span: 1 };
  const parts: DateParts = { span: decade === undefined ? 1 : 10 };
  if (groups["year"] !== undefined) parts.year = readNumber(groups["year"]);
  if (groups["month"] !== undefined) parts.month = readMonth(groups["month"]);
  if (groups["day"] !== undefined) parts.day = readNumber(groups["day"]);
  return parts;
}

function readMonth(text: string): number {
  return /^[A-Z]/.test(text) ? months.indexOf(text.slice(0, 3).toLowerCase()) + 1 : readNumber(text);
}

function readNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : (readChineseNumber(text) ?? 0);
}

/** Whether two dates cannot be the same one: both name a year, a month or a day, and not the same. */
export function areDifferentDates(one: DateParts, other: DateParts): boolean {
  const span = Math.max(one.span, other.span);
  const toSpan = (value: number) => Math.floor(value / span);
  if (one.year !== undefined && other.year !== undefined && toSpan(one.year) !== toSpan(other.year))
    return true;
  const areApart = (a: number | undefined, b: number | undefined) =>
    a !== undefined && b !== undefined && a !== b;
  return areApart(one.month, other.month) || areApart(one.day, other.day);
}
