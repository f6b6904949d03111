import { AppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { Filter, Store, Transaction } from "@/lib/store/store";
import { conversationRecordSchema, type ConversationRecord } from "./conversations";
import { toData } from "./json";
import { toMessageData, toStored, type StoredMessage } from "./messages";
import { paths } from "./paths";
import { toRunData } from "./runs";
import { settleTurn, type DeadTurn } from "./settle-turn";

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

    /** Ends a turn whose process died: see `settleTurn`. */
    settle: (dead: DeadTurn): Promise<boolean> => settleTurn(store, dead),
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
      title: toTitle(start, conversation, question),
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

/** A title that nobody gave follows the first question when that is edited. */
function toTitle(start: TurnStart, conversation: ConversationRecord | null, question: StoredMessage): string {
  if (conversation === null) return start.toTitle(question.message);
  const isFirstEdited = start.message !== null && question.seq === 1 && !conversation.titled;
  return isFirstEdited ? start.toTitle(question.message) : conversation.title;
}

/** The question that the run answers, with its place. */
async function findQuestion(tx: Transaction, start: TurnStart, conversation: ConversationRecord | null, replaced: StoredMessage[]): Promise<StoredMessage> {
  const end = replaced[0]?.seq ?? (conversation?.lastSeq ?? 0) + 1;
  if (start.message !== null) {
    const kept = await findKept(tx, start, start.message.id, replaced);
    if (kept !== null && (kept.message.role !== "user" || kept.seq < end - 2)) throw takenId();
    return { seq: kept?.seq ?? end, message: start.message };
  }
  const page = await listPage(tx, start, [{ field: "seq", op: ">=", value: end - 2 }, { field: "seq", op: "<", value: end }]);
  const question = page.findLast(({ message }) => message.role === "user");
  if (question === undefined) throw new AppError("not_found", "There is no question here to answer again.");
  return question;
}

/** A message that has the new one's id and stays: the same question, saved before and never answered, or another message. */
async function findKept(tx: Transaction, start: TurnStart, id: string, replaced: StoredMessage[]): Promise<StoredMessage | null> {
  if (replaced.some(({ message }) => message.id === id)) return null;
  const found = await tx.find(paths.message(start.userId, start.conversationId, id));
  return found === null ? null : toStored(found.data);
}

function takenId(): AppError {
  return new AppError("invalid_request", "Another message has this id.", { fields: { "message.id": "use a new one" } });
}

/** What is replaced, oldest first: an edited question or a reply with everything after it, or the newest reply. */
async function listReplaced(tx: Transaction, start: TurnStart, conversation: ConversationRecord | null): Promise<StoredMessage[]> {
  if (conversation === null) return [];
  const isAgain = start.message === null;
  if (start.replaceFrom === null) return isAgain ? newestReply(tx, start, conversation) : [];
  const found = await tx.find(paths.message(start.userId, start.conversationId, start.replaceFrom));
  if (found === null) {
    if (isAgain) return newestReply(tx, start, conversation);
    throw new AppError("not_found", "The message to edit is not there any more.");
  }
  const named = toStored(found.data);
  if (!isAgain && named.message.role !== "user") {
    throw new AppError("invalid_request", "Only a question can be edited.", { fields: { messageId: "name a message of yours" } });
  }
  return listFrom(tx, start, isAgain && named.message.role === "user" ? named.seq + 1 : named.seq);
}

async function newestReply(tx: Transaction, start: TurnStart, conversation: ConversationRecord): Promise<StoredMessage[]> {
  const newest = await listFrom(tx, start, conversation.lastSeq);
  return newest.filter(({ message }) => message.role === "assistant");
}

const pageSize = 500;

/** Everything from a place to the conversation's end, however long that is. */
async function listFrom(tx: Transaction, start: TurnStart, from: number): Promise<StoredMessage[]> {
  const all: StoredMessage[] = [];
  for (;;) {
    const page = await listPage(tx, start, [{ field: "seq", op: ">=", value: (all.at(-1)?.seq ?? from - 1) + 1 }]);
    all.push(...page);
    if (page.length < pageSize) return all;
  }
}

async function listPage(tx: Transaction, start: TurnStart, where: Filter[]): Promise<StoredMessage[]> {
  const collection = paths.messages(start.userId, start.conversationId);
  const page = await tx.list({ collection, where, orderBy: { field: "seq", direction: "asc" }, limit: pageSize });
  return page.documents.map(({ data }) => toStored(data));
}
