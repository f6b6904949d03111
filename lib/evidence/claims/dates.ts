/** A day, a month of a year, a month, a year, a decade (`span` 10) or a century (`span` 100); years before our era are negative. */
export type DateFact = {
  start: number;
  end: number;
  year?: number;
  month?: number;
  day?: number;
  span: number;
};

/** The dates of a text in order, as far as they name a month or a year. */
export function listDates(text: string): DateFact[] {
  const taken: DateFact[] = [];
  for (const { pattern, read } of forms) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      const parts = read(match.groups ?? {});
      if (parts !== null && !taken.some((other) => other.start < end && start < other.end))
        taken.push({ start, end, span: 1, ...parts });
    }
    taken.sort((a, b) => a.start - b.start);
  }
  return taken;
}

/** Whether a source that says `source` says what a claim of `claim` says; `unclear` where it says less. */
export function compareDates(claim: DateFact, source: DateFact): "same" | "other" | "less" {
  const wide = Math.max(claim.span, source.span);
  if (claim.year !== undefined && source.year !== undefined) {
    const isSame =
      claim.span === source.span
        ? claim.year === source.year
        : Math.floor(claim.year / wide) === Math.floor(source.year / wide);
    if (!isSame) return "other";
  }
  if (claim.month !== undefined && source.month !== undefined && claim.month !== source.month) return "other";
  if (claim.day !== undefined && source.day !== undefined && claim.day !== source.day) return "other";
  const isLess =
    (claim.year !== undefined && source.year === undefined && source.month === undefined) ||
    (claim.month !== undefined && source.month === undefined) ||
    (claim.day !== undefined && source.day === undefined) ||
    (claim.year === undefined && claim.month === undefined) ||
    (claim.span < source.span && claim.year !== undefined);
  return isLess || (claim.year !== undefined && source.year === undefined) ? "less" : "same";
}

type Parts = { year?: number; month?: number; day?: number; span?: number };
type Groups = Record<string, string | undefined>;

const monthNames =
  "january february march april may june july august september october november december".split(" ");
const month =
  "(?<month>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?";
const year = "(?<year>1\\d{3}|20\\d{2})(?!\\d|[.,]\\d)";
const day = "(?<day>[12]\\d|3[01]|0?[1-9])(?:st|nd|rd|th)?";
const hanYear = "(?<year>[12]\\d{3}|[一二][零〇一二三四五六七八九]{3})";

const forms: { pattern: RegExp; read: (groups: Groups) => Parts | null }[] = [
  {
    pattern:
      /(?<![\d-])(?<year>[12]\d{3})[-/.](?<month>0?[1-9]|1[0-2])[-/.](?<day>[12]\d|3[01]|0?[1-9])(?!\d)/g,
    read: readParts,
  },
  {
    pattern: new RegExp(
      `(?<!\\d)${hanYear} ?年 ?(?:(?<month>\\d{1,2}|[一二三四五六七八九十]{1,2}) ?月 ?(?:(?<day>\\d{1,2}|[一二三四五六七八九十]{1,3}) ?[日号])?)?(?![代前后来间])`,
      "g",
    ),
    read: readParts,
  },
  { pattern: /公元前 ?(?<year>\d{1,4}) ?年/g, read: ({ year: digits }) => ({ year: -Number(digits) }) },
  {
    pattern: new RegExp(`(?<!\\d)${hanYear} ?年(?:(?<decade>代))?`, "g"),
    read: ({ decade, ...groups }) => ({
      ...readParts(groups),
      ...(decade === undefined ? {} : { span: 10 }),
    }),
  },
  {
    pattern:
      /(?<!\d)(?<century>\d{1,2}|[一二三四五六七八九十]{1,3}) ?世纪(?:(?<decade>[1-9]0|[一二三四五六七八九]十) ?年代)?/g,
    read: ({ century, decade }) => readHanCentury(century, decade),
  },
  {
    pattern: /(?:上世纪) ?(?<decade>[1-9]0|[一二三四五六七八九]十) ?年代/g,
    read: ({ decade }) => readHanCentury("20", decade),
  },
  {
    pattern:
      /(?<![\d年.])(?<month>\d{1,2}|十[一二]?|[一二三四五六七八九]) ?月(?: ?(?<day>\d{1,2}|[一二三四五六七八九十]{1,3}) ?[日号])?(?![份]?(?:球|饼))/g,
    read: readParts,
  },
  {
    pattern: new RegExp(`(?<![\\p{L}\\d])${day}(?: of)? ${month}(?![\\p{L}])(?:,? ${year})?`, "gu"),
    read: readParts,
  },
  {
    pattern: new RegExp(`(?<![\\p{L}\\d])${month} ${day}(?![\\d\\p{L}:%])(?:,? ${year})?`, "gu"),
    read: readParts,
  },
  { pattern: new RegExp(`(?<![\\p{L}\\d])${month},? (?:of )?${year}`, "gu"), read: readParts },
  {
    pattern:
      /(?<![\p{L}\d])(?<month>January|February|April|June|July|August|September|October|November|December|(?<=(?:[Ii]n|[Ss]ince|[Uu]ntil|[Bb]y|[Ff]rom|[Dd]uring|[Ll]ast|[Nn]ext|[Oo]f|[Tt]o|[Aa]nd) )(?:March|May))(?!\p{L})/gu,
    read: readParts,
  },
  {
    pattern: /(?<![\p{L}\d,.$€£¥-])(?<year>1\d{3}|20\d{2})s(?!\p{L})/gu,
    read: ({ year: digits }) => ({ year: Number(digits), span: 10 }),
  },
  {
    pattern: /(?<![\p{L}\d])(?<century>\d{1,2})(?:st|nd|rd|th)[ -]century/giu,
    read: ({ century }) => ({ year: (Number(century) - 1) * 100, span: 100 }),
  },
  {
    pattern: /(?<![\p{L}\d,.])(?<year>\d{1,4}) ?(?:BCE|BC)(?!\p{L})/gu,
    read: ({ year: digits }) => ({ year: -Number(digits) }),
  },
  {
    pattern:
      /(?<![\p{Script=Latin}\d,.$€£¥:/#+-]|(?:[Nn]o\.|about|over|than|nearly|almost|some|with|of all) )(?<year>1[0-9]\d{2}|20\d{2})(?![\d%°:]|[.,]\d|(?![至到起为及和与])\p{Script=Han}| ?(?:km|m|kg|g|mm|cm|MB|GB|metres?|meters?|kilomet|miles?|people|(?:kilo|milli)?grams?|tons?|hours?|minutes?|days?|years?|pounds?|feet|crowns?|francs?|copies|men|women|children|students|employees|workers|votes|cars|ships|books|homes|houses|inhabitants|visitors|euros?|dollars?|tonnes?|pages?|words|[a-z]+ (?:people|pages))(?!\p{L}))/gu,
    read: readParts,
  },
];

function readParts({ year: years, month: months, day: days }: Groups): Parts | null {
  const parts = { year: toNumber(years), month: toMonth(months), day: toNumber(days) };
  if ((parts.month ?? 1) > 12 || (parts.month ?? 1) < 1 || (parts.day ?? 1) > 31) return null;
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

function toMonth(text: string | undefined): number | undefined {
  if (text === undefined || !/^[A-Z]/.test(text)) return toNumber(text);
  return monthNames.findIndex((name) => name.startsWith(text.toLowerCase().slice(0, 3))) + 1;
}

function toNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const digits = Array.from(text, (character) =>
    character === "〇" ? 0 : "零一二三四五六七八九".indexOf(character),
  );
  if (!text.includes("十")) return Number(digits.join(""));
  const [before = "", after = ""] = text.split("十");
  return (
    (before === "" ? 1 : "零一二三四五六七八九".indexOf(before)) * 10 +
    (after === "" ? 0 : "零一二三四五六七八九".indexOf(after))
  );
}

function readHanCentury(century: string | undefined, decade: string | undefined): Parts {
  const first = ((toNumber(century) ?? 1) - 1) * 100;
  return decade === undefined
    ? { year: first, span: 100 }
    : { year: first + (toNumber(decade) ?? 0), span: 10 };
}
