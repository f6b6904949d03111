import { toAllTokens } from "@/lib/language/tokens";

/** A title stands somewhere at the beginning of what it names, as far as this. */
const beginning = 5_000;

/**
 * Whether a title that a program kept says what the text is: most of its words stand where the text begins.
 * Programs put their own names there, "Slide 1", "(anonymous)", the file's name. Without text any does.
 */
export function isTelling(title: string, text: string): boolean {
  const words = toAllTokens(title);
  const known = new Set(toAllTokens(text.slice(0, beginning)));
  if (known.size === 0) return words.length > 0;
  return words.filter((word) => known.has(word)).length > words.length / 2;
}
