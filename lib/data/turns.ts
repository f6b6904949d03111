import { AppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { Store, Transaction } from "@/lib/store/store";
import { conversationRecordSchema, type ConversationRecord } from "./conversations";
import { toData } from "./json";
import { toMessageData, type StoredMessage } from "./messages";
import { paths } from "./paths";
import { toRunData } from "./runs";

export type TurnStart = {
  userId: string;
  conversationId: string;
  runId: string;
  now: number;
  /** The new message, or `null` to write the reply to an existing one anew. */
  message: ChatMessage | null;
  /** The message from which on everything is replaced: an edited question or a reply to write anew. */
  replaceFrom: string | null;
  toRecord: (place: { userMessageId: string }) => RunRecord;
  /** The title of a conversation that begins with this message. */
  toTitle: (message: ChatMessage) => string;
};
export type BegunTurn = { userMessage: ChatMessage; seq: number; isFirstTurn: boolean; record: RunRecord };

export type TurnEnd = { userId: string; conversationId: string; reply: StoredMessage; record: RunRecord; now: number };

/** A turn, question and reply, is several records that are saved together. */
export function createTurns(store: Store) {
  return {
    /** Saves the person's message, the run and the conversation in one transaction, before any model is called. */
    begin: (start: TurnStart): Promise<BegunTurn> => beginTurn(store, start),

    /** Saves the reply and the run, and frees the conversation. Fails with `not_found` when the conversation was deleted meanwhile. */
    end: ({ userId, conversationId, reply, record, now }: TurnEnd): Promise<void> =>
      store.batch([
        { kind: "update", path: paths.conversation(userId, conversationId), patch: { updatedAt: now, activeRunId: null } },
        { kind: "set", path: paths.message(userId, conversationId, reply.message.id), data: toMessageData(reply) },
        { kind: "set", path: paths.run(userId, record.id), data: toRunData(record) },
      ]),
  };
}
export type Turns = ReturnType<typeof createTurns>;

function beginTurn(store: Store, start: TurnStart): Promise<BegunTurn> {
  return store.transaction(async (tx) => {
    const found = await tx.find(paths.conversation(start.userId, start.conversationId));
    const conversation = found === null ? null : conversationRecordSchema.parse(found.data);
    const replaced = await listReplaced(tx, start, conversation);
    const question = await findQuestion(tx, start, conversation, replaced);
    for (const { message } of replaced) tx.delete(paths.message(start.userId, start.conversationId, message.id));
    if (start.message !== null) tx.set(paths.message(start.userId, start.conversationId, start.message.id), toMessageData(question));
    const record = start.toRecord({ userMessageId: question.message.id });
    tx.set(paths.run(start.userId, start.runId), toRunData(record));
    const next: ConversationRecord = {
      title: conversation?.title ?? start.toTitle(question.message),
      titled: conversation?.titled ?? false,
      createdAt: conversation?.createdAt ?? start.now,
      updatedAt: start.now,
      lastSeq: question.seq + 1,
      activeRunId: start.runId,
    };
    tx.set(paths.conversation(start.userId, start.conversationId), toData(next));
    return { userMessage: question.message, seq: question.seq + 1, isFirstTurn: question.seq === 1, record };
  });
}

/** The question that the run answers, with its place. */
async function findQuestion(tx: Transaction, start: TurnStart, conversation: ConversationRecord | null, replaced: StoredMessage[]): Promise<StoredMessage> {
  const firstReplaced = replaced[0]?.seq;
  if (start.message !== null) return { seq: firstReplaced ?? (conversation?.lastSeq ?? 0) + 1, message: start.message };
  const before = firstReplaced ?? (conversation?.lastSeq ?? 0) + 1;
  const [question] = await listFrom(tx, start, { from: before - 2, limit: 2, until: before });
  if (question === undefined) throw new AppError("not_found", "There is no question here to answer again.");
  return question;
}

/** What is replaced, oldest first: from the named message on, or the newest reply. */
async function listReplaced(tx: Transaction, start: TurnStart, conversation: ConversationRecord | null): Promise<StoredMessage[]> {
  if (conversation === null) return [];
  if (start.replaceFrom !== null) {
    const named = await tx.find(paths.message(start.userId, start.conversationId, start.replaceFrom));
    if (named === null) return start.message === null ? newestReply(tx, start, conversation) : [];
    return listFrom(tx, start, { from: Number(named.data["seq"]), limit: 500 });
  }
  return start.message === null ? newestReply(tx, start, conversation) : [];
}

async function newestReply(tx: Transaction, start: TurnStart, conversation: ConversationRecord): Promise<StoredMessage[]> {
  const newest = await listFrom(tx, start, { from: conversation.lastSeq, limit: 1 });
  return newest.filter(({ message }) => message.role === "assistant");
}

async function listFrom(tx: Transaction, start: TurnStart, range: { from: number; limit: number; until?: number }): Promise<StoredMessage[]> {
  const page = await tx.list({
    collection: paths.messages(start.userId, start.conversationId),
    where: [
      { field: "seq", op: ">=", value: range.from },
      ...(range.until === undefined ? [] : [{ field: "seq", op: "<" as const, value: range.until }]),
    ],
    orderBy: { field: "seq", direction: "asc" },
    limit: range.limit,
  });
  return page.documents
    .map(({ data }) => ({ seq: Number(data["seq"]), message: JSON.parse(String(data["body"])) as ChatMessage }))
    .filter(({ message }) => range.until === undefined || message.role === "user");
}
