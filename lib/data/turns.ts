import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { BlobStore } from "@/lib/store/blobs";
import type { Store, Transaction } from "@/lib/store/store";
import { beginTurn, type TurnBeginning, type TurnStart } from "./begin-turn";
import { toConversation, toUpdatedAt, type ConversationRecord } from "./conversations";
import { toData } from "./json";
import { toHeld } from "./leases";
import { keepWhole, toMessageData, type StoredMessage } from "./messages";
import { paths } from "./paths";
import { isReserved, settleTurnCost } from "./quota-rules";
import { toQuotaRecord } from "./quotas";
import { toRunData } from "./runs";
import { toTitleWords, toTurnWords } from "./turn-words";

export type TurnEnd = {
  userId: string;
  conversationId: string;
  /** Which of the run's workers saves it. */
  epoch: number;
  reply: StoredMessage;
  /** What it replies to; both are found by their words from now on. */
  question: ChatMessage;
  record: RunRecord;
  /** What counts against the person's money: the cost, and an estimate for models whose price is unknown. */
  chargedMicroUsd: number;
  /** One that a model made; it stays unless the person has given one. */
  title: string | null;
  now: number;
};

/** `deleted` with the conversation: only the cost is kept. `lost` to another worker: nothing is saved. */
export type EndedTurn = "saved" | "deleted" | "lost";

/** A turn, question and reply, is several records that are saved together. */
export function createTurns(store: Store, blobs: BlobStore) {
  return {
    begin: (start: TurnStart): Promise<TurnBeginning> => beginTurn(store, start),

    /** Saves the reply, the run and what it cost, and frees the conversation; saved twice, it counts once. */
    async end(end: TurnEnd): Promise<EndedTurn> {
      return endTurn(store, end, await keepWhole(blobs, end, end.reply));
    },

    /** Ends a run without a reply: frees its conversation, charges its cost instead of what was set aside. */
    drop: (dropped: DroppedTurn): Promise<void> => dropTurn(store, dropped),
  };
}
export type Turns = ReturnType<typeof createTurns>;

type DroppedTurn = {
  userId: string;
  conversationId: string;
  runId: string;
  chargedMicroUsd: number;
  now: number;
};

function dropTurn(
  store: Store,
  { userId, conversationId, runId, chargedMicroUsd, now }: DroppedTurn,
): Promise<void> {
  return store.transaction(async (tx) => {
    const [conversation, foundQuota, foundLease] = await tx.findMany([
      paths.conversation(userId, conversationId),
      paths.quota(userId),
      paths.lease(runId),
    ]);
    const quota = toQuotaRecord(foundQuota?.data);
    if (isReserved(quota, runId))
      tx.set(paths.quota(userId), toData(settleTurnCost(quota, runId, chargedMicroUsd, now)));
    if (toHeld(foundLease ?? null)?.lease.endedAt === null) tx.update(paths.lease(runId), { endedAt: now });
    if (conversation?.data["activeRunId"] === runId)
      tx.update(paths.conversation(userId, conversationId), { activeRunId: null });
  });
}

/** `whole`: the file of a reply that no document can hold. */
function endTurn(store: Store, end: TurnEnd, whole: string | null): Promise<EndedTurn> {
  const { userId, conversationId, epoch, record, chargedMicroUsd, now } = end;
  return store.transaction(async (tx) => {
    const [found, foundQuota, foundLease] = await tx.findMany([
      paths.conversation(userId, conversationId),
      paths.quota(userId),
      paths.lease(record.id),
    ]);
    const conversation = found ? toConversation(found.data) : null;
    const lease = toHeld(foundLease ?? null)?.lease ?? null;
    // Without a lease the one who had it last has saved it, and cleaned up.
    if (lease === null) return conversation === null ? "deleted" : "lost";
    if (lease.epoch !== epoch) return "lost";
    // Saved again because nobody knew whether it was saved, a turn is neither charged nor written again.
    if (lease.endedAt !== null) return conversation === null ? "deleted" : "saved";
    const quota = toQuotaRecord(foundQuota?.data);
    // A step is paid by the reply whose plan it is of.
    if (record.stepOf === undefined)
      tx.set(paths.quota(userId), toData(settleTurnCost(quota, record.id, chargedMicroUsd, now)));
    tx.update(paths.lease(record.id), { endedAt: now });
    if (conversation === null) return "deleted";
    writeReply(tx, { ...end, whole }, conversation);
    return "saved";
  });
}

function writeReply(
  tx: Transaction,
  end: TurnEnd & { whole: string | null },
  conversation: ConversationRecord,
): void {
  const { userId, conversationId, reply, question, record, now, whole } = end;
  const title = conversation.titled ? null : end.title;
  tx.update(paths.conversation(userId, conversationId), {
    ...toUpdatedAt(conversation, now),
    ...(conversation.activeRunId === record.id ? { activeRunId: null } : {}),
    branches: conversation.branches.map((branch, index) =>
      index === (reply.branch ?? 0) ? { ...branch, leaf: reply.message.id } : branch,
    ),
    ...(title === null ? {} : { title }),
  });
  tx.set(paths.message(userId, conversationId, reply.message.id), toMessageData(reply, whole));
  tx.set(paths.run(userId, record.id), toRunData(record));
  if (conversation.temporary || conversation.conversationId !== null) return;
  if (title !== null)
    tx.set(paths.turnWords(userId, conversationId, 0), toTitleWords({ conversationId, at: now, title }));
  tx.set(
    paths.turnWords(userId, conversationId, reply.seq),
    toTurnWords({ conversationId, at: now, seq: reply.seq, question, reply: reply.message }),
  );
}
