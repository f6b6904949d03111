import { setTimeout as sleep } from "node:timers/promises";
import { leaseMs } from "@/lib/engine/records/leases";
import type { RunHost } from "@/lib/engine/ports";
import { dropRun } from "./drop-run";
import type { ConversationKey, RunKey } from "./live-runs";
import type { Runtime } from "./workers";

/** How often, and how long at most, it is looked whether the worker has obeyed. */
const lookMs = 200;
const longestMs = 8_000;

/**
 * Leaves word for the process that makes the reply, and waits until that has stored what there is of it. A
 * reply that nobody makes any more is ended here.
 */
export async function stopElsewhere(
  { host, live, workers }: Runtime,
  { userId, conversationId }: ConversationKey,
): Promise<void> {
  const runId = (await host.records.conversations.find(userId, conversationId))?.activeRunId ?? null;
  if (runId === null || live.has(userId, conversationId)) return;
  await host.records.leases.askToStop(runId);
  for (const until = host.now() + longestMs; host.now() < until; await sleep(lookMs)) {
    await workers.ensure({ userId, conversationId, runId });
    const here = await live.find(userId, conversationId);
    if (here?.brief.id === runId) {
      here.control.cut.cut("stopped");
      await here.reply.done;
    }
    const conversation = await host.records.conversations.find(userId, conversationId);
    if (conversation === null || conversation.activeRunId !== runId) return;
  }
}

/** For a conversation that goes: leaves word for the worker, waits until it releases the run or is dead. */
export async function endElsewhere(host: RunHost, run: RunKey): Promise<void> {
  const { runId } = run;
  const isAsked = await host.records.leases.askToStop(runId);
  for (const until = host.now() + longestMs; isAsked && host.now() < until; await sleep(lookMs)) {
    const held = await host.records.leases.find(runId);
    if (held === null || held.lease.endedAt !== null) return;
    if (host.worker.isAlone || held.lease.isReleased || held.ageMs > leaseMs) return dropRun(host, run);
  }
}
