import type { RunMode } from "@/lib/protocol/chat-request";
import type { AgentStyle } from "@/lib/protocol/settings";

export type StepLimit = {
  /** How many steps may call tools. */
  most: number;
  /** Whether mode or style end there by design: the answer that follows is then complete. */
  isDesigned: boolean;
};

/** Enough to search and to read what was found. */
export const fewSteps = 2;

/** How many steps each part of a question adds to a reply that thinks long. */
const stepsOfPart = 3;

/**
 * The step limit of a reply: never above the administrator's, and low for the quick mode and the direct
 * style. That of a reply that thinks long follows the parts of its question.
 */
export function toStepLimit(
  mode: RunMode,
  style: AgentStyle,
  { maxIterations, deepIterations = maxIterations }: { maxIterations: number; deepIterations?: number },
  parts = 0,
): StepLimit {
  const isDesigned = mode === "fast" || style === "direct";
  if (isDesigned) return { most: Math.min(fewSteps, maxIterations), isDesigned };
  if (mode !== "thinking") return { most: maxIterations, isDesigned };
  return { most: Math.min(deepIterations, maxIterations + stepsOfPart * Math.max(1, parts)), isDesigned };
}
