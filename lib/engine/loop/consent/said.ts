import { splitSentences } from "@/lib/language/sentences";
import { toAllTokens } from "@/lib/language/tokens";

/**
 * Whether a fact is a clause of what the person typed, word by word (word forms aside); the subject “the
 * user” of the fact may be missing. Anything freer is for the person to confirm: any word may turn it round.
 */
export function isSaid(fact: string, typed: readonly string[]): boolean {
  const own = toAllTokens(fact.replace(/^\s*(?:the user\b|用户)/i, ""));
  const needed = own.join(" ");
  return (
    needed !== "" &&
    typed.flatMap(listClauses).some((clause) => {
      return toAllTokens(clause).join(" ") === needed;
    })
  );
}

function listClauses(text: string): string[] {
  return splitSentences(text).flatMap(({ text: sentence }) => [sentence, ...sentence.split(/[,，;；:：]/)]);
}
