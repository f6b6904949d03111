import type { RunMode } from "@/lib/protocol/chat-request";
import type { AgentStyle } from "@/lib/protocol/settings";

export type Rounds = {
  /** How many steps may call tools. */
  most: number;
  /** Whether mode or style end there by design: the answer that follows is then complete. */
  isDesigned: boolean;
};

/** Enough to search and to read what was found. */
export const fewRounds = 2;

/** How many rounds each part of a question adds to a reply that thinks long. */
const roundsOfPart = 3;

/**
 * The rounds of a reply: never more than the administrator set, and few for the quick mode and the direct
 * style. Those of a reply that thinks long follow the parts of its question.
 */
export function planRounds(
  mode: RunMode,
  style: AgentStyle,
  { maxIterations, deepIterations = maxIterations }: { maxIterations: number; deepIterations?: number },
  parts = 0,
): Rounds {
  const isDesigned = mode === "fast" || style === "direct";
  if (isDesigned) return { most: Math.min(fewRounds, maxIterations), isDesigned };
  if (mode !== "thinking") return { most: maxIterations, isDesigned };
  return { most: Math.min(deepIterations, maxIterations + roundsOfPart * Math.max(1, parts)), isDesigned };
}
