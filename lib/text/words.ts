/**
 * A text as comparable words: lower case, English, Russian and Arabic endings taken off, text of scripts without blanks, and Korean
 * with its endings, as pairs of characters.
 */
export function toWords(text: string): string[] {
  const runs = text.normalize("NFKC").toLowerCase().match(runPattern) ?? [];
  return runs.flatMap((run) => (isPaired(run) ? toPairs(run) : [toStem(run)]));
}

/** The stretches of a text that words are made of, as they stand in it. */
export function* listRuns(text: string): Generator<{ run: string; start: number }> {
  for (const match of text.matchAll(runPattern)) yield { run: match[0], start: match.index };
}

/** Whether the stretch is of a script without blanks. */
export function isPaired(run: string): boolean {
  return pairedPattern.test(run);
}

const paired =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const spaced = `(?:(?![${paired}])[\\p{L}\\p{M}\\p{N}])`;
const pairedPattern = new RegExp(`^[${paired}]`, "u");
const runPattern = new RegExp(`[${paired}]+|${spaced}+(?:['’.](?=[\\p{L}\\p{N}])${spaced}+)*`, "gu");

function toPairs(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}

/** Light on purpose: it joins plurals and common forms, and leaves short words and numbers alone. */
function toStem(word: string): string {
  if (/^\p{Script=Cyrillic}{5,}$/u.test(word)) return word.replace(russianEnding, "");
  if (/^[\p{Script=Arabic}\p{M}]{4,}$/u.test(word))
    return word.replace(/[\u064b-\u0652]/g, "").replace(/^(?:[وفبك]?ال|لل)(?=.{3})/u, "");
  const base = word.replace(/['’]s$/, "");
  if (base.length < 5 || !/^[a-z]+$/.test(base))
    return base.length === 4 && /[a-z]{3}s$/.test(base) && !/ss$/.test(base) ? base.slice(0, -1) : base;
  if (base.endsWith("eed")) return formsInEed.test(base) ? base.slice(0, -2) : base;
  if (base.endsWith("ees")) return toStem(base.slice(0, -1));
  if (base.endsWith("ies")) return `${base.slice(0, -3)}y`;
  if (/(ss|us|is)$/.test(base)) return base;
  return base
    .replace(/(?<=^..+)([bdgmnprt])\1(?:ings|ing|ed)$/, "$1")
    .replace(/(ingly|edly|ings|ing|ers|ed|es|er|s)$/, (ending, _group, offset: number) =>
      offset < 3 ? ending : "",
    )
    .replace(/e$/, "");
}

/** Of agree, guarantee, referee and decree; all other words in "eed" are words of their own. */
const formsInEed = /(?:.gr|nt|fer|decr)eed$/;

const russianEnding =
  /(?:ыми|ими|ами|ями|ого|его|ому|ему|ой|ей|ом|ем|ам|ям|ах|ях|ов|ев|ый|ий|ая|яя|ое|ее|ые|ие|ую|юю|а|я|о|е|у|ю|ы|и|ь|й)$/u;
