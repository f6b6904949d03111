import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { Store } from "@/lib/store/store";
import { conversationRecordSchema } from "./conversations";
import { toMessageData, toStored } from "./messages";
import { paths } from "./paths";
import { toRunData } from "./runs";

export type DeadTurn = { userId: string; conversationId: string; runId: string; now: number };

/**
 * Ends a run that its process did not survive, if the conversation still waits for it: the reply keeps what was saved of it
 * and says that it was interrupted. `false` when there was nothing to end, which is harmless. What was set aside for it stays
 * so until it expires and then counts as spent: nobody knows what it cost.
 */
export function settleTurn(store: Store, { userId, conversationId, runId, now }: DeadTurn): Promise<boolean> {
  return store.transaction(async (tx) => {
    const conversation = await tx.find(paths.conversation(userId, conversationId));
    if (conversation === null) return false;
    const { activeRunId, activeRun } = conversationRecordSchema.parse(conversation.data);
    if (activeRunId !== runId) return false;
    const record = activeRun === null ? null : (JSON.parse(activeRun) as RunRecord);
    const messages = record === null ? [] : await tx.findMany([record.messageId, record.userMessageId].map((id) => paths.message(userId, conversationId, id)));
    tx.update(paths.conversation(userId, conversationId), { activeRunId: null, activeRun: null });
    if (record === null) return false;
    const [partial, question] = messages.map((found) => (found ? toStored(found.data) : null));
    const seq = partial?.seq ?? (question?.seq ?? 0) + 1;
    const message = toInterrupted(record, partial?.message ?? null, now);
    tx.set(paths.message(userId, conversationId, message.id), toMessageData({ seq, message }));
    tx.set(paths.run(userId, runId), toRunData({ ...record, status: "ended", outcome: "interrupted", reason: "crashed", endedAt: now }));
    return true;
  });
}

function toInterrupted(record: RunRecord, partial: ChatMessage | null, endedAt: number): ChatMessage {
  const { id: runId, model, startedAt, usage, costMicroUsd } = record;
  const metadata = { runId, model, outcome: "interrupted", reason: "crashed", usage, costMicroUsd, startedAt, endedAt } as const;
  return { ...(partial ?? { id: record.messageId, role: "assistant", parts: [] }), metadata };
}
