import { leaseMs, type HeldLease } from "@/lib/engine/records/leases";
import { isAppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunHost } from "@/lib/engine/ports";
import { dropRun } from "./drop-run";
import type { LiveRuns, RunKey } from "./live-runs";

/** How many silent leases are read at once. */
const pageSize = 200;
/** What is over is left to its own worker for so long. */
const wasteAfterMs = 60_000;
/** Somewhat longer than between two looks of a server. */
const soonMs = 2_500;
/** For clocks that round. */
const marginMs = 20;
/** So many runs are taken over side by side. */
const atOnce = 8;

export type TakenRun = { reply: Promise<ChatMessage> };
/** `null` when there is nothing to take over; throws `overloaded` when there is no room here. */
type Recover = (
  run: RunKey,
  kind?: { isTask?: boolean },
) => Promise<{ reply: { done: Promise<ChatMessage> } } | null>;
export type Workers = ReturnType<typeof createWorkers>;
/** What makes the replies of this process. */
export type Runtime = { host: RunHost; live: LiveRuns; workers: Workers };

/** Finds runs that nobody makes any more, and goes on with them here. */
export function createWorkers(host: RunHost, live: Pick<LiveRuns, "has">, recover: Recover) {
  const takeUp = createTakeUp(host, live, recover);

  async function resume(runId: string): Promise<TakenRun | null> {
    const held = await host.records.leases.find(runId);
    const run = held === null ? null : await takeUp(held);
    return run === "full" ? null : run;
  }

  /** A lease that ends before the next look is looked at then, so that nobody waits for that look. */
  function takeLater({ runId, ageMs }: HeldLease): void {
    const take = async () => {
      if (!host.closing.aborted) await resume(runId);
    };
    const onFailure = (error: unknown) => host.log.warn("run_not_taken_over", { runId, error });
    setTimeout(() => void take().catch(onFailure), leaseMs - ageMs + marginMs).unref();
  }

  return {
    /** Goes on with a run that another process has released; `null` when there is nothing to take over. */
    resume,

    /** When nobody makes the reply, this process begins to. `false`: nobody can, the conversation is free. */
    async ensure(active: RunKey, kind: { isTask?: boolean } = {}): Promise<boolean> {
      if (live.has(active.userId, active.conversationId) || host.closing.aborted) return true;
      if (await isTaken((run) => recover(run, kind), active)) return true;
      const held = await host.records.leases.find(active.runId);
      if (held === null) await dropRun(host, active);
      return held !== null && held.lease.endedAt === null;
    },

    /** Takes over what nobody makes any more, the longest silent first, as far as there is room here. */
    async sweep(): Promise<Promise<ChatMessage>[]> {
      // By this process's clock, only to find them; whether a run is free is decided by the store's.
      const beatBefore = host.worker.isAlone ? host.now() + leaseMs : host.now() - leaseMs + soonMs;
      const silent = await host.records.leases.listSilent(beatBefore, pageSize);
      const taken: Promise<ChatMessage>[] = [];
      for (let first = 0; first < silent.length; first += atOnce) {
        const runs = await Promise.all(silent.slice(first, first + atOnce).map(takeUp));
        taken.push(...runs.flatMap((run) => (run === null || run === "full" ? [] : [run.reply])));
        if (runs.includes("full")) break;
      }
      // A process that the platform ends stays awake for the runs that it has, and not for this.
      if (!host.worker.isAlone && host.worker.processLimitMs === null)
        silent.filter(isSoonFree).forEach(takeLater);
      return taken;
    },
  };
}

function isSoonFree({ lease, ageMs }: HeldLease): boolean {
  return lease.endedAt === null && ageMs <= leaseMs && ageMs > leaseMs - soonMs;
}

/** A process that has no room leaves the run to others, or to a later look. */
async function isTaken(recover: Recover, active: RunKey): Promise<boolean> {
  try {
    return (await recover(active)) !== null;
  } catch (error) {
    if (isAppError(error) && error.code === "overloaded") return true;
    throw error;
  }
}

function createTakeUp(host: RunHost, live: Pick<LiveRuns, "has">, recover: Recover) {
  return async ({ runId, lease, ageMs, waitMs }: HeldLease): Promise<TakenRun | "full" | null> => {
    try {
      if (lease.endedAt !== null) {
        if (host.worker.isAlone ? !live.has(lease.userId, lease.conversationId) : ageMs > wasteAfterMs)
          await host.records.leases.delete(runId);
        return null;
      }
      if (waitMs !== null) return null;
      if (!host.worker.isAlone && !lease.isReleased && ageMs <= leaseMs) return null;
      const run = await recover({ ...lease, runId });
      return run === null ? null : { reply: run.reply.done };
    } catch (error) {
      if (isAppError(error) && error.code === "overloaded") return "full";
      host.log.warn("run_not_taken_over", { runId, error });
      return null;
    }
  };
}
