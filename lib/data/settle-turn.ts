import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { Store } from "@/lib/store/store";
import { toMessageData, toStored } from "./messages";
import { paths } from "./paths";
import { toRun, toRunData } from "./runs";

export type DeadTurn = { userId: string; conversationId: string; runId: string; now: number };

/**
 * Ends a run that its process did not survive, if the conversation still waits for it: the reply keeps what was saved of it
 * and says that it was interrupted. `false` when there was nothing to end, which is harmless.
 */
export function settleTurn(store: Store, { userId, conversationId, runId, now }: DeadTurn): Promise<boolean> {
  return store.transaction(async (tx) => {
    const [conversation, run] = await tx.findMany([paths.conversation(userId, conversationId), paths.run(userId, runId)]);
    if (conversation?.data["activeRunId"] !== runId) return false;
    const record = run ? toRun(run.data) : null;
    const isOpen = record !== null && record.status === "running";
    const messages = isOpen ? await tx.findMany([record.messageId, record.userMessageId].map((id) => paths.message(userId, conversationId, id))) : [];
    tx.update(paths.conversation(userId, conversationId), { activeRunId: null });
    if (!isOpen) return false;
    const [partial, question] = messages.map((found) => (found === null ? null : toStored(found.data)));
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
