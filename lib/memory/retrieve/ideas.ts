import { createLexicon } from "./lexicon";
import { personalWords, valueWords } from "./same-words";
import { topics, type Topic } from "./topics";

/** Words that say the same, by the number of their line. */
export const sameWords = createLexicon([...personalWords, ...valueWords]);
export const isPersonalIdea = (idea: number): boolean => idea < personalWords.length;

/** What a question asks about, and asks about only where it is about the person. */
export const askedTopics = createLexicon(topics.map(({ asked }) => asked ?? ""));
export const askedOfSelf = createLexicon(topics.map(({ askedOfSelf }) => askedOfSelf ?? ""));

/** What a fact belongs to by its words; its category may say so as well. */
export const toldTopics = createLexicon(
  topics.map(({ asked, askedOfSelf, told }: Topic) => [asked, askedOfSelf, told].join(" ")),
);
export const topicCategories = topics.map(({ category }) => category ?? null);
