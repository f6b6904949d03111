import type { TextRange } from "@/lib/protocol/conversations";

/**
 * Where the words of a query begin words of a title, in order; what touches is one. What is written without
 * blanks between words, such as Chinese, may stand anywhere. `null` when a word is missing or none is given.
 */
export function findTitleMarks(title: string, query: string): TextRange[] | null {
  const words = toBeginnings(query);
  const places = words.map((word) =>
    [...title.matchAll(word)].map((match): TextRange => [match.index, match.index + match[0].length]),
  );
  if (words.length === 0 || places.some((each) => each.length === 0)) return null;
  const marks: TextRange[] = [];
  for (const [start, end] of places.flat().toSorted(([a], [b]) => a - b)) {
    const last = marks.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else marks.push([start, end]);
  }
  return marks;
}

const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const spaced = `(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}])`;
let patterns: { word: RegExp; unspaced: RegExp } | null = null;

/** Made when somebody searches: a browser needs milliseconds for each. */
function getPatterns() {
  return (patterns ??= {
    word: new RegExp(`[${unspaced}]+|${spaced}+`, "gu"),
    unspaced: new RegExp(`^[${unspaced}]`, "u"),
  });
}

/** Words are letters and digits, so that none of them means something in a pattern. */
function toBeginnings(query: string): RegExp[] {
  const { word: wordPattern, unspaced: unspacedPattern } = getPatterns();
  const words = query.normalize("NFKC").match(wordPattern) ?? [];
  return words.map((word) => new RegExp(unspacedPattern.test(word) ? word : `(?<!${spaced})${word}`, "giu"));
}
