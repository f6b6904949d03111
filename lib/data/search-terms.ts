import { toWords } from "@/lib/text/words";

/** What makes `toTerms` give other words raises it; then the words of all that was said are collected anew. */
export const termsFormat = 4;

const maxTermCharacters = 64;

/**
 * The different words of a text that it is found by: comparable ones, the parts of joined ones such as addresses, Chinese characters
 * also alone, and pictures such as 🧭.
 */
export function toTerms(text: string): string[] {
  const words = toWords(fold(text));
  return toDistinct([
    ...words,
    ...words.flatMap(listParts),
    ...(text.match(/\p{Script=Han}/gu) ?? []),
    ...listPictures(text),
  ]);
}

/** The different words that a text is looked for by: joined ones whole, and a character alone only where it stands alone. */
export function toAskedTerms(text: string): string[] {
  return toDistinct([...toWords(fold(text)), ...listPictures(text)]);
}

/** As it is compared: lower case, without accents on Latin and Greek letters, and with one kind of apostrophe. */
export function fold(text: string): string {
  if (plainPattern.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+|(?<=е)\u0308/gu, "")
    .normalize("NFC")
    .replace(/[ßøłđæœı’]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Nothing but lower case can be told apart here: most words, and taking letters apart takes time. */
const plainPattern = /^[\n\x20-\x7e\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]*$/;

const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  æ: "ae",
  œ: "oe",
  ı: "i",
  "’": "'",
};

/** "ada.lovelace" is also looked for as "lovelace", and "www.example.org" as "example.org". */
function listParts(word: string): string[] {
  if (!/[.']/.test(word)) return [];
  const parts = word.split(/[.']/).filter((part) => part.length >= 3 && /\p{L}/u.test(part));
  return [word.replace(/^www\./, ""), ...parts.flatMap(toWords)];
}

function listPictures(text: string): string[] {
  if (plainPattern.test(text)) return [];
  return text.match(/\p{Extended_Pictographic}/gu) ?? [];
}

function toDistinct(words: string[]): string[] {
  return [
    ...new Set(
      words.map((word) =>
        withoutE(word.length > maxTermCharacters ? word.slice(0, maxTermCharacters).toWellFormed() : word),
      ),
    ),
  ];
}

/** The stemmer leaves words of four letters alone, and takes "files" for a form of "fil". */
function withoutE(word: string): string {
  return /^[a-z]{3}e$/.test(word) ? word.slice(0, -1) : word;
}
