import { createHash } from "node:crypto";
import { AppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { Filter, Transaction } from "@/lib/store/store";
import type { Branch } from "@/lib/data/branches";
import type { ConversationRecord } from "@/lib/data/conversations";
import { toStored, type StoredMessage } from "@/lib/data/messages";
import { paths } from "@/lib/data/paths";

/** What a turn asks for: a new message to answer, an old one to answer anew, or a reply to go on with. */
export type TurnAsk = {
  userId: string;
  conversationId: string;
  /** The new message, or `null`. */
  message: ChatMessage | null;
  /** What the new message follows, `null` to begin anew; left out, the end of the branch that is shown. */
  parentId?: string | null | undefined;
  /** The question that the new message is another version of, or the reply to write anew or to go on with. */
  messageId: string | null;
  /** The newest reply goes on from what it has. */
  isContinued: boolean;
};

/** The question that is answered, the reply that goes on, and the branch that the reply stands in. */
export type TurnPlace = {
  question: StoredMessage;
  base: StoredMessage | null;
  /** Number of the reply among the conversation's messages. */
  seq: number;
  branch: number;
  branches: Branch[];
};

/** What a conversation has before the turn. `shown`: its branch that goes on by itself. */
type Tree = { lastSeq: number; branches: Branch[]; shown: number };

export async function findTurnPlace(
  tx: Transaction,
  ask: TurnAsk,
  conversation: ConversationRecord | null,
  kept: StoredMessage | null,
): Promise<TurnPlace> {
  const tree = await readTree(tx, ask, conversation);
  if (ask.message !== null) return placeMessage(tx, { ...ask, message: ask.message }, tree, kept);
  return ask.isContinued ? findUnfinished(tx, ask, tree) : answerAgain(tx, ask, tree);
}

/** The reply that the same message got before. An edit that keeps the message's id is a new question. */
export async function findReply(
  tx: Transaction,
  ask: TurnAsk,
  kept: StoredMessage | null,
): Promise<ChatMessage | null> {
  if (kept === null || kept.message.role !== "user" || ask.messageId === kept.message.id) return null;
  const [next] = await listPage(tx, ask, [{ field: "seq", op: "==", value: kept.seq + 1 }]);
  return next?.message.role === "assistant" ? next.message : null;
}

/** A changed question that came under the id that it had gets one of its own, which is always the same. */
export function toOtherVersion(message: ChatMessage): ChatMessage {
  const words = `${message.id}\n${JSON.stringify(message.parts)}`;
  return { ...message, id: createHash("sha256").update(words).digest("base64url").slice(0, 32) };
}

/** Conversations of before branches are one line, whose newest message is looked up once. */
async function readTree(
  tx: Transaction,
  ask: TurnAsk,
  conversation: ConversationRecord | null,
): Promise<Tree> {
  if (conversation === null) return { lastSeq: 0, branches: [], shown: 0 };
  const { lastSeq, branches, branch: shown } = conversation;
  if (branches.length > 0 || lastSeq === 0) return { lastSeq, branches, shown };
  // A reply that could not be saved left its number empty.
  const [newest] = await listPage(tx, ask, [{ field: "seq", op: ">=", value: lastSeq }]);
  const [before] = newest ? [] : await listPage(tx, ask, [{ field: "seq", op: "==", value: lastSeq - 1 }]);
  return {
    lastSeq,
    shown,
    branches: [{ parent: 0, after: 0, leaf: (newest ?? before)?.message.id ?? null }],
  };
}

/** Where a message stands, or the conversation's beginning. */
type Point = { id: string | null; branch: number; seq: number };
const beginning: Point = { id: null, branch: 0, seq: 0 };

/** The branch that goes on from a point: the one that ends there, else a new one. */
function growFrom({ branches }: Tree, { id, branch, seq }: Point): Pick<TurnPlace, "branch" | "branches"> {
  const ending = id === null ? -1 : branches.findIndex(({ leaf }) => leaf === id);
  if (ending !== -1) return { branch: ending, branches };
  return { branch: branches.length, branches: [...branches, { parent: branch, after: seq, leaf: id }] };
}

/** A question without a reply has kept the number behind it for one. */
function toReplySeq({ lastSeq, branches }: Tree, question: StoredMessage): number {
  const isUnanswered = branches.some(({ leaf }) => leaf === question.message.id);
  return isUnanswered && question.seq === lastSeq - 1 ? lastSeq : lastSeq + 1;
}

/** The place with `id` as the newest message of its branch. */
function endWith(place: Omit<TurnPlace, "base">, id: string): TurnPlace {
  const branches = place.branches.map((one, index) => (index === place.branch ? { ...one, leaf: id } : one));
  return { ...place, branches, base: null };
}

async function placeMessage(
  tx: Transaction,
  ask: TurnAsk & { message: ChatMessage },
  tree: Tree,
  kept: StoredMessage | null,
): Promise<TurnPlace> {
  const { lastSeq } = tree;
  if (kept !== null) {
    // The same question, never answered, or another message.
    const branch = tree.branches.findIndex(({ leaf }) => leaf === kept.message.id);
    if (kept.message.role !== "user" || branch === -1) throw takenId();
    const message = withParent(ask.message, kept.message.metadata?.parentId ?? null);
    return endWith(
      { ...tree, question: { ...kept, message }, branch, seq: toReplySeq(tree, kept) },
      kept.message.id,
    );
  }
  const parent = await findParent(tx, ask, tree);
  const grown = growFrom(tree, parent);
  const message = withParent(ask.message, parent.id);
  const question = { seq: lastSeq + 1, branch: grown.branch, message };
  return endWith({ ...grown, question, seq: lastSeq + 2 }, message.id);
}

function withParent(message: ChatMessage, parentId: string | null): ChatMessage {
  return { ...message, metadata: { ...message.metadata, parentId } };
}

async function findParent(tx: Transaction, ask: TurnAsk, tree: Tree): Promise<Point> {
  if (ask.messageId !== null) {
    const edited = await find(tx, ask, ask.messageId);
    if (edited?.message.role === "assistant")
      throw new AppError("invalid_request", "Only a question can be edited.", {
        fields: { messageId: "name a message of yours" },
      });
    if (edited !== null) return findBefore(tx, ask, edited);
    // A client may name what it sends again, and it never came.
    if (ask.message?.id !== ask.messageId)
      throw new AppError("not_found", "The message to edit is not there any more.");
  }
  const { parentId = getLeaf(tree) } = ask;
  if (parentId === null) return beginning;
  const branch = tree.branches.findIndex(({ leaf }) => leaf === parentId);
  if (branch !== -1) return { id: parentId, branch, seq: 0 };
  const found = await find(tx, ask, parentId);
  if (found === null)
    throw new AppError("not_found", "The message to go on from is not there any more.", {
      fields: { parentId: "name a message of this conversation" },
    });
  return toPoint(found);
}

/** What a message follows. */
async function findBefore(tx: Transaction, ask: TurnAsk, { message, seq }: StoredMessage): Promise<Point> {
  const before = await findMessageBefore(tx, ask, { message, seq });
  return before === null ? beginning : toPoint(before);
}

async function findMessageBefore(
  tx: Transaction,
  ask: TurnAsk,
  { message, seq }: Pick<StoredMessage, "message" | "seq">,
): Promise<StoredMessage | null> {
  const parentId = message.metadata?.parentId;
  if (parentId === null) return null;
  if (parentId !== undefined) return find(tx, ask, parentId);
  // A message of before branches follows the one before it.
  const [before] = await listPage(tx, ask, [{ field: "seq", op: "==", value: seq - 1 }]);
  return before ?? null;
}

const toPoint = ({ message, branch = 0, seq }: StoredMessage): Point => ({ id: message.id, branch, seq });

function takenId(): AppError {
  return new AppError("invalid_request", "Another message has this id.", {
    fields: { "message.id": "use a new one" },
  });
}

/** Another answer stands beside the one that is there. */
async function answerAgain(tx: Transaction, ask: TurnAsk, tree: Tree): Promise<TurnPlace> {
  const named = ask.messageId === null ? null : await find(tx, ask, ask.messageId);
  const answered = named ?? (await findLeaf(tx, ask, tree));
  const question =
    answered?.message.role === "assistant" ? await findMessageBefore(tx, ask, answered) : answered;
  if (question?.message.role !== "user")
    throw new AppError("not_found", "There is no question here to answer again.");
  const grown = growFrom(tree, toPoint(question));
  return endWith({ ...grown, question, seq: toReplySeq(tree, question) }, question.message.id);
}

/** Only the newest reply of a branch goes on. */
async function findUnfinished(tx: Transaction, ask: TurnAsk, tree: Tree): Promise<TurnPlace> {
  const leaf = ask.messageId ?? getLeaf(tree);
  const branch = tree.branches.findIndex((one) => leaf !== null && one.leaf === leaf);
  const base = leaf === null || branch === -1 ? null : await find(tx, ask, leaf);
  const question = base === null ? null : await findMessageBefore(tx, ask, base);
  if (question?.message.role !== "user" || base?.message.role !== "assistant")
    throw new AppError("not_found", "There is no reply here to go on with.");
  if (base.message.metadata?.outcome === "completed")
    throw new AppError("invalid_request", "This reply is complete.", {
      fields: { messageId: "name one that was cut short" },
    });
  return { question, base, seq: base.seq, branch, branches: tree.branches };
}

function getLeaf({ branches, shown }: Tree): string | null {
  return branches[shown]?.leaf ?? null;
}

async function findLeaf(tx: Transaction, ask: TurnAsk, tree: Tree): Promise<StoredMessage | null> {
  const leaf = getLeaf(tree);
  return leaf === null ? null : find(tx, ask, leaf);
}

async function find(
  tx: Transaction,
  { userId, conversationId }: TurnAsk,
  id: string,
): Promise<StoredMessage | null> {
  const found = await tx.find(paths.message(userId, conversationId, id));
  return found === null ? null : toStored(found);
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
    limit: 2,
  });
  return page.documents.map(toStored);
}
