import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunDeps } from "./run-deps";

/**
 * Ends a run that its process did not survive: the reply keeps what was saved of it and says that it was interrupted.
 * Harmless when the run has ended meanwhile.
 */
export async function settleDeadRun(deps: RunDeps, userId: string, conversationId: string, runId: string): Promise<void> {
  const record = await deps.runs.find(userId, runId);
  if (record === null || record.status === "ended") return deps.conversations.update(userId, conversationId, { activeRunId: null });
  const [partial, question] = await Promise.all([
    deps.messages.find(userId, conversationId, record.messageId),
    deps.messages.find(userId, conversationId, record.userMessageId),
  ]);
  const endedAt = deps.now();
  const metadata = { runId, model: record.model, outcome: "interrupted", reason: "crashed", startedAt: record.startedAt, endedAt } as const;
  const empty: ChatMessage = { id: record.messageId, role: "assistant", parts: [] };
  const message: ChatMessage = { ...(partial?.message ?? empty), metadata };
  const seq = partial?.seq ?? (question?.seq ?? 0) + 1;
  const ended = { ...record, status: "ended", outcome: "interrupted", reason: "crashed", endedAt } as const;
  await deps.turns.end({ userId, conversationId, reply: { seq, message }, record: ended, now: endedAt });
  deps.log.warn("run_interrupted", { runId });
}
