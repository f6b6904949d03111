import { toSpent } from "@/lib/engine/log/history";
import type { Brief } from "@/lib/engine/brief";
import { setTimeout } from "node:timers/promises";
import { isAppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { closeOpenParts, reduceMessage } from "@/lib/engine/log/reduce-message";
import type { LogEnd } from "@/lib/engine/log/run-log";
import type { RunDeps } from "@/lib/engine/ports";
import type { Run } from "@/lib/engine/run/run";

export type ReleaseDeps = Pick<
  RunDeps,
  | "leases"
  | "conversations"
  | "quotas"
  | "isAlone"
  | "closing"
  | "callNextWorker"
  | "noteWaiting"
  | "inBackground"
  | "log"
  | "now"
>;

/** What another worker needs must be stored before it begins. */
const releaseFlushMs = 3_000;
/** Longer than a store that is away for a moment. */
const waitFlushMs = 10_000;

/**
 * Releases a run that another worker makes, or is to make: its followers leave and look for it there. What
 * was shown and not stored is shown again by that worker. Gives the reply so far, which is not stored.
 */
export async function releaseRun(
  deps: ReleaseDeps,
  run: Pick<Run, "brief" | "reply" | "account" | "control">,
): Promise<ChatMessage> {
  if (run.control.cut.cause() === "handover") await handOver(deps, run);
  return detachRun(deps, run, "elsewhere");
}

/**
 * Releases a run until the person has answered or their time is over: no process waits for that. When that
 * cannot be stored the lease runs out, and the next worker finds that the person is asked.
 */
export async function waitForPerson(
  deps: ReleaseDeps,
  run: Pick<Run, "brief" | "reply" | "account" | "control">,
  wait: { until: number; approvals: string[] },
): Promise<ChatMessage> {
  try {
    await run.reply.writer.flush(waitFlushMs);
    if (run.brief.grantedMicroUsd > 0)
      await deps.quotas.pauseTurn(run.brief.userId, run.brief.id, toSpent(run.reply.log.history()));
    await deps.leases.wait(run.brief.id, run.brief.epoch, wait);
    deps.log.info("run_waits_for_person", { runId: run.brief.id, calls: wait.approvals.length });
    noteWaiting(deps, run.brief, wait.approvals);
  } catch (error) {
    deps.log.warn("wait_not_stored", { runId: run.brief.id, error });
  }
  return detachRun(deps, run, "waiting");
}

/** A step's question is answered in the conversation of its plan. */
function noteWaiting(deps: ReleaseDeps, brief: Brief, waits: string[]): void {
  const { id: runId, userId, task } = brief;
  const conversationId = task?.conversationId ?? brief.conversationId;
  const [waitId] = waits;
  if (waitId !== undefined)
    deps.inBackground("wait_not_noted", deps.noteWaiting({ userId, conversationId, runId, waitId }));
}

async function handOver(deps: ReleaseDeps, run: Pick<Run, "brief" | "reply">): Promise<void> {
  try {
    await run.reply.writer.flush(releaseFlushMs);
    await deps.leases.release(run.brief.id, run.brief.epoch);
    deps.log.info("run_handed_over", { runId: run.brief.id, epoch: run.brief.epoch });
    // The next worker may be this process again, which has room for it once this one is done.
    const callNext = () => run.reply.done.then(() => deps.callNextWorker(run.brief.id));
    if (!deps.isAlone) deps.inBackground("next_worker_not_called", callNext());
  } catch (error) {
    // Its lease runs out, and somebody else takes it then.
    const code = isAppError(error) ? error.code : "internal";
    deps.log.warn("run_not_handed_over", { runId: run.brief.id, code, error });
  }
}

/** Ends this worker's part of a run that goes on: followers leave, and look for it again. */
async function detachRun(
  deps: ReleaseDeps,
  run: Pick<Run, "brief" | "reply" | "account" | "control">,
  how: LogEnd,
): Promise<ChatMessage> {
  detachBackground(deps, run);
  deps.inBackground("trace_not_written", run.reply.trace.release());
  run.reply.log.end(how);
  deps.inBackground("log_not_closed", closeLog(deps, run));
  // One that waits for the person has come to no end yet.
  const isCut = run.control.cut.cause() !== null;
  const chunks = run.reply.log.chunks();
  return reduceMessage(isCut ? [...chunks, ...closeOpenParts(chunks)] : chunks, run.brief.messageId, {
    runId: run.brief.id,
    model: run.account.model.ref(),
    ...(isCut ? ({ outcome: "interrupted", reason: "crashed" } as const) : {}),
    usage: run.account.meter.usage(),
    costMicroUsd: run.account.meter.spentMicroUsd(),
    startedAt: run.account.record.startedAt,
    endedAt: deps.now(),
  });
}

/** What was made beside the reply is kept without it, and paid: the next worker knows what the log says. */
function detachBackground(
  deps: ReleaseDeps,
  { brief, reply, account: { purse } }: Pick<Run, "brief" | "reply" | "account">,
): void {
  const { userId, conversationId } = brief;
  purse.close();
  const { title } = reply.background.close();
  const unknownMicroUsd = purse.spentMicroUsd() - toSpent(reply.log.history());
  deps.inBackground("cost_not_settled", deps.quotas.addCost(userId, unknownMicroUsd));
  if (title !== null)
    deps.inBackground("title_not_kept", deps.conversations.suggestTitle(userId, conversationId, title));
}

/** Longer than the worker who has ended the run leaves its log to readers. */
const afterOthersMs = 5_000;

/** Writes no more. What came late, when another worker was removing the log already, goes as well. */
export async function closeLog(
  deps: Pick<RunDeps, "leases" | "closing">,
  { brief: { id }, reply: { writer } }: Pick<Run, "brief" | "reply">,
): Promise<void> {
  await writer.end();
  const held = await deps.leases.find(id);
  if (held !== null && held.lease.endedAt === null) return;
  if (held !== null)
    await setTimeout(afterOthersMs, undefined, { signal: deps.closing }).catch(() => undefined);
  await deps.leases.delete(id);
}
