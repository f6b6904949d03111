import type { EndReason } from "@/lib/protocol/chat-message";

/** Micro-dollars a token. */
export type TokenPrice = { input: number; output: number };

/** One micro-dollar a token: a ceiling of 10,000 tokens for each cent of the budget. */
export const unknownPrice: TokenPrice = { input: 1, output: 1 };

export type Limits = {
  iterations: number;
  timeLimitMs: number;
  budgetMicroUsd: number;
  modelOutputTokens: number;
  price: TokenPrice;
};

/** Where a run stands before its next call of the model. */
export type RunStanding = {
  callsMade: number;
  elapsedMs: number;
  spentMicroUsd: number;
  /** Estimated input of the next call. */
  inputTokens: number;
  /** How many steps in a row led nowhere, the newest included. */
  stuckTimes: number;
};

/** `payableTokens` is what the budget can pay of the call's output; `Infinity` when it costs nothing. */
export type StepDecision =
  | { kind: "act"; payableTokens: number }
  | { kind: "answer"; reason: EndReason; payableTokens: number }
  | { kind: "end"; reason: EndReason };

/** From this share of the time limit on only the answer is asked for, so that it can still be written. */
const answerFromShare = 0.7;
const answerReserveTokens = 1_000;
const leastUsefulTokens = 200;
/** At the first the model is told what it tried. */
const stuckTimesUntilAnswer = 2;

/**
 * What the next call of the model may be: a step with tools, the forced answer without tools, or none at all.
 * A call is made only when its estimated input and its output limit fit what is left of the budget,
 * for a step less the reserve for the answer.
 */
export function decideStep(standing: RunStanding, limits: Limits): StepDecision {
  const left = limits.budgetMicroUsd - standing.spentMicroUsd - standing.inputTokens * limits.price.input;
  const answerTokens = toPayableTokens(left, limits);
  if (answerTokens < leastUsefulTokens) return { kind: "end", reason: "budget" };
  const reason = findLimit(standing, limits);
  if (reason !== null) return { kind: "answer", reason, payableTokens: answerTokens };
  const stepTokens = toPayableTokens(left - toAnswerCost(standing.inputTokens, limits.price), limits);
  if (stepTokens < leastUsefulTokens)
    return { kind: "answer", reason: "budget", payableTokens: answerTokens };
  return { kind: "act", payableTokens: stepTokens };
}

/** What a short answer to so much input costs, in micro-dollars. */
export function toAnswerCost(inputTokens: number, price: TokenPrice): number {
  return inputTokens * price.input + answerReserveTokens * price.output;
}

function findLimit({ callsMade, elapsedMs, stuckTimes }: RunStanding, limits: Limits): EndReason | null {
  if (callsMade >= limits.iterations) return "iterations";
  if (elapsedMs >= limits.timeLimitMs * answerFromShare) return "time";
  return stuckTimes >= stuckTimesUntilAnswer ? "no_progress" : null;
}

/** How many tokens of output the money pays; `Infinity` when they cost nothing. */
export function toPayableTokens(microUsd: number, { price }: Pick<Limits, "price">): number {
  if (price.input === 0 && price.output === 0) return Number.POSITIVE_INFINITY;
  if (microUsd < 0) return 0;
  return price.output === 0 ? Number.POSITIVE_INFINITY : Math.floor(microUsd / price.output);
}
