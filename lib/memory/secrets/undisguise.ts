const lookAlikes = new Map(
  Array.from(
    "аеорсухіѕјԁһкмтвнАЕОРСУХІЅКМТВН",
    (letter, at) => [letter, "aeopcyxisjdhkmtbhAEOPCYXISKMTBH".charAt(at)] as const,
  ),
);
const digitWords = "zero one two three four five six seven eight nine".split(" ");
const hanDigits = "零一二三四五六七八九";

const digitWord = `(?:${digitWords.join("|")}|oh)`;
const spelledDigits = new RegExp(`\\b${digitWord}(?:[\\s,-]+${digitWord}){2,}\\b`, "gi");

/** A text in which letters of another script, letters apart, signs in the place of letters, and digits as words or behind odd marks stand as they are meant. */
export function toUndisguised(text: string): string {
  return text
    .replace(/[\p{L}]+/gu, foldMixed)
    .replace(/(?<![\p{L}\p{N}])(?:\p{L}[ ._-]){4,}\p{L}(?![\p{L}\p{N}])/gu, (apart) =>
      apart.replace(/[ ._-]/g, ""),
    )
    .replace(/\bp[a@4](?:ss|\$\$|55) ?w[o0]rd\b/gi, "password")
    .replace(spelledDigits, (words) =>
      words
        .split(/[\s,-]+/)
        .map(toDigit)
        .join(""),
    )
    .replace(/[零〇一二三四五六七八九]{3,}/gu, (digits) =>
      Array.from(digits.replaceAll("〇", "零"), (digit) => hanDigits.indexOf(digit)).join(""),
    )
    .replace(/(?<!\d)\d{4}(?:\s*[._/|·•]?\s*\d{4}){2,3}(?!\d)/g, (groups) =>
      groups.replace(/\s*[._/|·•]\s*/g, " "),
    );
}

/** A word of two scripts is meant to be read in one. */
function foldMixed(word: string): string {
  return /[a-z]/i.test(word) && /\p{Script=Cyrillic}/u.test(word)
    ? Array.from(word, (letter) => lookAlikes.get(letter) ?? letter).join("")
    : word;
}

function toDigit(word: string): string {
  return String(Math.max(0, digitWords.indexOf(word.toLowerCase())));
}
