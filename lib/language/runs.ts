const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const spaced = `(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}])`;
const unspacedPattern = new RegExp(`^[${unspaced}]`, "u");
const runPattern = new RegExp(`[${unspaced}]+|${spaced}+(?:['’.](?=[\\p{L}\\p{N}])${spaced}+)*`, "gu");

/** The longest stretches that words are made of, as they stand in a text; `start` is a UTF-16 position. */
export function listRuns(text: string): { run: string; start: number }[] {
  return Array.from(text.matchAll(runPattern), (match) => ({ run: match[0], start: match.index }));
}

/** Whether a run is of a script that is written without blanks, or of Korean, whose words carry endings. */
export function isUnspaced(run: string): boolean {
  return unspacedPattern.test(run);
}

/**
 * The neighbouring characters of an unspaced run, two by two, as Lucene's CJK analyser has them: what is
 * looked for is found wherever it stands, without a dictionary. A run of one character is itself.
 */
export function toPairs(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}
