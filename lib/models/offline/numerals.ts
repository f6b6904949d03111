const chineseDigits: Record<string, number> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const chineseUnits: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };

/** Writes Chinese numerals up to the ten thousands as digits: `十五乘以二十四` becomes `15乘以24`. */
export function writeChineseDigits(text: string): string {
  return text.replace(/[零〇一二两三四五六七八九十百千万]+(?:点[零〇一二三四五六七八九]+)?/gu, (word) =>
    String(readChineseNumber(word)),
  );
}

function readChineseNumber(word: string): number {
  const [whole = "", fraction = ""] = word.split("点");
  const decimals = [...fraction].map((digit) => chineseDigits[digit] ?? 0).join("");
  return Number(`${readWhole(whole)}${decimals === "" ? "" : `.${decimals}`}`);
}

function readWhole(word: string): number {
  const [before, after] = word.split("万");
  if (after !== undefined)
    return (
      (before === "" || before === undefined ? 1 : readWhole(before)) * 10_000 +
      (after === "" ? 0 : readWhole(after))
    );
  if (!/[十百千]/u.test(word))
    return Number([...word].map((digit) => chineseDigits[digit] ?? 0).join("") || 0);
  let total = 0;
  let digit: number | null = null;
  for (const character of word) {
    const unit = chineseUnits[character];
    if (unit === undefined) digit = chineseDigits[character] ?? 0;
    else {
      total += (digit ?? 1) * unit;
      digit = null;
    }
  }
  return total + (digit ?? 0);
}

const englishNumbers = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen " +
  "twenty twenty-one twenty-two twenty-three twenty-four twenty-five"
).split(" ");
const tens: Record<string, number> = {
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
};

/** Writes English number words up to a hundred as digits. */
export function writeEnglishDigits(text: string): string {
  return text.replace(/\b(?:[a-z]+-)?[a-z]+\b/giu, (word) => {
    const lower = word.toLowerCase();
    const index = englishNumbers.indexOf(lower);
    if (index >= 0) return String(index);
    const [ten = "", one = ""] = lower.split("-");
    const base = tens[ten];
    if (base === undefined) return word;
    return String(base + Math.max(0, englishNumbers.indexOf(one)));
  });
}
