import { AppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { Store, StoredDocument, Transaction } from "@/lib/store/store";
import {
  toConversation,
  toConversationData,
  toNewConversation,
  type ConversationRecord,
} from "./conversations";
import { toData } from "./json";
import { planJob } from "./jobs";
import { learnJob, planLearning } from "./learning";
import { toLeaseData, type Lease } from "./leases";
import { toMessageData, toStored, type StoredMessage } from "./messages";
import { paths } from "./paths";
import { reserveTurn, toQuotaLimits } from "./quota-rules";
import { toQuotaRecord } from "./quotas";
import { planForgetting } from "./temporary-chats";
import { toPath, type BranchPath } from "./branches";
import { findReply, findTurnPlace, toOtherVersion, type TurnAsk, type TurnPlace } from "./turn-place";

export type TurnStart = TurnAsk & {
  runId: string;
  /** The worker that makes the reply. */
  owner: string;
  now: number;
  /** The limits, the reply's top cost, when what is set aside is given up, and replies at once per person. */
  settings: AgentSettings;
  ceilingMicroUsd: number;
  /** The answering models cost nothing. */
  isAnswerFree: boolean;
  reservedUntil: number;
  maxRuns: number;
  toRecord: (place: { question: ChatMessage; messageId: string | null; isTemporary: boolean }) => RunRecord;
  /** What another worker needs to go on with the reply, as text. */
  toBrief: (begun: BegunTurn) => string;
  /** Whether facts are learned from conversations when they have gone on for a while. */
  isLearnedFrom: boolean;
  /** The conversation begins as a temporary one, or is one already. */
  isTemporary: boolean;
  /** Where it is kept when it begins. */
  folder?: string | null | undefined;
  /** Who answers from now on, `null` for the built-in agent; without it whom the conversation names. */
  agent?: string | null | undefined;
  /** The conversation of whose plan this is a step: no message of the person's, and paid by that reply. */
  stepOf?: string | undefined;
  /** The person is not there: it is no sign of them on this day. */
  isUnattended?: boolean;
  /** The title of a conversation that begins with this message. */
  toTitle: (message: ChatMessage) => string;
};

export type BegunTurn = {
  kind: "begun";
  userMessage: ChatMessage;
  /** Number of the reply in the conversation, and the way from it to the beginning. */
  seq: number;
  path: BranchPath;
  isFirstTurn: boolean;
  record: RunRecord;
  /** The reply that it goes on with. */
  base: ChatMessage | null;
  /** What the reply may cost, which is less than asked for when the person's money runs out. */
  grantedMicroUsd: number;
  /** The person's first message of this day (UTC). */
  isFirstToday: boolean;
  /** A summary may reach up to it. */
  summarisedSeq: number;
  isTemporary: boolean;
  folder: string | null;
  /** Documents came with this message or an earlier one. */
  hasFiles: boolean;
};

/**
 * `busy`: another run holds the conversation. `answered`: this very message has its reply already. `agent`:
 * the conversation names this one, and nothing is saved until it is known.
 */
export type TurnBeginning =
  | BegunTurn
  | { kind: "busy"; runId: string }
  | { kind: "answered"; reply: ChatMessage }
  | { kind: "agent"; agent: string };

/**
 * Saves in one transaction the message, the conversation, which names the run while it is made, the run's
 * lease and what is set aside for it. Throws `quota_exhausted` or `too_many_runs`; then nothing is saved.
 */
export function beginTurn(store: Store, asking: TurnStart): Promise<TurnBeginning> {
  const { userId, conversationId, message } = asking;
  return store.transaction(async (tx) => {
    const [foundConversation, foundQuota, foundMessage] = await tx.findMany([
      paths.conversation(userId, conversationId),
      paths.quota(userId),
      ...(message === null ? [] : [paths.message(userId, conversationId, message.id)]),
    ]);
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
    return write(tx, start, { conversation, place, quota: foundQuota ?? null });
  });
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

type Found = { conversation: ConversationRecord | null; place: TurnPlace; quota: StoredDocument | null };

function write(tx: Transaction, start: TurnStart, { conversation, place, quota }: Found): BegunTurn {
  const { userId, conversationId, runId, now } = start;
  const { question, base, seq, branch, branches } = place;
  const { record: nextQuota, grantedMicroUsd, isFirstToday } = reserve(start, quota);
  const isStep = start.stepOf !== undefined;
  const before = conversation ?? toFirstRecord(start);
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
    grantedMicroUsd,
    isFirstToday,
    summarisedSeq: before.summarisedSeq,
    isTemporary,
    folder: before.folder,
    hasFiles: before.hasFiles || hasFiles(question.message),
  };
  const learning = planLearning(before, {
    questionSeq: question.seq,
    isLearnedFrom: start.isLearnedFrom && !isTemporary && !isStep,
    now,
  });
  const next: ConversationRecord = {
    ...before,
    title: toTitle(start, conversation, place),
    updatedAt: now,
    lastSeq: Math.max(before.lastSeq, seq),
    ...{ branch, branches },
    archived: false,
    activeRunId: runId,
    learnedSeq: learning.learnedSeq,
    learningAt: learning.learningAt,
    hasFiles: begun.hasFiles,
    agent: start.agent ?? null,
    leftAt: null,
  };
  if (start.message !== null)
    tx.set(paths.message(userId, conversationId, question.message.id), toMessageData(question));
  tx.set(paths.conversation(userId, conversationId), toConversationData(next));
  if (!isStep) tx.set(paths.quota(userId), toData(nextQuota));
  if (learning.isNew) planJob(tx, learnJob.at({ userId, conversationId }), learning.learningAt);
  if (isTemporary && !isStep) planForgetting(tx, { userId, conversationId }, next);
  tx.create(paths.lease(runId), toLeaseData(toFirstLease(start, begun)));
  return begun;
}

/** The conversation that begins with the message. */
function toFirstRecord({ now, isTemporary, folder, stepOf }: TurnStart): ConversationRecord {
  const record = toNewConversation(now, isTemporary);
  return { ...record, folder: folder ?? null, conversationId: stepOf ?? null };
}

function reserve({ runId, now, settings, ...start }: TurnStart, quota: StoredDocument | null) {
  const before = toQuotaRecord(quota?.data);
  if (start.stepOf !== undefined)
    return { record: before, grantedMicroUsd: start.ceilingMicroUsd, isFirstToday: false };
  const reserved = reserveTurn(before, toQuotaLimits(settings, before.overrides), {
    runId,
    ceilingMicroUsd: start.ceilingMicroUsd,
    isAnswerFree: start.isAnswerFree,
    expiresAt: start.reservedUntil,
    maxRuns: start.maxRuns,
    now,
  });
  if (start.isUnattended !== true) return reserved;
  const record = { ...reserved.record, lastActiveDay: before.lastActiveDay };
  return { ...reserved, record, isFirstToday: false };
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
