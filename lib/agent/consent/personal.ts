import type { ConsentView } from "./view";

/** What people write when they tell of themselves, or entrust something; a question about the world seldom holds it. */
const tellsOfSelf =
  /\b(my|mine|our|ours|myself|i(?:['’]m|['’]ve|['’]ll| am| have| was| live| work| like| love| hate| need| want to keep)|we(?:['’]re|['’]ve| are| have)|remember|secret|password|passphrase|confidential|private|code is|key is|pin is|number is)\b|我(?!们?想?(?:问|知道|查))|咱|俺|记住|密码|口令|保密|秘密|\d{4,}|@/iu;
const longestQuestion = 400;

/**
 * Whether the conversation holds something that could be hidden in words: remembered facts, or an earlier message that tells of the person or is
 * too long to be a question. Words that were said are held back in any case.
 */
export function holdsPersonal({ facts, earlier }: Pick<ConsentView, "facts" | "earlier">): boolean {
  return facts.length > 0 || earlier.some((text) => text.length > longestQuestion || tellsOfSelf.test(text));
}
