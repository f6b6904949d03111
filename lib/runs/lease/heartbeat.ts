import { heartbeatMs } from "@/lib/data/leases";
import type { RunDeps } from "@/lib/runs/ports";
import { obeyLease } from "@/lib/runs/state/interruption";
import type { RunState } from "@/lib/runs/state/run-state";

/**
 * Tells the other processes that the run is made here, and hears what they want of it, until the function that it gives is called. It does
 * nothing where no other process can be.
 */
export function startHeartbeat(
  deps: Pick<RunDeps, "leases" | "isAlone" | "log" | "now">,
  run: Pick<RunState, "id" | "epoch" | "record" | "cut" | "steering">,
): () => void {
  if (deps.isAlone) return () => undefined;
  const beat = async () => {
    try {
      const isOwn = await deps.leases.beat(run.id, run.epoch, deps.now());
      if (!isOwn && run.record.status === "running") run.cut.cut("lost");
    } catch (error) {
      deps.log.warn("heartbeat_failed", { runId: run.id, error });
    }
  };
  const timer = setInterval(() => void beat(), heartbeatMs);
  const unwatch = deps.leases.watch(run.id, (held) => obeyLease(run, held));
  return () => {
    clearInterval(timer);
    unwatch();
  };
}
