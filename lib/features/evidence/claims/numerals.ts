const ones = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
  "seventeen eighteen nineteen"
).split(" ");
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const values = new Map([
  ...ones.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, index): [string, number] => [word, (index + 2) * 10]),
  ["dozen", 12],
]);
/** What a number in digits may be multiplied by, in English and Chinese. */
export const scales: ReadonlyMap<string, number> = new Map([
  ["hundred", 100],
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
  ["bn", 1e9],
  ["trillion", 1e12],
  ["百", 100],
  ["千", 1e3],
  ["万", 1e4],
  ["百万", 1e6],
  ["千万", 1e7],
  ["亿", 1e8],
  ["万亿", 1e12],
]);

const word = [...values.keys()].filter((name) => name !== "zero").join("|");
/** English numbers in words; "one" alone and what stands in a fraction ("two thirds") are none. */
export const englishNumber = new RegExp(
  `(?<![\\p{L}\\p{N}'’-])(?:(?:${word}|a)(?:[ -](?:and )?(?:${word}|hundred|thousand|million|billion|trillion))+|` +
    `(?!one\\b)(?:${word}))(?![\\p{L}'’]|[ -](?:half|halves|thirds?|quarters?|fourths?|fifths?|tenths?)\\b)`,
  "giu",
);

/** The value of what `englishNumber` found; `null` for "a" with a number that is no scale. */
export function readEnglishNumber(words: string): number | null {
  const parts = words
    .toLowerCase()
    .split(/[ -]/)
    .filter((part) => part !== "and");
  if (parts[0] === "a" && !scales.has(parts[1] ?? "") && parts[1] !== "dozen") return null;
  let [total, group] = [0, 0];
  for (const part of parts) {
    const scale = scales.get(part);
    if (scale === 100) group = (group || 1) * 100;
    else if (scale !== undefined) [total, group] = [total + (group || 1) * scale, 0];
    else group += part === "dozen" && group > 0 ? group * 11 : (values.get(part) ?? 0);
  }
  return total + group;
}

/** Of two or more characters, or one before a unit; the places of fractions and ordinals are left out. */
export const chineseNumber =
  /(?<![第分之\d.零〇一二两三四五六七八九十百千万亿])[零〇一二两三四五六七八九十百千万亿]+(?!分之)/gu;
const digits = "零一二三四五六七八九";

/** 二百三十, 十五, 两万三千, 二〇二四; `null` where it is none. */
export function readChineseNumber(text: string): number | null {
  if (!/[十百千万亿]/.test(text)) {
    const plain = Array.from(text.replaceAll("〇", "零").replaceAll("两", "二"), (one) =>
      digits.indexOf(one),
    );
    return Number(plain.join(""));
  }
  let [total, section, digit] = [0, 0, -1];
  for (const character of text.replaceAll("〇", "零").replaceAll("两", "二")) {
    const power = "十百千".indexOf(character);
    if (digits.includes(character)) digit = digits.indexOf(character);
    else if (power >= 0) [section, digit] = [section + (digit < 0 ? 1 : digit) * 10 ** (power + 1), -1];
    else {
      if (section === 0 && digit < 0 && total === 0) return null;
      total = (total + section + Math.max(digit, 0)) * (character === "万" ? 1e4 : 1e8);
      [section, digit] = [0, -1];
    }
  }
  return total + section + Math.max(digit, 0);
}
