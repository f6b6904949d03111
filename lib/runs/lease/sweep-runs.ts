import { leaseMs, type HeldLease } from "@/lib/data/leases";
import { isAppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { LiveRuns } from "./live-runs";
import { recoverRun } from "@/lib/runs/turn/recover";
import type { RunDeps } from "@/lib/runs/ports";

const pageSize = 200;
/** What is over is left to its own worker for so long. */
const wasteAfterMs = 60_000;

/** Somewhat longer than between two looks of a server. */
const soonMs = 2_500;
/** For clocks that round. */
const marginMs = 20;
/** So many are taken over side by side. */
const atOnce = 8;

export type TakenRun = { reply: Promise<ChatMessage> };

/** Looks for what nobody makes any more and goes on with it, the longest silent first, as many as this process has room for. */
export async function sweepRuns(deps: RunDeps, live: LiveRuns): Promise<Promise<ChatMessage>[]> {
  // By this process's clock, only to find them; whether a run is free is decided by the store's.
  const silent = await deps.leases.listSilent(
    deps.isAlone ? deps.now() + leaseMs : deps.now() - leaseMs + soonMs,
    pageSize,
  );
  const taken: Promise<ChatMessage>[] = [];
  for (let first = 0; first < silent.length; first += atOnce) {
    const runs = await Promise.all(
      silent.slice(first, first + atOnce).map((held) => takeUp(deps, live, held)),
    );
    taken.push(...runs.flatMap((run) => (run === null || run === "full" ? [] : [run.reply])));
    if (runs.includes("full")) break;
  }
  // A process that the platform ends stays awake for the runs that it has, and not for this.
  const isLasting = !deps.isAlone && deps.processLimitMs === null;
  for (const held of isLasting ? silent.filter(isSoonFree) : []) takeLater(deps, live, held);
  return taken;
}

function isSoonFree({ lease, ageMs }: HeldLease): boolean {
  return lease.endedAt === null && ageMs <= leaseMs && ageMs > leaseMs - soonMs;
}

/** A lease that ends before the next look is looked at again when it ends, so that nobody waits for that look. */
function takeLater(deps: RunDeps, live: LiveRuns, { runId, ageMs }: HeldLease): void {
  const take = async () => {
    if (!deps.closing.aborted) await resumeRun(deps, live, runId);
  };
  const onFailure = (error: unknown) => deps.log.warn("run_not_taken_over", { runId, error });
  setTimeout(() => void take().catch(onFailure), leaseMs - ageMs + marginMs).unref();
}

export async function resumeRun(deps: RunDeps, live: LiveRuns, runId: string): Promise<TakenRun | null> {
  const held = await deps.leases.find(runId);
  const run = held === null ? null : await takeUp(deps, live, held);
  return run === "full" ? null : run;
}

async function takeUp(
  deps: RunDeps,
  live: LiveRuns,
  { runId, lease, ageMs, waitMs }: HeldLease,
): Promise<TakenRun | "full" | null> {
  try {
    if (lease.endedAt !== null) {
      if (deps.isAlone ? !live.has(lease.userId, lease.conversationId) : ageMs > wasteAfterMs)
        await deps.leases.delete(runId);
      return null;
    }
    if (waitMs !== null) return null;
    if (!deps.isAlone && !lease.isReleased && ageMs <= leaseMs) return null;
    const run = await recoverRun(deps, live, { ...lease, runId });
    return run === null ? null : { reply: run.done };
  } catch (error) {
    if (isAppError(error) && error.code === "overloaded") return "full";
    deps.log.warn("run_not_taken_over", { runId, error });
    return null;
  }
}
