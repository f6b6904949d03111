import type { RunRecord } from "@/lib/protocol/run-record";
import type { Store } from "@/lib/store/store";
import { beginTurn, type TurnBeginning, type TurnStart } from "./begin-turn";
import { conversationRecordSchema } from "./conversations";
import { toData } from "./json";
import { toMessageData, type StoredMessage } from "./messages";
import { paths } from "./paths";
import { settleTurnCost } from "./quota-rules";
import { toQuotaRecord } from "./quotas";
import { toRunData } from "./runs";
import { settleTurn, type DeadTurn } from "./settle-turn";

export type TurnEnd = {
  userId: string;
  conversationId: string;
  reply: StoredMessage;
  record: RunRecord;
  /** What counts against the person's money: the cost, and an estimate for models whose price is unknown. */
  chargedMicroUsd: number;
  /** One that a model made; it stays unless the person has given one. */
  title: string | null;
  now: number;
};

/** A turn, question and reply, is several records that are saved together. */
export function createTurns(store: Store) {
  return {
    begin: (start: TurnStart): Promise<TurnBeginning> => beginTurn(store, start),

    /** Saves the reply, the run and what it cost, and frees the conversation. `false`: the conversation was deleted meanwhile, only the cost is kept. */
    end: (end: TurnEnd): Promise<boolean> => endTurn(store, end),

    /** Ends a turn whose process died: see `settleTurn`. */
    settle: (dead: DeadTurn): Promise<boolean> => settleTurn(store, dead),
  };
}
export type Turns = ReturnType<typeof createTurns>;

function endTurn(store: Store, { userId, conversationId, reply, record, chargedMicroUsd, title, now }: TurnEnd): Promise<boolean> {
  return store.transaction(async (tx) => {
    const [found, foundQuota] = await tx.findMany([paths.conversation(userId, conversationId), paths.quota(userId)]);
    const conversation = found ? conversationRecordSchema.parse(found.data) : null;
    const quota = toQuotaRecord(foundQuota?.data);
    const isHeld = conversation?.activeRunId === record.id;
    // Saved again because nobody knew whether it was saved, a turn is not charged again.
    if (isHeld || Object.hasOwn(quota.reserved, record.id)) tx.set(paths.quota(userId), toData(settleTurnCost(quota, record.id, chargedMicroUsd, now)));
    if (conversation === null) return false;
    const freed = isHeld ? { activeRunId: null, activeRun: null } : {};
    tx.update(paths.conversation(userId, conversationId), { updatedAt: now, ...freed, ...(title === null || conversation.titled ? {} : { title }) });
    tx.set(paths.message(userId, conversationId, reply.message.id), toMessageData(reply));
    tx.set(paths.run(userId, record.id), toRunData(record));
    return true;
  });
}
