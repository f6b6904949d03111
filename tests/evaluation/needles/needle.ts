import type { Random } from "./random";

export const needleKinds = [
  "number",
  "name",
  "date",
  "address",
  "decision",
  "instruction",
  "answer detail",
  "result detail",
] as const;
export type NeedleKind = (typeof needleKinds)[number];
export const needleLanguages = ["en", "zh"] as const;
export type NeedleLanguage = (typeof needleLanguages)[number];
/**
 * `developed`: seen while the rules were made. `unseen`: written before the rules of summaries ran on it, and seen while the search was
 * made. `later`: written after all rules, and left as it came out.
 */
export const templateSets = ["developed", "unseen", "later"] as const;
export type TemplateSet = (typeof templateSets)[number];

/** One exchange; `result` is what a tool gave before the answer. */
export type Exchange = { question: string; result: string | null; answer: string };

export type Needle = {
  kind: NeedleKind;
  exchange: Exchange;
  /** What is asked at the end. */ asked: string;
  /** What must be there for it to be found. */ detail: string;
};

/** Words of one language to make exchanges of. */
export type Words = {
  people: readonly string[];
  places: readonly string[];
  things: readonly string[];
  streets: readonly string[];
  makeDate(random: Random): string;
};

/** A template of a detail: the same one with other names and numbers is its decoy. */
export type NeedleTemplate = {
  kind: NeedleKind;
  make(random: Random, words: Words): { exchange: Partial<Exchange>; asked: string; detail: string };
};

export type LanguageTemplates = {
  words: Words;
  needles: Record<TemplateSet, readonly NeedleTemplate[]>;
  /** What a conversation is full of. */
  exchanges: readonly ((random: Random, words: Words) => Exchange)[];
  /** Sentences that make an answer long. */
  sentences: readonly ((random: Random, words: Words) => string)[];
  joiner: string;
};
