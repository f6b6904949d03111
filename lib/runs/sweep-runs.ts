import { leaseMs, type HeldLease } from "@/lib/data/leases";
import { isAppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { LiveRuns } from "./live-run";
import { recoverRun } from "./recover-run";
import type { RunDeps } from "./run-deps";

const pageSize = 200;
/** What is over is left to its own worker for so long. */
const wasteAfterMs = 60_000;

export type TakenRun = { reply: Promise<ChatMessage> };

/** Looks for what nobody makes any more and goes on with it, the longest silent first, as many as this process has room for. */
export async function sweepRuns(deps: RunDeps, live: LiveRuns): Promise<Promise<ChatMessage>[]> {
  // By this process's clock, only to find them; whether a run is free is decided by the store's.
  const silent = await deps.leases.listSilent(deps.isAlone ? deps.now() + leaseMs : deps.now() - leaseMs, pageSize);
  const taken: Promise<ChatMessage>[] = [];
  for (const held of silent) {
    const run = await takeUp(deps, live, held);
    if (run === "full") break;
    if (run !== null) taken.push(run.reply);
  }
  return taken;
}

export async function resumeRun(deps: RunDeps, live: LiveRuns, runId: string): Promise<TakenRun | null> {
  const held = await deps.leases.find(runId);
  const run = held === null ? null : await takeUp(deps, live, held);
  return run === "full" ? null : run;
}

async function takeUp(deps: RunDeps, live: LiveRuns, { runId, lease, ageMs }: HeldLease): Promise<TakenRun | "full" | null> {
  try {
    if (lease.endedAt !== null) {
      if (deps.isAlone ? !live.has(lease.userId, lease.conversationId) : ageMs > wasteAfterMs) await deps.leases.delete(runId);
      return null;
    }
    if (!deps.isAlone && !lease.isReleased && ageMs <= leaseMs) return null;
    const run = await recoverRun(deps, live, { ...lease, runId });
    return run === null ? null : { reply: run.done };
  } catch (error) {
    if (isAppError(error) && error.code === "overloaded") return "full";
    deps.log.warn("run_not_taken_over", { runId, error });
    return null;
  }
}
