import type { RunDeps } from "./run-deps";

/** Ends a run that its process did not survive. Harmless when the run has ended meanwhile. */
export async function settleDeadRun(deps: RunDeps, userId: string, conversationId: string, runId: string): Promise<void> {
  const isSettled = await deps.turns.settle({ userId, conversationId, runId, now: deps.now() });
  if (isSettled) deps.log.warn("run_interrupted", { runId });
}
