import type { EndedTurn } from "@/lib/data/turns";
import type { ChatMessage, MessageMetadata } from "@/lib/protocol/chat-message";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { LiveRun } from "@/lib/runs/lease/live-runs";
import type { RunDeps } from "@/lib/runs/ports";
import { toSpent } from "@/lib/runs/log/history";

/** The reply of a run of which nothing can be shown. */
export function toBareReply(
  { id, messageId, record }: LiveRun,
  endedAt: number,
): ChatMessage & { metadata: MessageMetadata } {
  const { model, usage, costMicroUsd, startedAt } = record;
  const metadata = {
    runId: id,
    model,
    outcome: "interrupted",
    reason: "internal",
    usage,
    costMicroUsd,
    startedAt,
    endedAt,
  } as const;
  return { id: messageId, role: "assistant", parts: [], metadata };
}

/**
 * Ends a run that cannot be ended as it is, with a reply that holds nothing: each next worker would fail in the same way, and the
 * conversation would wait for ever. Throws what the store throws.
 */
export function endBare(deps: RunDeps, run: LiveRun): Promise<EndedTurn> {
  const { userId, conversationId, epoch, seq, record } = run;
  const now = deps.now();
  const ended: RunRecord = {
    ...record,
    status: "ended",
    outcome: "interrupted",
    reason: "internal",
    steps: [],
    endedAt: now,
  };
  return deps.turns.end({
    userId,
    conversationId,
    epoch,
    reply: { seq, message: toBareReply(run, now) },
    question: run.userMessage,
    record: ended,
    chargedMicroUsd: toSpent(run.log.history()),
    title: null,
    now,
  });
}
