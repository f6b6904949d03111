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

/**
 * The rounds of a reply: never more than the administrator set, and few for the quick mode and the direct
 * style.
 */
export function planRounds(mode: RunMode, style: AgentStyle, maxIterations: number): Rounds {
  const isDesigned = mode === "fast" || style === "direct";
  return { most: isDesigned ? Math.min(fewRounds, maxIterations) : maxIterations, isDesigned };
}
