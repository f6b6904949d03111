import type { BlobStore } from "@/lib/store/blobs";
import type { Store, Transaction } from "@/lib/store/store";
import { beginTurn } from "./begin-turn";
import { toConversation, toUpdatedAt, type ConversationRecord } from "@/lib/data/conversations";
import { toHeld } from "./leases";
import { keepWhole, toMessageData } from "@/lib/data/messages";
import { paths } from "@/lib/data/paths";
import { toRunData } from "./runs";
import {
  readFound,
  type EndingTurn,
  type TurnBeginning,
  type TurnEnd,
  type TurnHook,
  type TurnKey,
  type TurnStart,
} from "./turn";

/** `deleted` with the conversation: only the cost is kept. `lost` to another worker: nothing is saved. */
export type EndedTurn = "saved" | "deleted" | "lost";

/** A turn, question and reply, is several records that are saved together, with what the hooks write. */
export function createTurns(store: Store, blobs: BlobStore, hooks: readonly TurnHook[]) {
  return {
    /** `onApplied` hears of the turn as soon as it can be made, before it is safe. */
    begin: (start: TurnStart, onApplied?: (beginning: TurnBeginning) => void): Promise<TurnBeginning> =>
      beginTurn(store, hooks, start, onApplied),

    /** Saves the reply and the run, and frees the conversation; saved twice, it counts once. */
    async end(end: TurnEnd): Promise<EndedTurn> {
      return endTurn(store, hooks, end, await keepWhole(blobs, end, end.reply));
    },

    /** Ends a run without a reply, and frees its conversation. */
    drop: (dropped: DroppedTurn): Promise<void> => dropTurn(store, hooks, dropped),
  };
}
export type Turns = ReturnType<typeof createTurns>;

type DroppedTurn = Pick<EndingTurn, "userId" | "conversationId" | "runId" | "chargedMicroUsd" | "now">;

async function readEnded(
  tx: Transaction,
  hooks: readonly TurnHook[],
  turn: TurnKey & Pick<EndingTurn, "runId">,
) {
  const own = [paths.conversation(turn.userId, turn.conversationId), paths.lease(turn.runId)];
  const found = await readFound(tx, hooks, turn, own);
  const [conversation, lease] = own.map((path) => found.get(path) ?? null);
  return {
    conversation: conversation ? toConversation(conversation.data) : null,
    lease: toHeld(lease ?? null)?.lease ?? null,
    writeHooks: (ending: EndingTurn) => hooks.forEach((hook) => hook.end?.(ending, found).into?.(tx)),
  };
}

function dropTurn(store: Store, hooks: readonly TurnHook[], dropped: DroppedTurn): Promise<void> {
  const { userId, conversationId, runId, now } = dropped;
  return store.transaction(async (tx) => {
    const held = toHeld(await tx.find(paths.lease(runId)))?.lease;
    const setAside = held?.endedAt === null ? held.setAside : null;
    const { conversation, lease, writeHooks } = await readEnded(tx, hooks, { ...dropped, setAside });
    writeHooks({ ...dropped, conversation, setAside, reply: null });
    if (lease?.endedAt === null) tx.update(paths.lease(runId), { endedAt: now });
    if (conversation?.activeRunId === runId)
      tx.update(paths.conversation(userId, conversationId), { activeRunId: null });
  });
}

/** `whole`: the file of a reply that no document can hold. */
function endTurn(
  store: Store,
  hooks: readonly TurnHook[],
  end: TurnEnd,
  whole: string | null,
): Promise<EndedTurn> {
  const turn = { ...end, runId: end.record.id };
  return store.transaction(async (tx) => {
    const { conversation, lease, writeHooks } = await readEnded(tx, hooks, turn);
    // Without a lease the one who had it last has saved it, and cleaned up.
    if (lease === null) return conversation === null ? "deleted" : "lost";
    if (lease.epoch !== end.epoch) return "lost";
    // Saved again because nobody knew whether it was saved, a turn is neither charged nor written again.
    if (lease.endedAt !== null) return conversation === null ? "deleted" : "saved";
    const reply = { ...end, title: conversation?.titled === true ? null : end.title };
    writeHooks({ ...turn, conversation, setAside: lease.setAside, reply });
    tx.update(paths.lease(turn.runId), { endedAt: end.now });
    if (conversation === null) return "deleted";
    writeReply(tx, { ...reply, whole }, conversation);
    return "saved";
  });
}

function writeReply(
  tx: Transaction,
  { userId, conversationId, reply, record, now, whole, title }: TurnEnd & { whole: string | null },
  conversation: ConversationRecord,
): void {
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
}
