/** A text as comparable words: lower case, English endings taken off, Chinese and other unspaced Han text as pairs of characters. */
export function toWords(text: string): string[] {
  const runs = text.normalize("NFKC").toLowerCase().match(runPattern) ?? [];
  return runs.flatMap((run) => (hanPattern.test(run) ? toPairs(run) : [toStem(run)]));
}

const hanPattern = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const runPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+(?:['’.](?=[\p{L}\p{N}])(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+)*/gu;

function toPairs(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}

/** Light on purpose: it joins plurals and common verb forms, and leaves short words and numbers alone. */
function toStem(word: string): string {
  const base = word.replace(/['’]s$/, "");
  if (base.length < 5 || !/^[a-z]+$/.test(base))
    return base.length === 4 && /[a-z]{3}s$/.test(base) && !/ss$/.test(base) ? base.slice(0, -1) : base;
  if (base.endsWith("ies")) return `${base.slice(0, -3)}y`;
  if (/(ss|us|is)$/.test(base)) return base;
  return base
    .replace(/(ingly|edly|ings|ing|ers|ed|es|er|s)$/, (ending, _group, offset: number) => (offset < 3 ? ending : ""))
    .replace(/e$/, "");
}
