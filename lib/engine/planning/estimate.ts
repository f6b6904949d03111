import type { PlanTask } from "@/lib/features/plans/shape";

/** Micro-dollars a token. */
type Price = { input: number; output: number };

/** What a task of a helper usually sends and gets, in tokens and calls of the model. */
const tokens = { input: 4_000, inputGrowth: 3_000, output: 400, answer: 900 };
const callsWithTools = 3;
const committeeSize = 3;

/**
 * What a plan may come to in micro-dollars, with the answer written from its results; an estimate, made
 * before anything is known. 0 where no price is known.
 */
export function estimatePlan(
  steps: readonly Pick<PlanTask, "tool" | "pattern">[],
  price: Price | null,
): number {
  if (price === null) return 0;
  const results = steps.length * tokens.answer;
  const own = steps.reduce((sum, step) => sum + estimateTask(step, price), 0);
  return Math.ceil(own + (tokens.input + results) * price.input + 2 * tokens.answer * price.output);
}

export function estimateTask({ tool, pattern }: Pick<PlanTask, "tool" | "pattern">, price: Price): number {
  const own = estimateCalls(tool === null ? 1 : callsWithTools, price);
  return pattern === "committee" ? own * committeeSize : own;
}

/** Work that takes so many calls of the model, each of which sends what the ones before it gave. */
export function estimateCalls(calls: number, price: Price): number {
  const input = calls * tokens.input + ((calls * (calls - 1)) / 2) * tokens.inputGrowth;
  const output = (calls - 1) * tokens.output + tokens.answer;
  return Math.ceil(input * price.input + output * price.output);
}
