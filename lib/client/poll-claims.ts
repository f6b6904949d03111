import type { ClaimsData, ClaimsReply } from "@/lib/protocol/claims";
import type { Answer } from "./request";

/** A small model looks at what the rules left open, mostly within seconds; after half a minute nobody waits for it. */
export const pollDelaysMs = [2_000, 4_000, 8_000, 16_000] as const;

type Poll = {
  ask: (signal: AbortSignal) => Promise<Answer<ClaimsReply>>;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  onClaims: (claims: ClaimsData) => void;
  signal: AbortSignal;
};

/** Asks again until nothing is open any more, four times at most. Never throws. */
export async function pollClaims({ ask, wait, onClaims, signal }: Poll): Promise<void> {
  for (const ms of pollDelaysMs) {
    await wait(ms, signal);
    if (signal.aborted) return;
    const answer = await ask(signal);
    if (signal.aborted) return;
    const claims = answer.ok ? answer.value.claims : null;
    if (claims !== null) onClaims(claims);
    if (claims?.pending === 0) return;
  }
}
