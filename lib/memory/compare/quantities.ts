const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const monthPattern = "(?<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?";
const datePatterns = [
  new RegExp(`^${monthPattern} (?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\\d{4}))?$`, "i"),
  new RegExp(
    `^(?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th)?\\.?(?: of)? ${monthPattern}(?:,? (?<year>\\d{4}))?$`,
    "i",
  ),
  new RegExp(`^${monthPattern}(?:,? (?<year>\\d{4}))?$`, "i"),
  /^(?<year>\d{4})-(?<number>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?:(?<year>\d{4})年)?(?<number>\d{1,2})月(?:(?<day>\d{1,2})[日号]?)?(?:出生|生)?$/u,
  /^(?<year>(?:19|20)\d{2})年?(?:出生|生)?$/u,
];

/** A date as its known parts, the year first ("y1988", "m3", "d14"); `null` for other text. */
export function readDate(text: string): string[] | null {
  const groups = datePatterns
    .map((pattern) => pattern.exec(text.trim())?.groups)
    .find((found) => found !== undefined);
  if (groups === undefined) return null;
  const { year, month, number, day } = groups;
  const place = month === undefined ? Number(number ?? 0) : months.indexOf(month.toLowerCase()) + 1;
  return [
    ...(year === undefined ? [] : [`y${year}`]),
    ...(place === 0 ? [] : [`m${place}`]),
    ...(day === undefined ? [] : [`d${Number(day)}`]),
  ];
}

/** Metric factors of units, by what they measure. */
const units: readonly { pattern: RegExp; name: string; factor: number }[] = [
  { pattern: /^(?:cm|centimet(?:er|re)s?|厘米|公分)$/i, name: "cm", factor: 1 },
  { pattern: /^(?:m|met(?:er|re)s?|米)$/i, name: "cm", factor: 100 },
  { pattern: /^(?:kg|kilos?|kilograms?|公斤|千克)$/i, name: "kg", factor: 1 },
  { pattern: /^(?:斤)$/u, name: "kg", factor: 0.5 },
  // One pound is 0.45359237 kg by the international yard and pound agreement of 1959.
  { pattern: /^(?:lbs?|pounds?|磅)$/i, name: "kg", factor: 0.45359237 },
];

/** A length in centimetres ("180cm") or a weight in kilograms ("80kg"); `null` for other text. */
export function readMeasure(text: string): string | null {
  const [, number, unit = ""] =
    /^(?:about |around |大约|约)?(\d+(?:\.\d+)?) ?([a-z]+|\p{Script=Han}+?)(?:了| tall| high)?$/iu.exec(
      text.trim(),
    ) ?? [];
  const found = units.find(({ pattern }) => pattern.test(unit));
  if (number === undefined || found === undefined) return null;
  return `${Math.round(Number(number) * found.factor * 10) / 10}${found.name}`;
}

/** A time of day as minutes after midnight ("t360"); `null` for other text. */
export function readTime(text: string): string | null {
  const [, hour, minute = "0", half] =
    /^(?:at |about |around )?(\d{1,2})(?:[:.](\d{2}))? ?(?:(am|pm|a\.m\.|p\.m\.)|o'clock)?$/i.exec(
      text.trim(),
    ) ?? [];
  if (hour !== undefined)
    return `t${((Number(hour) % (half === undefined ? 24 : 12)) + (/^p/i.test(half ?? "") ? 12 : 0)) * 60 + Number(minute)}`;
  const [, hanHour, rest = ""] = /^(\d{1,2})[点:](半|\d{1,2})?分?$/u.exec(text.trim()) ?? [];
  return hanHour === undefined ? null : `t${Number(hanHour) * 60 + (rest === "半" ? 30 : Number(rest))}`;
}
