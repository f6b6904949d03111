import { listTerms } from "@/lib/models/offline/words";
import { isOpen, splitAsked, toAsked, type Asked } from "./ask-facts";
import { covers, findTopicsOfFact, listOwners, readOwnerAtStart } from "./find-topics";

export type Picked<FACT> = {
  facts: FACT[];
  /** Whether a part of the question found nothing. */ isPartial: boolean;
};

/** The facts that answer a question about the person; none rather than one that is about something else. */
export function pickFacts<FACT extends { content: string }>(
  question: string,
  facts: readonly FACT[],
): Picked<FACT> {
  const whole = facts.filter(({ content }) => fits(content, toAsked(question)));
  if (whole.length > 0) return { facts: whole, isPartial: false };
  const parts = splitAsked(question).map((asked) => facts.filter(({ content }) => fits(content, asked)));
  return {
    facts: facts.filter((fact) => parts.some((part) => part.includes(fact))),
    isPartial: parts.some((part) => part.length === 0),
  };
}

export function fits(content: string, asked: Asked): boolean {
  if (isOpen(asked)) return false;
  const { ids } = findTopicsOfFact(content);
  const isAbout = asked.owners.every((owner) => covers(owner, ids)) && isOfSubject(content, asked);
  return (
    isAbout &&
    asked.topics.every((topic) => covers(topic, ids)) &&
    fitsTaste(ids, asked) &&
    holdsWords(content, asked)
  );
}

function fitsTaste(ids: ReadonlySet<string>, { taste, topics, words, isYesNo, isEither }: Asked): boolean {
  if (taste === null) return true;
  if (isYesNo || isEither) return ids.has("like") || ids.has("dislike");
  if (taste === "dislike") return ids.has("dislike");
  return ids.has("like") || (!ids.has("dislike") && topics.length + words.length > 0);
}

function holdsWords(content: string, { words, isEither }: Asked): boolean {
  const terms = new Set(listTerms(content));
  const holds = (word: string) => (/\p{Script=Han}/u.test(word) ? content.includes(word) : terms.has(word));
  return isEither && words.length > 0 ? words.some(holds) : words.every(holds);
}

/** A fact about a sister answers nothing about the person, and the name of a gym is nobody's. */
function isOfSubject(content: string, { owners, words }: Asked): boolean {
  const subject = readSubject(content);
  const told = listOwners(findTopicsOfFact(subject).ids);
  if (told.length > 0) return owners.some((owner) => covers(owner, new Set(told)));
  const own = listTerms(findTopicsOfFact(subject).rest);
  return own.length === 0 || own.some((term) => words.includes(term));
}

/** What stands before the verb behind `my`, or whom somebody has; empty where that is the person. */
function readSubject(content: string): string {
  return (
    subjects.map((pattern) => pattern.exec(content)?.[1]).find((found) => found !== undefined) ??
    readOwnerAtStart(content)
  );
}

const subjects = [
  /^(?:my|our) (.+?)(?= (?:is|are|was|were|has|have|had|will|can|lives?|works?|turns?)\b| \p{Ll}+s\b)/iu,
  /^(?:i|we) (?:have|own|got) (?:an? |the |\p{Ll}+ )*?(\p{L}+)(?= (?:called|named|who|whose|aged)\b)/iu,
  /^我们?有(?:一|两|三)?[只个位条匹](.+?)(?=叫|名叫|今年)/u,
  /^我们?的(.+?)(?=是|叫|在|今年|有|会|住)/u,
];
