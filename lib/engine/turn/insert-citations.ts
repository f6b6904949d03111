import { listCitations, type IsKnown } from "@/lib/features/evidence/shape/citation-marks";

/** A citation, and the UTF-16 place in the text where it is put. */
export type Insertion = { at: number; mark: string };

/**
 * Where the citations of a text that was written again belong in the text as it was. `null` where it cites
 * nothing, or differs in more than blanks: then it is another text.
 */
export function findInsertions(text: string, cited: string, isKnown: IsKnown): Insertion[] | null {
  const marks = listCitations(cited, isKnown);
  const places = [...text.matchAll(letter)].map(({ index, 0: found }) => index + found.length);
  const insertions: Insertion[] = [];
  const plain: string[] = [];
  let from = 0;
  let letters = 0;
  for (const { start, end } of marks) {
    plain.push(cited.slice(from, start));
    letters += countLetters(cited.slice(from, start));
    const at = places[letters - 1] ?? 0;
    const blank = /\s/u.test(cited.charAt(start - 1)) ? " " : "";
    if (at > 0) insertions.push({ at, mark: `${blank}${cited.slice(start, end)}` });
    from = end;
  }
  plain.push(cited.slice(from));
  const isSame = toLetters(plain.join("")) === toLetters(text);
  return insertions.length > 0 && isSame ? insertions : null;
}

/** Puts into a text those that belong to it; `offset`: where it begins in the whole. */
export function insertCitations(text: string, insertions: readonly Insertion[], offset = 0): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { at, mark } of insertions) {
    const place = at - offset;
    if (place <= 0 || place > text.length) continue;
    pieces.push(text.slice(from, place), mark);
    from = place;
  }
  return [...pieces, text.slice(from)].join("");
}

const letter = /\S/gu;
const toLetters = (text: string): string => text.replace(/\s+/gu, "");
const countLetters = (text: string): number => [...text.matchAll(letter)].length;
