/** A part of a question. `needs`: numbers, from 1, of the earlier parts whose answers it needs. */
export type SubQuestion = { text: string; reason: string; needs: number[] };
/** `rounds`: how many steps a reply that thinks long gets for them. */
export type QuestionsData = { questions: SubQuestion[]; rounds?: number };

/** What a model says of a finished answer. `confidence` goes from 0 to 1. */
export type Evaluation = { answered: boolean; supported: boolean; missing: string[]; confidence: number };

/** An answer that was not good enough, which another one takes the place of. */
export type DraftData = { text: string; evaluation: Evaluation };
