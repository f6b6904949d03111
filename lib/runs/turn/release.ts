import { setTimeout } from "node:timers/promises";
import { isAppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { LiveRun } from "@/lib/runs/lease/live-runs";
import { closeOpenParts, reduceMessage } from "@/lib/runs/log/reduce-message";
import type { RunDeps } from "@/lib/runs/ports";
import type { RunWork } from "@/lib/runs/state/run-state";

/** What another worker needs must be stored before it begins. */
const flushLimitMs = 3_000;

/**
 * Lets go of a run that another worker makes, or is to make: its followers leave and look for it there. What was shown and not
 * stored is shown again by that worker. Gives the reply as far as it got, which is not stored.
 */
export async function leaveRun(deps: RunDeps, run: LiveRun, work: RunWork): Promise<ChatMessage> {
  if (run.cut === "handover") await handOver(deps, run);
  return partRun(deps, run, work);
}

/** Ends this worker's part of a run that is not over: its followers leave without an end and look for it again. */
export async function partRun(deps: RunDeps, run: LiveRun, work: RunWork): Promise<ChatMessage> {
  letGoOfAside(deps, run);
  run.log.end({ isOver: false });
  deps.inBackground("log_not_closed", closeLog(deps, run));
  const { id: runId, record } = run;
  // One that waits for the person has come to no end yet.
  const end = run.cut === null ? {} : ({ outcome: "interrupted", reason: "crashed" } as const);
  const metadata = {
    runId,
    model: work.served,
    ...end,
    usage: work.meter.usage(),
    costMicroUsd: work.meter.spentMicroUsd(),
    startedAt: record.startedAt,
    endedAt: deps.now(),
  };
  return reduceMessage(
    run.cut === null ? run.log.chunks() : [...run.log.chunks(), ...closeOpenParts(run.log.chunks())],
    run.messageId,
    metadata,
  );
}

/** What was made beside the reply is kept without it. */
function letGoOfAside(deps: RunDeps, { userId, conversationId, aside }: LiveRun): void {
  aside.isClosed = true;
  const { title, costMicroUsd } = aside;
  if (title === null) return;
  deps.inBackground(
    "title_not_kept",
    Promise.all([
      deps.quotas.addCost(userId, costMicroUsd),
      deps.conversations.suggestTitle(userId, conversationId, title),
    ]),
  );
}

/** Longer than the worker who has ended the run leaves its log to readers. */
const afterOthersMs = 5_000;

/** Writes no more of the log. What came late, when another worker was removing all of it already, goes as well. */
export async function closeLog(deps: RunDeps, { id, writer }: LiveRun): Promise<void> {
  await writer.end();
  const held = await deps.leases.find(id);
  if (held !== null && held.lease.endedAt === null) return;
  if (held !== null)
    await setTimeout(afterOthersMs, undefined, { signal: deps.closing }).catch(() => undefined);
  await deps.leases.delete(id);
}

async function handOver(deps: RunDeps, run: LiveRun): Promise<void> {
  try {
    await run.writer.flush(flushLimitMs);
    await deps.leases.release(run.id, run.epoch);
    deps.log.info("run_handed_over", { runId: run.id, epoch: run.epoch });
    // The next worker may be this process again, which has room for it once this one is done.
    if (!deps.isAlone)
      deps.inBackground(
        "next_worker_not_called",
        run.done.then(() => deps.callNextWorker(run.id)),
      );
  } catch (error) {
    // Its lease runs out, and somebody else takes it then.
    deps.log.warn("run_not_handed_over", {
      runId: run.id,
      code: isAppError(error) ? error.code : "internal",
      error,
    });
  }
}
