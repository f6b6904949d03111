import { heartbeatMs, type HeldLease } from "@/lib/data/leases";
import { cutRun, steerRun, type LiveRun } from "./live-runs";
import type { RunDeps } from "@/lib/runs/ports";

/** Tells the others that the run is made here, and hears what they want of it. What it gives ends that. Where nobody else can be, nothing is done. */
export function holdLease(deps: RunDeps, run: LiveRun): () => void {
  if (deps.isAlone) return () => undefined;
  const beat = async () => {
    try {
      const isOwn = await deps.leases.beat(run.id, run.epoch, deps.now());
      if (!isOwn && run.record.status === "running") cutRun(run, "lost");
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

/** A lease that is gone or over says nothing: the run that is saved here is over, too. */
export function obeyLease(run: LiveRun, held: HeldLease | null): void {
  if (held === null || held.lease.endedAt !== null) return;
  const { epoch, isStopAsked, steers } = held.lease;
  if (epoch > run.epoch) cutRun(run, "lost");
  if (isStopAsked) cutRun(run, "stopped");
  const inOrder = Object.entries(steers).sort(([, a], [, b]) => a.at - b.at);
  for (const [id, { text }] of inOrder) steerRun(run, { id, text });
}
