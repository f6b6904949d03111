import { toSpent } from "@/lib/engine/log/history";
import type { Brief } from "@/lib/engine/brief";
import { setTimeout } from "node:timers/promises";
import { isAppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { closeOpenParts, reduceMessage } from "@/lib/engine/log/reduce-message";
import type { LogEnd } from "@/lib/engine/log/run-log";
import type { RunHost } from "@/lib/engine/ports";
import type { RunCut } from "@/lib/engine/run/control";
import type { Run, RunParts } from "@/lib/engine/run/run";

/** What another worker needs must be stored before it begins. */
const releaseFlushMs = 3_000;
/** Longer than a store that is away for a moment. */
const waitFlushMs = 10_000;

/**
 * Releases a run that another worker makes, or is to make: its followers leave and look for it there. What
 * was shown and not stored is shown again by that worker. Gives the reply so far, which is not stored.
 */
export async function releaseRun(host: RunHost, run: RunParts, cause: RunCut | null): Promise<ChatMessage> {
  if (cause === "handover") await handOver(host, run);
  return detachRun(host, run, "elsewhere");
}

/**
 * Releases a run until the person has answered or their time is over: no process waits for that. When that
 * cannot be stored the lease runs out, and the next worker finds that the person is asked.
 */
export async function waitForPerson(
  host: RunHost,
  run: RunParts,
  wait: { until: number; approvals: string[] },
): Promise<ChatMessage> {
  try {
    await run.reply.writer.flush(waitFlushMs);
    if (run.brief.grantedMicroUsd > 0)
      await host.records.quotas.pauseTurn(run.brief.userId, run.brief.id, toSpent(run.reply.log.history()));
    await host.records.leases.wait(run.brief.id, run.brief.epoch, wait);
    host.log.info("run_waits_for_person", { runId: run.brief.id, calls: wait.approvals.length });
    noteWaiting(host, run.brief, wait.approvals);
  } catch (error) {
    host.log.warn("wait_not_stored", { runId: run.brief.id, error });
  }
  return detachRun(host, run, "waiting");
}

/** A step's question is answered in the conversation of its plan. */
function noteWaiting(host: RunHost, brief: Brief, waits: string[]): void {
  const { id: runId, userId, task } = brief;
  const conversationId = task?.conversationId ?? brief.conversationId;
  const [waitId] = waits;
  if (waitId !== undefined)
    host.inBackground("wait_not_noted", host.worker.noteWaiting({ userId, conversationId, runId, waitId }));
}

async function handOver(host: RunHost, run: Pick<Run, "brief" | "reply">): Promise<void> {
  try {
    await run.reply.writer.flush(releaseFlushMs);
    await host.records.leases.release(run.brief.id, run.brief.epoch);
    host.log.info("run_handed_over", { runId: run.brief.id, epoch: run.brief.epoch });
    // The next worker may be this process again, which has room for it once this one is done.
    const callNext = () => run.reply.done.then(() => host.worker.callNext(run.brief.id));
    if (!host.worker.isAlone) host.inBackground("next_worker_not_called", callNext());
  } catch (error) {
    // Its lease runs out, and somebody else takes it then.
    const code = isAppError(error) ? error.code : "internal";
    host.log.warn("run_not_handed_over", { runId: run.brief.id, code, error });
  }
}

/** Ends this worker's part of a run that goes on: followers leave, and look for it again. */
async function detachRun(host: RunHost, run: RunParts, how: LogEnd): Promise<ChatMessage> {
  detachBackground(host, run);
  host.inBackground("trace_not_written", run.reply.trace.release());
  run.reply.log.end(how);
  host.inBackground("log_not_closed", closeLog(host, run));
  // One that waits for the person has come to no end yet.
  const isCut = run.signal.aborted;
  const chunks = run.reply.log.chunks();
  return reduceMessage(isCut ? [...chunks, ...closeOpenParts(chunks)] : chunks, run.brief.messageId, {
    runId: run.brief.id,
    model: run.account.model.ref(),
    ...(isCut ? ({ outcome: "interrupted", reason: "crashed" } as const) : {}),
    usage: run.account.meter.usage(),
    costMicroUsd: run.account.meter.spentMicroUsd(),
    startedAt: run.account.record.startedAt,
    endedAt: host.now(),
  });
}

/** What was made beside the reply is kept without it, and paid: the next worker knows what the log says. */
function detachBackground(host: RunHost, { brief, reply, account: { purse } }: RunParts): void {
  const { userId, conversationId } = brief;
  purse.close();
  const { title } = reply.background.close();
  const unknownMicroUsd = purse.spentMicroUsd() - toSpent(reply.log.history());
  host.inBackground("cost_not_settled", host.records.quotas.addCost(userId, unknownMicroUsd));
  if (title !== null)
    host.inBackground(
      "title_not_kept",
      host.records.conversations.suggestTitle(userId, conversationId, title),
    );
}

/** Longer than the worker who has ended the run leaves its log to readers. */
const afterOthersMs = 5_000;

/** Writes no more. What came late, when another worker was removing the log already, goes as well. */
export async function closeLog(
  host: RunHost,
  { brief: { id }, reply: { writer } }: Pick<Run, "brief" | "reply">,
): Promise<void> {
  await writer.end();
  const held = await host.records.leases.find(id);
  if (held !== null && held.lease.endedAt === null) return;
  if (held !== null)
    await setTimeout(afterOthersMs, undefined, { signal: host.closing }).catch(() => undefined);
  await host.records.leases.delete(id);
}
