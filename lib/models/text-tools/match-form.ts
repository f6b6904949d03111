/** Words, the longest first, of which one stands there, or a sticky expression that is never half there. */
export type FormPiece = readonly string[] | RegExp;
export type CallForm = readonly FormPiece[];

/**
 * The length of the form that a text begins with; `"maybe"` where the text is too short, `null` for none.
 * `lower` is the text in small letters.
 */
export function matchForm(text: string, form: CallForm, lower = text.toLowerCase()): number | "maybe" | null {
  let at = 0;
  for (const piece of form) {
    if (piece instanceof RegExp) {
      piece.lastIndex = at;
      if (!piece.test(text)) return at >= text.length ? "maybe" : null;
      at = piece.lastIndex;
    } else {
      const place = at;
      const left = lower.length - place;
      const isBegun = (word: string) => word.length > left && word.startsWith(lower.slice(place));
      if (left < (piece[0]?.length ?? 0) && piece.some(isBegun)) return "maybe";
      const word = piece.find((each) => lower.startsWith(each, place));
      if (word === undefined) return null;
      at += word.length;
    }
  }
  return at;
}

/** Behind what only begins a form. */
export const never: FormPiece = ["\0"];

export const toWords = (words: readonly string[]): string[] =>
  words.map((word) => word.toLowerCase()).toSorted((a, b) => b.length - a.length);

export const splitWords = (words: string): string[] => toWords(words.split(" "));
