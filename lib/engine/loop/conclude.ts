import type { EndReason, Outcome } from "@/lib/protocol/chat-message";

export type Ending = {
  /** What cut the run off from outside, if anything did. */
  cut: "stopped" | "time" | "budget" | null;
  failure: EndReason | null;
  /** Why the forced answer was asked for, if it was. */
  forced: EndReason | null;
  /**
   * The step limit was the mode's or the style's own, not the administrator's: an answer at it is complete.
   */
  isDesigned: boolean;
  finishReason: string;
  isUnreadable: boolean;
  hasAnswer: boolean;
};

/** The outcome of a run and, unless it is `completed`, why. */
export function concludeRun(ending: Ending): { outcome: Outcome; reason?: EndReason } {
  const { cut, failure, forced, isDesigned, finishReason, hasAnswer } = ending;
  if (cut === "stopped") return { outcome: "stopped", reason: "stopped" };
  if (cut !== null) return { outcome: "limited", reason: cut };
  if (failure !== null) return { outcome: "failed", reason: failure };
  const isAsDesigned = isDesigned && forced === "iterations" && hasAnswer;
  if (forced !== null && !isAsDesigned) return { outcome: "limited", reason: forced };
  if (finishReason === "length") return { outcome: "limited", reason: "output_limit" };
  if (finishReason === "content-filter") return { outcome: "limited", reason: "filtered" };
  if (!hasAnswer) return { outcome: "failed", reason: "empty" };
  if (ending.isUnreadable) return { outcome: "limited", reason: "unreadable" };
  if (finishReason === "unknown" || isBrokenEnd(finishReason))
    return { outcome: "interrupted", reason: "model_unavailable" };
  return { outcome: "completed" };
}

/** Whether a stream ended without the model having said that it was done. */
export function isBrokenEnd(finishReason: string): boolean {
  return finishReason === "other" || finishReason === "interrupted" || finishReason === "error";
}
