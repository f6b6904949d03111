import type { z } from "zod";

/** What questions are for, as the log and the statistics name it. */
export const askPurposes = [
  ...(["plan_need", "plan_make", "plan_change", "plan_bid", "plan_judge"] as const),
  ...(["find_conflicts", "judge_authority", "sub_questions", "evaluate_answer", "claims"] as const),
  ...(["judge_search", "judge_fact", "judge_pair", "judge_tool", "rerank", "notice_instructions"] as const),
  ...(["learn_facts", "relate_facts", "follow_ups", "summary", "sum_up", "shorten_result"] as const),
] as const;
export type AskPurpose = (typeof askPurposes)[number];

/**
 * One question to the small model with one structured answer. `verify` returns what code can prove wrong with
 * the answer, as a sentence for the model, or `null`; the model gets one more try with that sentence. At most
 * three requests are made in all.
 */
export type SmallQuestion<ANSWER> = {
  purpose: AskPurpose;
  instructions: string;
  prompt: string;
  /** Who is asked, in this order; the small models where nothing is said. */
  chain?: readonly string[];
  schema: z.ZodType<ANSWER>;
  verify?: (answer: ANSWER) => string | null;
  /** 1,000 where nothing is said. */
  maxOutputTokens?: number;
  /** For all tries together; 10 s where nothing is said. */
  limitMs?: number;
  /** No answer waits for it: a server of one's own may load its model first. */
  isPatient?: true;
};

/**
 * `answer` is `null` where no small model is configured, or none gave a usable answer: then `unanswered` is
 * the model that was asked, and the log says why. `dearMicroUsd`: what it may cost, where there was no money.
 */
export type SmallAnswer<ANSWER> = {
  answer: ANSWER | null;
  costMicroUsd: number;
  unanswered?: string;
  dearMicroUsd?: number;
};

/** Throws only when `signal` aborts; what was spent until a failure is in the answer's cost. */
export type AskSmall = <ANSWER>(
  question: SmallQuestion<ANSWER>,
  signal: AbortSignal,
) => Promise<SmallAnswer<ANSWER>>;

/** From -1 to 1 how near texts are to a query, and what telling cost; `null` without an embedding model. */
export type CompareMeaning = (
  query: string,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<{ scores: number[]; costMicroUsd: number } | null>;

/** Vectors of length 1, one for each text, by one model; `null` where none answers. */
export type EmbedTexts = (
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<{ vectors: Float32Array[]; model: string; costMicroUsd: number } | null>;

/** The numbered items of a prompt, from 1, one a paragraph. */
export function toNumberedItems(items: readonly string[]): string {
  return items.map((item, index) => `[${index + 1}] ${item}`).join("\n\n");
}
