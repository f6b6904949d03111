import { isPaired, listRuns } from "@/lib/text/words";
import { fold, toAskedTerms } from "./search-terms";

/** What is looked for. */
export type AskedWords = {
  /** All of it as whole words. */
  terms: ReadonlySet<string>;
  /** Its last word as the beginning of one, with the whole words before it; `null` where that is too short to tell anything. */
  begun: Begun | null;
};

/**
 * `forms`: what words that begin with `text` may be kept as although that does not begin so: "runni" is found in "running", which is kept as "run".
 * `whole` is what `text` is kept as, which is looked for before.
 */
export type Begun = { text: string; forms: readonly string[]; whole: string; before: ReadonlySet<string> };

const leastCharacters = 3;

export function toAskedWords(text: string): AskedWords {
  return { terms: new Set(toAskedTerms(text)), begun: toBegun(fold(text)) };
}

function toBegun(folded: string): Begun | null {
  const last = [...listRuns(folded)].at(-1);
  if (last === undefined || !isBeginning(last.run)) return null;
  const text = last.run.slice(0, 60).toWellFormed();
  const [whole = text] = toAskedTerms(text);
  return {
    text,
    forms: listCutForms(text).filter((form) => form !== whole),
    whole,
    before: new Set(toAskedTerms(folded.slice(0, last.start))),
  };
}

/** What is written without blanks is kept as pairs, and Chinese characters also alone: of these only one that stands alone begins anything. */
function isBeginning(run: string): boolean {
  return isPaired(run)
    ? Array.from(run).length === 1 && !/\p{Script=Han}/u.test(run)
    : run.length >= leastCharacters;
}

/** Without the beginning of an ending that the stemmer takes off. */
function listCutForms(text: string): string[] {
  if (!/^[a-z]{4,}$/.test(text)) return [];
  const cut = text.replace(/(?:ingl?|inn?|i|edl?|e|er)$/, "");
  const single = cut.replace(/([bdgmnprt])\1$/, "$1");
  const short = [...new Set([cut, single])].filter((form) => form.length >= leastCharacters);
  return [...short, ...(/ie?$/.test(text) ? [text.replace(/ie?$/, "y")] : [])];
}

/** Whether a word as it is kept is the last one, or may begin so. */
export function isBegun({ text, forms, whole }: Begun, term: string): boolean {
  return term === whole || term.startsWith(text) || forms.includes(term);
}
