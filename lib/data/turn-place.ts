import { AppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { Filter, Transaction } from "@/lib/store/store";
import type { ConversationRecord } from "./conversations";
import { toStored, type StoredMessage } from "./messages";
import { paths } from "./paths";

/** What a turn asks for: a new message to answer, an old one to answer anew, or a reply to go on with. */
export type TurnAsk = {
  userId: string;
  conversationId: string;
  /** The new message, or `null`. */
  message: ChatMessage | null;
  /** The message from which on everything is replaced: an edited question or a reply to write anew. */
  replaceFrom: string | null;
  /** The newest reply goes on from what it has. */
  isContinued: boolean;
};

/** What a turn replaces, the question it answers, and the reply that it goes on with, if it does. */
export type TurnPlace = { replaced: StoredMessage[]; question: StoredMessage; base: StoredMessage | null };

export async function findTurnPlace(
  tx: Transaction,
  ask: TurnAsk,
  conversation: ConversationRecord | null,
  kept: StoredMessage | null,
): Promise<TurnPlace> {
  if (ask.isContinued) return findUnfinished(tx, ask, conversation);
  const replaced = await listReplaced(tx, ask, conversation);
  return {
    replaced,
    question: await findQuestion(tx, ask, { conversation, replaced, found: kept }),
    base: null,
  };
}

/** The reply that the same message got before. An edit that keeps the message's id is a new question. */
export async function findReply(
  tx: Transaction,
  ask: TurnAsk,
  kept: StoredMessage | null,
): Promise<ChatMessage | null> {
  if (kept === null || kept.message.role !== "user" || ask.replaceFrom === kept.message.id) return null;
  const [next] = await listPage(tx, ask, [{ field: "seq", op: "==", value: kept.seq + 1 }]);
  return next?.message.role === "assistant" ? next.message : null;
}

async function findUnfinished(
  tx: Transaction,
  ask: TurnAsk,
  conversation: ConversationRecord | null,
): Promise<TurnPlace> {
  const end = conversation?.lastSeq ?? 0;
  const page = end === 0 ? [] : await listPage(tx, ask, [{ field: "seq", op: ">=", value: end - 1 }]);
  const [question, base] = page.slice(-2);
  if (
    question?.message.role !== "user" ||
    base?.message.role !== "assistant" ||
    (ask.replaceFrom !== null && ask.replaceFrom !== base.message.id)
  ) {
    throw new AppError("not_found", "There is no reply here to go on with.");
  }
  if (base.message.metadata?.outcome === "completed")
    throw new AppError("invalid_request", "This reply is complete.", {
      fields: { messageId: "name one that was cut short" },
    });
  return { replaced: [], question, base };
}

type QuestionSearch = {
  conversation: ConversationRecord | null;
  replaced: StoredMessage[];
  found: StoredMessage | null;
};

/** The question that the run answers, with its place. */
async function findQuestion(
  tx: Transaction,
  ask: TurnAsk,
  { conversation, replaced, found }: QuestionSearch,
): Promise<StoredMessage> {
  const end = replaced[0]?.seq ?? (conversation?.lastSeq ?? 0) + 1;
  if (ask.message !== null) {
    // One that stays and has the new message's id: the same question, never answered, or another message.
    const kept =
      found !== null && replaced.every(({ message }) => message.id !== found.message.id) ? found : null;
    if (kept !== null && (kept.message.role !== "user" || kept.seq < end - 2)) throw takenId();
    return { seq: kept?.seq ?? end, message: ask.message };
  }
  const page = await listPage(tx, ask, [
    { field: "seq", op: ">=", value: end - 2 },
    { field: "seq", op: "<", value: end },
  ]);
  const question = page.findLast(({ message }) => message.role === "user");
  if (question === undefined) throw new AppError("not_found", "There is no question here to answer again.");
  return question;
}

function takenId(): AppError {
  return new AppError("invalid_request", "Another message has this id.", {
    fields: { "message.id": "use a new one" },
  });
}

/** Oldest first: an edited question or a reply with everything after it, or the newest reply. */
async function listReplaced(
  tx: Transaction,
  ask: TurnAsk,
  conversation: ConversationRecord | null,
): Promise<StoredMessage[]> {
  if (conversation === null) return [];
  const isAgain = ask.message === null;
  if (ask.replaceFrom === null) return isAgain ? newestReply(tx, ask, conversation) : [];
  const found = await tx.find(paths.message(ask.userId, ask.conversationId, ask.replaceFrom));
  if (found === null) {
    if (isAgain) return newestReply(tx, ask, conversation);
    // A client may name what it sends again, and it never came.
    if (ask.message?.id === ask.replaceFrom) return [];
    throw new AppError("not_found", "The message to edit is not there any more.");
  }
  const named = toStored(found);
  if (!isAgain && named.message.role !== "user") {
    throw new AppError("invalid_request", "Only a question can be edited.", {
      fields: { messageId: "name a message of yours" },
    });
  }
  return listFrom(tx, ask, isAgain && named.message.role === "user" ? named.seq + 1 : named.seq);
}

async function newestReply(
  tx: Transaction,
  ask: TurnAsk,
  conversation: ConversationRecord,
): Promise<StoredMessage[]> {
  const newest = await listFrom(tx, ask, conversation.lastSeq);
  return newest.filter(({ message }) => message.role === "assistant");
}

const pageSize = 500;

/** Everything from a place to the conversation's end, however long that is. */
async function listFrom(tx: Transaction, ask: TurnAsk, from: number): Promise<StoredMessage[]> {
  const all: StoredMessage[] = [];
  for (;;) {
    const page = await listPage(tx, ask, [
      { field: "seq", op: ">=", value: (all.at(-1)?.seq ?? from - 1) + 1 },
    ]);
    all.push(...page);
    if (page.length < pageSize) return all;
  }
}

async function listPage(
  tx: Transaction,
  { userId, conversationId }: TurnAsk,
  where: Filter[],
): Promise<StoredMessage[]> {
  const page = await tx.list({
    collection: paths.messages(userId, conversationId),
    where,
    orderBy: { field: "seq", direction: "asc" },
    limit: pageSize,
  });
  return page.documents.map(toStored);
}
