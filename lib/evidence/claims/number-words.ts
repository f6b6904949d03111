const ones =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const values = new Map([
  ...ones.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, index): [string, number] => [word, (index + 2) * 10]),
  ["dozen", 12],
]);

const small = [...ones.slice(1), ...tens, "dozen"].join("|");
/** English numbers in words, with hundreds and thousands; "a" and "one" alone say nothing of number. */
export const englishNumber = new RegExp(
  `(?:${small}|a|an)(?:[ -](?:and )?(?:${small}|hundred|thousand|million|billion))*`,
  "y",
);

/** `null` for what is no number by itself: "one", "a hundred" is 100. */
export function readEnglishNumber(words: string): number | null {
  const parts = words.split(/[ -]/).filter((part) => part !== "and");
  if (parts.length === 1 && /^(?:a|an|one)$/.test(words)) return null;
  let total = 0;
  let group = 0;
  for (const part of parts) {
    const scale = scales.get(part);
    if (scale === 100) group = (group || 1) * 100;
    else if (scale !== undefined) {
      total += (group || 1) * scale;
      group = 0;
    } else group += part === "dozen" && group > 0 ? group * 11 : (values.get(part) ?? 1);
  }
  return total + group;
}

const scales = new Map([
  ["hundred", 100],
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
]);

const hanDigits = "零一二三四五六七八九";

/** 二百三十, 十五, 两万三千; `null` where it is none. */
export function readHanNumber(text: string): number | null {
  let [total, section, digit] = [0, 0, -1];
  for (const character of text) {
    const value = character === "〇" ? 0 : character === "两" ? 2 : hanDigits.indexOf(character);
    const unit = "十百千".indexOf(character);
    if (value >= 0)
      digit = digit >= 0 && value >= 0 && section === 0 && total === 0 ? digit * 10 + value : value;
    else if (unit >= 0) {
      section += (digit < 0 ? 1 : digit) * 10 ** (unit + 1);
      digit = -1;
    } else if (character === "万" || character === "亿") {
      total = (total + section + Math.max(digit, 0)) * (character === "万" ? 1e4 : 1e8);
      [section, digit] = [0, -1];
    } else return null;
  }
  return total + section + Math.max(digit, 0);
}
