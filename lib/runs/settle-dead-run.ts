import type { LiveRuns } from "./live-run";
import type { RunDeps } from "./run-deps";

type ActiveRun = { userId: string; conversationId: string; runId: string; activeUntil: number };

/** Whether nobody makes this run any more: not this process, and no other one that could. */
export function isDeadRun(deps: RunDeps, { activeUntil }: { activeUntil: number }): boolean {
  return deps.isAlone || deps.now() > activeUntil;
}

/** Ends a run that its process did not survive. `false` when it may still be alive. Harmless when it has ended meanwhile. */
export async function settleDeadRun(deps: RunDeps, live: LiveRuns | null, active: ActiveRun): Promise<boolean> {
  const { userId, conversationId, runId } = active;
  if (live?.has(userId, conversationId) === true || !isDeadRun(deps, active)) return false;
  const isSettled = await deps.turns.settle({ userId, conversationId, runId, now: deps.now() });
  if (isSettled) deps.log.warn("run_interrupted", { runId });
  return true;
}
