import { setTimeout as sleep } from "node:timers/promises";
import { leaseMs } from "@/lib/engine/records/leases";
import type { RunDeps } from "@/lib/engine/ports";
import { dropRun } from "./drop-run";
import type { ConversationKey, LiveRuns, RunKey } from "./live-runs";
import type { Workers } from "./workers";

/** How often, and how long at most, it is looked whether the worker has obeyed. */
const lookMs = 200;
const longestMs = 8_000;

type StopDeps = Pick<RunDeps, "conversations" | "leases" | "runLogs" | "turns" | "isAlone" | "now">;

/**
 * Leaves word for the process that makes the reply, and waits until that has stored what there is of it. A
 * reply that nobody makes any more is ended here.
 */
export async function stopElsewhere(
  deps: Pick<StopDeps, "conversations" | "leases" | "now">,
  live: LiveRuns,
  workers: Pick<Workers, "ensure">,
  { userId, conversationId }: ConversationKey,
): Promise<void> {
  const runId = (await deps.conversations.find(userId, conversationId))?.activeRunId ?? null;
  if (runId === null || live.has(userId, conversationId)) return;
  await deps.leases.askToStop(runId);
  for (const until = deps.now() + longestMs; deps.now() < until; await sleep(lookMs)) {
    await workers.ensure({ userId, conversationId, runId });
    const here = await live.find(userId, conversationId);
    if (here?.brief.id === runId) {
      here.control.cut.cut("stopped");
      await here.reply.done;
    }
    const conversation = await deps.conversations.find(userId, conversationId);
    if (conversation === null || conversation.activeRunId !== runId) return;
  }
}

/** For a conversation that goes: leaves word for the worker, waits until it releases the run or is dead. */
export async function endElsewhere(deps: StopDeps, run: RunKey): Promise<void> {
  const { runId } = run;
  const isAsked = await deps.leases.askToStop(runId);
  for (const until = deps.now() + longestMs; isAsked && deps.now() < until; await sleep(lookMs)) {
    const held = await deps.leases.find(runId);
    if (held === null || held.lease.endedAt !== null) return;
    if (deps.isAlone || held.lease.isReleased || held.ageMs > leaseMs) return dropRun(deps, run);
  }
}
