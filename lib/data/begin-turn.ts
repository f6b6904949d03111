import { AppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { Filter, Store, StoredDocument, Transaction } from "@/lib/store/store";
import { conversationRecordSchema, type ConversationRecord } from "./conversations";
import { toData } from "./json";
import { toMessageData, toStored, type StoredMessage } from "./messages";
import { paths } from "./paths";
import { reserveTurn, toQuotaLimits } from "./quota-rules";
import { toQuotaRecord } from "./quotas";
import { toRunBody } from "./runs";

export type TurnStart = {
  userId: string;
  conversationId: string;
  runId: string;
  now: number;
  /** The new message, or `null` to write the reply to an existing one anew. */
  message: ChatMessage | null;
  /** The message from which on everything is replaced: an edited question or a reply to write anew. */
  replaceFrom: string | null;
  /** The limits in force, what the reply may cost at most, and when it will be over whatever happens. */
  settings: AgentSettings;
  ceilingMicroUsd: number;
  activeUntil: number;
  toRecord: (place: { userMessageId: string }) => RunRecord;
  /** The title of a conversation that begins with this message. */
  toTitle: (message: ChatMessage) => string;
};

export type BegunTurn = {
  kind: "begun";
  userMessage: ChatMessage;
  seq: number;
  isFirstTurn: boolean;
  record: RunRecord;
  /** What the reply may cost, which is less than asked for when the person's money runs out. */
  grantedMicroUsd: number;
  /** The person's first message of this day (UTC). */
  isFirstToday: boolean;
};

/** `busy`: another run holds the conversation, at most until then. `answered`: this very message has its reply already. */
export type TurnBeginning = BegunTurn | { kind: "busy"; runId: string; activeUntil: number } | { kind: "answered"; reply: ChatMessage };

/**
 * Saves the person's message, the conversation, which holds the run while it is made, and what is set aside for it, in one
 * transaction. Throws `quota_exhausted`, and then nothing is saved.
 */
export function beginTurn(store: Store, start: TurnStart): Promise<TurnBeginning> {
  return store.transaction(async (tx) => {
    const asked = start.message === null ? [] : [paths.message(start.userId, start.conversationId, start.message.id)];
    const [foundConversation, foundQuota, foundMessage] = await tx.findMany([paths.conversation(start.userId, start.conversationId), paths.quota(start.userId), ...asked]);
    const conversation = foundConversation ? conversationRecordSchema.parse(foundConversation.data) : null;
    if (conversation !== null && conversation.activeRunId !== null) return { kind: "busy", runId: conversation.activeRunId, activeUntil: conversation.activeUntil };
    const kept = foundMessage ? toStored(foundMessage.data) : null;
    const reply = await findReply(tx, start, kept);
    if (reply !== null) return { kind: "answered", reply };
    const replaced = await listReplaced(tx, start, conversation);
    const question = await findQuestion(tx, start, conversation, replaced, kept);
    return write(tx, start, { conversation, replaced, question, quota: foundQuota ?? null });
  });
}

type Found = { conversation: ConversationRecord | null; replaced: StoredMessage[]; question: StoredMessage; quota: StoredDocument | null };

function write(tx: Transaction, start: TurnStart, { conversation, replaced, question, quota }: Found): BegunTurn {
  const { userId, conversationId, runId, now, settings, ceilingMicroUsd, activeUntil } = start;
  const before = toQuotaRecord(quota?.data);
  const reserved = reserveTurn(before, toQuotaLimits(settings, before.overrides), { runId, ceilingMicroUsd, expiresAt: activeUntil, now });
  for (const { message } of replaced) tx.delete(paths.message(userId, conversationId, message.id));
  if (start.message !== null) tx.set(paths.message(userId, conversationId, start.message.id), toMessageData(question));
  const record = start.toRecord({ userMessageId: question.message.id });
  const next: ConversationRecord = {
    title: toTitle(start, conversation, question),
    titled: conversation?.titled ?? false,
    createdAt: conversation?.createdAt ?? now,
    updatedAt: now,
    lastSeq: question.seq + 1,
    activeRunId: runId,
    activeRun: toRunBody(record),
    activeUntil,
  };
  tx.set(paths.conversation(userId, conversationId), toData(next));
  tx.set(paths.quota(userId), toData(reserved.record));
  const { grantedMicroUsd, isFirstToday } = reserved;
  return { kind: "begun", userMessage: question.message, seq: question.seq + 1, isFirstTurn: question.seq === 1, record, grantedMicroUsd, isFirstToday };
}

/** The reply that the same message got before. An edit that keeps the message's id is a new question. */
async function findReply(tx: Transaction, start: TurnStart, kept: StoredMessage | null): Promise<ChatMessage | null> {
  if (kept === null || kept.message.role !== "user" || start.replaceFrom === kept.message.id) return null;
  const [next] = await listPage(tx, start, [{ field: "seq", op: "==", value: kept.seq + 1 }]);
  return next?.message.role === "assistant" ? next.message : null;
}

/** A title that nobody gave follows the first question when that is edited. */
function toTitle(start: TurnStart, conversation: ConversationRecord | null, question: StoredMessage): string {
  if (conversation === null) return start.toTitle(question.message);
  const isFirstEdited = start.message !== null && question.seq === 1 && !conversation.titled;
  return isFirstEdited ? start.toTitle(question.message) : conversation.title;
}

/** The question that the run answers, with its place. */
async function findQuestion(
  tx: Transaction,
  start: TurnStart,
  conversation: ConversationRecord | null,
  replaced: StoredMessage[],
  found: StoredMessage | null,
): Promise<StoredMessage> {
  const end = replaced[0]?.seq ?? (conversation?.lastSeq ?? 0) + 1;
  if (start.message !== null) {
    // One that stays and has the new message's id: the same question, saved before and never answered, or another message.
    const kept = found !== null && replaced.every(({ message }) => message.id !== found.message.id) ? found : null;
    if (kept !== null && (kept.message.role !== "user" || kept.seq < end - 2)) throw takenId();
    return { seq: kept?.seq ?? end, message: start.message };
  }
  const page = await listPage(tx, start, [{ field: "seq", op: ">=", value: end - 2 }, { field: "seq", op: "<", value: end }]);
  const question = page.findLast(({ message }) => message.role === "user");
  if (question === undefined) throw new AppError("not_found", "There is no question here to answer again.");
  return question;
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
