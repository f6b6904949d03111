import type { EndReason } from "@/lib/protocol/chat-message";

/** Micro-dollars a token. */
export type TokenPrice = { input: number; output: number };

/** With an unknown price a token counts as one micro-dollar: a ceiling of 10,000 tokens for each cent of the budget. */
export const unknownPrice: TokenPrice = { input: 1, output: 1 };

export type Limits = { iterations: number; timeLimitMs: number; budgetMicroUsd: number; modelOutputTokens: number; price: TokenPrice };

/** Where a run stands before its next call of the model. */
export type Standing = {
  callsMade: number;
  elapsedMs: number;
  spentMicroUsd: number;
  /** Estimated input of the next call. */
  inputTokens: number;
  /** How often the newest call repeated an earlier one. */
  repeats: number;
};

export type StepDecision =
  | { kind: "act"; maxOutputTokens: number }
  | { kind: "answer"; reason: EndReason; maxOutputTokens: number }
  | { kind: "end"; reason: EndReason };

/** From this share of the time limit on only the answer is asked for, so that it can still be written. */
const answerFromShare = 0.7;
const answerReserveTokens = 1_000;
const leastUsefulTokens = 200;
const repeatsUntilAnswer = 2;

/**
 * What the next call of the model may be: a step with tools, the forced answer without tools, or none at all.
 * A call is made only when its estimated input and its output limit fit what is left of the budget,
 * for a step less the reserve for the answer.
 */
export function decideStep(standing: Standing, limits: Limits): StepDecision {
  const left = limits.budgetMicroUsd - standing.spentMicroUsd - standing.inputTokens * limits.price.input;
  const answerTokens = affordableTokens(left, limits);
  if (answerTokens < leastUsefulTokens) return { kind: "end", reason: "budget" };
  const reason = findLimit(standing, limits);
  if (reason !== null) return { kind: "answer", reason, maxOutputTokens: answerTokens };
  const reserve = standing.inputTokens * limits.price.input + answerReserveTokens * limits.price.output;
  const stepTokens = affordableTokens(left - reserve, limits);
  if (stepTokens < leastUsefulTokens) return { kind: "answer", reason: "budget", maxOutputTokens: answerTokens };
  return { kind: "act", maxOutputTokens: stepTokens };
}

function findLimit({ callsMade, elapsedMs, repeats }: Standing, limits: Limits): EndReason | null {
  if (callsMade >= limits.iterations) return "iterations";
  if (elapsedMs >= limits.timeLimitMs * answerFromShare) return "time";
  return repeats >= repeatsUntilAnswer ? "no_progress" : null;
}

function affordableTokens(microUsd: number, { price, modelOutputTokens }: Limits): number {
  if (price.output === 0) return microUsd < 0 ? 0 : modelOutputTokens;
  return Math.min(modelOutputTokens, Math.floor(microUsd / price.output));
}
