import type { ClaimsData, ClaimsReply } from "@/lib/protocol/claims";
import type { Answer } from "./request";

/** A small model is asked about what the rules left open, mostly for seconds and at most for a minute. */
export const pollDelaysMs = [2_000, 4_000, 8_000, 16_000, 32_000] as const;

type Poll = {
  ask: (signal: AbortSignal) => Promise<Answer<ClaimsReply>>;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  onClaims: (claims: ClaimsData) => void;
  signal: AbortSignal;
};

/** Asks again until nothing is pending. After the last time nothing is waited for any more. Never throws. */
export async function pollClaims({ ask, wait, onClaims, signal }: Poll): Promise<void> {
  for (const [index, ms] of pollDelaysMs.entries()) {
    await wait(ms, signal);
    if (signal.aborted) return;
    const answer = await ask(signal);
    if (signal.aborted) return;
    const claims = answer.ok ? answer.value.claims : null;
    const isLast = index === pollDelaysMs.length - 1;
    if (claims !== null) onClaims(isLast ? { ...claims, pending: 0 } : claims);
    if (claims?.pending === 0) return;
  }
}
