import type { RunKey } from "./live-runs";
import { readEntries } from "@/lib/engine/log/entries";
import { addToHistory, createHistory, toSpent } from "@/lib/engine/log/history";
import type { RunDeps } from "@/lib/engine/ports";

/** For a reply nobody wants or can make any more. Its known cost is charged, and nothing of it stays. */
export async function dropRun(
  deps: Pick<RunDeps, "runLogs" | "turns" | "leases" | "now">,
  run: RunKey,
): Promise<void> {
  const history = createHistory();
  for (const entry of readEntries(await deps.runLogs.read(run.runId)).entries) addToHistory(history, entry);
  await deps.turns.drop({ ...run, chargedMicroUsd: toSpent(history), now: deps.now() });
  await deps.leases.delete(run.runId);
}
