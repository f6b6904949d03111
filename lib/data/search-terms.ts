import { isUnspaced, listRuns, toPairs } from "@/lib/language/runs";
import { foldText } from "@/lib/language/script";
import { stem } from "@/lib/language/tokens";

/** Raised whenever `toTerms` gives other terms for a text; all messages' terms are then collected anew. */
export const termsFormat = 5;

const maxTermCharacters = 64;

/**
 * The terms that a text is found by: its words and their stems, the parts of joined words such as addresses,
 * pairs of characters where a script has no blanks, Chinese characters also alone, and pictures such as 🧭.
 */
export function toTerms(text: string): string[] {
  const terms = listRuns(foldText(text)).flatMap(({ run }) =>
    isUnspaced(run)
      ? [...toPairs(run), ...(run.match(/\p{Script=Han}/gu) ?? [])]
      : [run, ...listParts(run)].flatMap((word) => [stem(word), word]),
  );
  return toDistinct([...terms, ...listPictures(text)]);
}

/** The different terms that a text is looked for by: stems, joined words whole, and pairs of characters. */
export function toAskedTerms(text: string): string[] {
  const terms = listRuns(foldText(text)).flatMap(({ run }) => (isUnspaced(run) ? toPairs(run) : [stem(run)]));
  return toDistinct([...terms, ...listPictures(text)]);
}

/** "ada.lovelace" is also looked for as "lovelace", and "www.example.org" as "example.org". */
function listParts(word: string): string[] {
  if (!/[.']/.test(word)) return [];
  const parts = word.split(/[.']/).filter((part) => part.length >= 3 && /\p{L}/u.test(part));
  return [word.replace(/^www\./, ""), ...parts];
}

function listPictures(text: string): string[] {
  return text.match(/\p{Extended_Pictographic}/gu) ?? [];
}

function toDistinct(terms: readonly string[]): string[] {
  return [...new Set(terms.map((term) => term.slice(0, maxTermCharacters).toWellFormed()))];
}
