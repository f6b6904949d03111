import { isUnspaced, listRuns } from "@/lib/language/runs";
import { foldText } from "@/lib/language/script";
import { toAskedTerms } from "@/lib/data/search-terms";

/** What is looked for. */
export type AskedWords = {
  /** All of it as whole words. */
  terms: ReadonlySet<string>;
  /** The last word as the beginning of one, with the words before it; `null` where it is too short. */
  begun: BegunWord | null;
};

/** `text` begins a word; `whole` is its term as a word of its own, which is looked for first. */
export type BegunWord = { text: string; whole: string; before: ReadonlySet<string> };

const leastCharacters = 3;

export function toAskedWords(text: string): AskedWords {
  return { terms: new Set(toAskedTerms(text)), begun: toBegun(foldText(text)) };
}

function toBegun(folded: string): BegunWord | null {
  const last = listRuns(folded).at(-1);
  if (last === undefined || !isBeginning(last.run)) return null;
  const text = last.run.slice(0, 60).toWellFormed();
  const [whole = text] = toAskedTerms(text);
  return { text, whole, before: new Set(toAskedTerms(folded.slice(0, last.start))) };
}

/** Unspaced scripts are kept as pairs, Chinese ones also singly: only a lone character begins anything. */
function isBeginning(run: string): boolean {
  return isUnspaced(run)
    ? Array.from(run).length === 1 && !/\p{Script=Han}/u.test(run)
    : run.length >= leastCharacters;
}

/** Whether a term is the last word, or begins like it. */
export function isBegun({ text, whole }: BegunWord, term: string): boolean {
  return term === whole || term.startsWith(text);
}
