import { readFileSync } from "node:fs";
import { z } from "zod";

export const questionClasses = ["single", "update", "time", "several", "never", "removed", "other"] as const;
export type QuestionClass = (typeof questionClasses)[number];

const askSchema = z.strictObject({
  day: z.number().int(),
  ask: z.string(),
  class: z.enum(questionClasses),
  /** Words that the model must be given and the answer must hold, `a|b` for either; without any the answer says that nothing of the kind is remembered. */
  expect: z.array(z.string()).default([]),
  /** Words of what is no longer so, was never kept or is somebody else's: given as current to no model, and in no answer. */
  absent: z.array(z.string()).default([]),
  /** Words of true facts that were not asked for. */
  not: z.array(z.string()).default([]),
});
export type Ask = z.output<typeof askSchema>;

const eventSchema = z.union([
  askSchema,
  z.strictObject({ day: z.number().int(), say: z.string() }),
  /** Said by somebody else, who keeps a memory in the same store. */
  z.strictObject({ day: z.number().int(), other: z.string() }),
  /** Said while the person has memory switched off. */
  z.strictObject({ day: z.number().int(), off: z.string() }),
  /** Done on the memory page, to the fact that holds the words. */
  z.strictObject({ day: z.number().int(), forget: z.string() }),
  z.strictObject({ day: z.number().int(), correct: z.string(), to: z.string() }),
  z.strictObject({ day: z.number().int(), clear: z.literal(true) }),
]);
export type HistoryEvent = z.output<typeof eventSchema>;

/** `sessions`: conversations in all, at least; those that no event needs are filled with talk of other things. */
const historySchema = z.strictObject({
  id: z.string(),
  sessions: z.number().int().min(2).max(30),
  events: z.array(eventSchema),
});

export const languages = ["en", "zh", "mixed"] as const;
export type HistoryLanguage = (typeof languages)[number];
export type History = z.output<typeof historySchema> & { language: HistoryLanguage; set: HistorySet };

/** The guide's rules for memory were made on `a`; `b` was written with it, before them, and `c` after them. */
export const historySets = ["a", "b", "c"] as const;
export type HistorySet = (typeof historySets)[number];

export function readHistories(): History[] {
  return historySets.flatMap((set) => languages.flatMap((language) => readFile(set, language)));
}

function readFile(set: HistorySet, language: HistoryLanguage): History[] {
  const text = readFileSync(new URL(`${set}-${language}.json`, import.meta.url), "utf8");
  return z
    .array(historySchema)
    .parse(JSON.parse(text))
    .map((history) => ({ ...history, language, set }));
}
