import type { RunDeps } from "@/lib/runs/ports";
import { toEntries } from "@/lib/runs/log/entries";
import { addToHistory, createHistory, toSpent } from "@/lib/runs/log/history";

/** Ends a run whose reply nobody wants or can make any more. What it is known to have cost is charged, and nothing of it stays. */
export async function dropRun(
  deps: RunDeps,
  run: { userId: string; conversationId: string; runId: string },
): Promise<void> {
  const history = createHistory();
  for (const entry of (await deps.runLogs.read(run.runId)).flatMap(toEntries)) addToHistory(history, entry);
  await deps.turns.drop({ ...run, chargedMicroUsd: toSpent(history), now: deps.now() });
  await deps.leases.delete(run.runId);
}
