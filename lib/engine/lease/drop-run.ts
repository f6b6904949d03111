import type { RunKey } from "./live-runs";
import { toHistory, toSpent } from "@/lib/engine/log/history";
import type { RunHost } from "@/lib/engine/ports";

/** For a reply nobody wants or can make any more. Its known cost is charged, and nothing of it stays. */
export async function dropRun(host: RunHost, run: RunKey): Promise<void> {
  const history = toHistory(await host.records.runLogs.read(run.runId));
  await host.records.turns.drop({ ...run, chargedMicroUsd: toSpent(history), now: host.now() });
  await host.records.leases.delete(run.runId);
}
