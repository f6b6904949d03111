import { startHeartbeat } from "@/lib/runs/lease/heartbeat";
import type { RunDeps } from "@/lib/runs/ports";
import type { RunState } from "@/lib/runs/state/run-state";

/** How often it is asked whether the person may still use the site, in milliseconds. */
const lookMs = 1_500;
/** So long before the platform ends the process a run is handed over: at the end of a step when one comes in time, else in the middle. */
const handoverAheadMs = 20_000;
const handoverLatestMs = 6_000;

export type WatchDeps = Pick<RunDeps, "isAllowed" | "processLimitMs" | "leases" | "isAlone" | "log" | "now">;

/** Cuts the run at its limits and when others want it, until the function that it gives is called. */
export function watchRun(deps: WatchDeps, run: RunState): () => void {
  const stopHeartbeat = startHeartbeat(deps, run);
  const { elapsedMs } = run.log.history();
  const leftMs = Math.max(1, run.settings.timeLimitSeconds * 1000 - elapsedMs);
  const timers = [setTimeout(() => run.cut.cut("time"), leftMs)];
  const { processLimitMs: limitMs } = deps;
  if (limitMs !== null)
    timers.push(
      setTimeout(() => run.cut.leaveAfterStep(), limitMs - Math.min(handoverAheadMs, limitMs / 2)),
      setTimeout(() => run.cut.cut("handover"), limitMs - Math.min(handoverLatestMs, limitMs / 4)),
    );
  const look = async () => {
    if (!(await deps.isAllowed(run.userId))) run.cut.cut("stopped");
  };
  // A permission that could not be read is asked for again at the next look.
  const onFailure = (error: unknown) => deps.log.debug("permission_not_read", { runId: run.id, error });
  const watch = setInterval(() => void look().catch(onFailure), lookMs);
  return () => {
    stopHeartbeat();
    clearInterval(watch);
    for (const timer of timers) clearTimeout(timer);
  };
}
