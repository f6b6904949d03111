import { toWords } from "@/lib/text/words";

/** A word of a script with blanks between words: as written, in lower case, and without its ending. */
export type PlainWord = { raw: string; stem: string };

/** `plain` is lower case and of one width; `stems` are those of `words` between blanks, to look for phrases in. */
export type PlainText = { plain: string; words: readonly PlainWord[]; stems: string };

export function toPlainText(text: string): PlainText {
  const plain = text.normalize("NFKC").toLowerCase().replaceAll("’", "'");
  const words = (plain.match(wordPattern) ?? []).map((raw) => ({ raw, stem: toStem(raw) }));
  return { plain, words, stems: ` ${words.map(({ stem }) => stem).join(" ")} ` };
}

export function hasUnspacedScript(text: string): boolean {
  return unspaced.test(text);
}

const unspacedScripts =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const unspaced = new RegExp(`[${unspacedScripts}]`, "u");
const letter = `(?:(?![${unspacedScripts}])[\\p{L}\\p{M}\\p{N}])`;
const wordPattern = new RegExp(`${letter}+(?:['.](?=[\\p{L}\\p{N}])${letter}+)*[+#]*`, "gu");

/** Texts of scripts without blanks between words, and Korean, as they stand. */
export function listUnspacedRuns(text: string): string[] {
  return text.match(unspacedRun) ?? [];
}

const unspacedRun = new RegExp(`[${unspacedScripts}]+`, "gu");

/** As in searches, and also alike for `live` and `lives`, `run` and `running`. */
export function toStem(raw: string): string {
  if (/[+#]/.test(raw)) return raw;
  const stem = toWords(raw)[0] ?? raw;
  return /^[a-z]{4,}$/.test(stem) ? stem.replace(/e$/, "").replace(/([^aeiou])\1$/, "$1") : stem;
}
