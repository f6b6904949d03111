import { AppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { Store, Transaction } from "@/lib/store/store";
import { toPath } from "@/lib/data/branches";
import {
  toConversation,
  toConversationData,
  toNewConversation,
  type ConversationRecord,
} from "@/lib/data/conversations";
import { toLeaseData, type Lease } from "./leases";
import { toMessageData, toStored, type StoredMessage } from "@/lib/data/messages";
import { paths } from "@/lib/data/paths";
import {
  readFound,
  type BegunTurn,
  type Found,
  type TurnBeginning,
  type TurnHook,
  type TurnStart,
} from "./turn";
import { findReply, findTurnPlace, toOtherVersion, type TurnPlace } from "./turn-place";

/**
 * Saves in one transaction the message, the conversation, which names the run while it is made, the run's
 * lease and what the hooks write with it. Throws what a hook throws; then nothing is saved.
 */
export function beginTurn(
  store: Store,
  hooks: readonly TurnHook[],
  asking: TurnStart,
  onApplied?: (beginning: TurnBeginning) => void,
): Promise<TurnBeginning> {
  const { userId, conversationId, message } = asking;
  const path = paths.conversation(userId, conversationId);
  const messages = message === null ? [] : [paths.message(userId, conversationId, message.id)];
  return store.transaction(async (tx) => {
    const found = await readFound(tx, hooks, asking, [path, ...messages]);
    const [foundConversation, foundMessage] = [path, ...messages].map((each) => found.get(each));
    const conversation = foundConversation ? toConversation(foundConversation.data) : null;
    checkWhose(asking, conversation);
    if (conversation !== null && conversation.activeRunId !== null)
      return { kind: "busy", runId: conversation.activeRunId };
    const same = foundMessage ? toStored(foundMessage) : null;
    const { start, kept } = await takeVersion(tx, asking, same);
    const reply = await findReply(tx, start, kept);
    if (reply !== null) return { kind: "answered", reply };
    if (start.isTemporary && conversation?.temporary === false) throw notTemporary();
    const named = conversation?.agent ?? null;
    if (start.agent === undefined && named !== null) return { kind: "agent", agent: named };
    const place = await findTurnPlace(tx, start, conversation, kept);
    return write(tx, hooks, start, { conversation, place, found });
  }, onApplied);
}

/** A question that was changed and sent under the id that it had becomes another message. */
async function takeVersion(
  tx: Transaction,
  start: TurnStart,
  kept: StoredMessage | null,
): Promise<{ start: TurnStart; kept: StoredMessage | null }> {
  if (kept === null || start.message === null || start.messageId !== kept.message.id) return { start, kept };
  const message = toOtherVersion(start.message);
  const found = await tx.find(paths.message(start.userId, start.conversationId, message.id));
  return { start: { ...start, message }, kept: found === null ? null : toStored(found) };
}

type Beginning = { conversation: ConversationRecord | null; place: TurnPlace; found: Found };

function write(
  tx: Transaction,
  hooks: readonly TurnHook[],
  start: TurnStart,
  { conversation, place, found }: Beginning,
): BegunTurn {
  const { userId, conversationId, runId, now } = start;
  const { question, base, seq, branch, branches } = place;
  const before = conversation ?? toFirstRecord(start);
  const added = hooks.flatMap((hook) => hook.begin?.({ start, before, question }, found) ?? []);
  const isTemporary = before.temporary;
  const record = start.toRecord({
    question: question.message,
    messageId: base?.message.id ?? null,
    isTemporary,
  });
  const begun: BegunTurn = {
    kind: "begun",
    userMessage: question.message,
    seq,
    path: toPath(branches, branch),
    isFirstTurn: isFirst(question),
    record,
    base: base?.message ?? null,
    grantedMicroUsd: start.ceilingMicroUsd,
    setAside: null,
    isFirstToday: false,
    ...added.find(({ turn }) => turn)?.turn,
    summarisedSeq: before.summarisedSeq,
    isTemporary,
    folder: before.folder,
    hasFiles: before.hasFiles || hasFiles(question.message),
  };
  const next: ConversationRecord = {
    ...before,
    title: toTitle(start, conversation, place),
    updatedAt: now,
    lastSeq: Math.max(before.lastSeq, seq),
    ...{ branch, branches },
    archived: false,
    activeRunId: runId,
    hasFiles: begun.hasFiles,
    agent: start.agent ?? null,
    leftAt: null,
  };
  for (const { conversation: patch } of added) Object.assign(next, patch);
  if (start.message !== null)
    tx.set(paths.message(userId, conversationId, question.message.id), toMessageData(question));
  tx.set(paths.conversation(userId, conversationId), toConversationData(next));
  tx.create(paths.lease(runId), toLeaseData(toFirstLease(start, begun)));
  for (const { into } of added) into?.(tx);
  return begun;
}

/** The conversation that begins with the message. */
function toFirstRecord({ now, isTemporary, folder, stepOf }: TurnStart): ConversationRecord {
  const record = toNewConversation(now, isTemporary);
  return { ...record, folder: folder ?? null, conversationId: stepOf ?? null };
}

function toFirstLease(start: TurnStart, begun: BegunTurn): Lease {
  return {
    userId: start.userId,
    conversationId: start.conversationId,
    owner: start.owner,
    epoch: 1,
    beatAt: start.now,
    silentMs: 0,
    crashes: 0,
    isReleased: false,
    isStopAsked: false,
    endedAt: null,
    steers: {},
    waiting: null,
    ...{ answers: {}, edits: {} },
    plan: start.toBrief(begun),
    setAside: begun.setAside,
  };
}

/** The conversation of a step is written by its plan alone. */
function checkWhose({ stepOf }: TurnStart, conversation: ConversationRecord | null): void {
  if (conversation === null || conversation.conversationId === (stepOf ?? null)) return;
  const message = "This is a step of a plan. Ask in the conversation that it belongs to.";
  throw new AppError("invalid_request", message);
}

function notTemporary(): AppError {
  return new AppError("invalid_request", "This conversation is not temporary.", {
    fields: { "options.temporary": "leave it out, or begin another conversation" },
  });
}

const isFirst = ({ seq, message }: StoredMessage): boolean =>
  seq === 1 || message.metadata?.parentId === null;

/** A title that nobody gave follows the first question when that is edited. */
function toTitle(start: TurnStart, conversation: ConversationRecord | null, { question }: TurnPlace): string {
  if (conversation === null) return start.toTitle(question.message);
  const isFirstEdited = start.message !== null && isFirst(question) && !conversation.titled;
  return isFirstEdited ? start.toTitle(question.message) : conversation.title;
}

function hasFiles({ parts }: ChatMessage): boolean {
  return parts.some((part) => part.type === "file" && !part.mediaType.startsWith("image/"));
}
