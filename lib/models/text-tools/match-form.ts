/** Words, the longest first, of which one stands there, or a sticky expression that is never half there. */
export type Piece = readonly string[] | RegExp;
export type Form = readonly Piece[];

/** The length of the form that a text begins with; `"maybe"` where the text is too short, `null` for none. */
export function matchForm(text: string, form: Form): number | "maybe" | null {
  let at = 0;
  for (const piece of form) {
    const rest = text.slice(at).toLowerCase();
    if (piece instanceof RegExp) {
      piece.lastIndex = at;
      if (!piece.test(text)) return rest === "" ? "maybe" : null;
      at = piece.lastIndex;
    } else {
      if (piece.some((word) => word.length > rest.length && word.startsWith(rest))) return "maybe";
      const word = piece.find((each) => rest.startsWith(each));
      if (word === undefined) return null;
      at += word.length;
    }
  }
  return at;
}

/** Behind what only begins a form. */
export const never: Piece = ["\0"];

export const toWords = (words: readonly string[]): string[] =>
  words.map((word) => word.toLowerCase()).toSorted((a, b) => b.length - a.length);

export const splitWords = (words: string): string[] => toWords(words.split(" "));
