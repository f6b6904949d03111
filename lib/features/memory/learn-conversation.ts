import type { ConversationRecord } from "@/lib/data/conversations";
import { learnJob, quietMs } from "@/lib/features/memory/records/learning";
import type { StoredMessage } from "@/lib/data/messages";
import type { Ground } from "@/lib/engine/ground";
import { AppError } from "@/lib/errors";
import { onJob } from "@/lib/jobs/jobs";
import { listOffers, splitByHand } from "@/lib/protocol/message-text";
import { learnFacts } from "./learn/learn-facts";
import { toBatches, type OwnMessage, type PersonMessage } from "./learn/own-messages";
import type { LearningBasis, Memory } from "./memory";

export type LearnDeps = Pick<Ground, "askSmall" | "hasSmallModel" | "maySpend" | "payFor" | "now"> & {
  conversations: {
    find(userId: string, conversationId: string): Promise<ConversationRecord | null>;
    update(userId: string, conversationId: string, patch: Partial<ConversationRecord>): Promise<void>;
  };
  messages: {
    listFrom(userId: string, conversationId: string, seq: number, limit: number): Promise<StoredMessage[]>;
  };
  memory: Pick<Memory, "addLearned" | "readForLearning">;
  /** Whether the site has memory switched on. */
  isEnabled: () => Promise<boolean>;
};

/** So many messages are read for facts at a time; what follows waits for the next time. */
const spanLength = 60;
/** Of a span that needs more questions, the newest messages are read. */
const mostQuestions = 10;
/** Whether a person who has spent what they may can spend again is looked at after so long. */
const spentMs = 3_600_000;

/**
 * Learns from messages not read for facts yet, once their conversation is quiet. Gives when to look again,
 * `null` when there is nothing more to do. Throws `model_unavailable` when the small model gave no answer.
 */
export function createLearnConversation(deps: LearnDeps) {
  return onJob(learnJob, async ({ userId, conversationId }, signal) => {
    const conversation = await deps.conversations.find(userId, conversationId);
    if (conversation === null || conversation.learningAt === null) return null;
    const quietAt = conversation.updatedAt + quietMs;
    if (conversation.activeRunId !== null || quietAt > deps.now())
      return Math.max(quietAt, deps.now() + quietMs / 4);
    if (!(await deps.maySpend(userId))) return deps.now() + spentMs;
    const seq = conversation.learnedSeq + 1;
    const span = await deps.messages.listFrom(userId, conversationId, seq, spanLength);
    const { updatedAt } = conversation;
    if ((await deps.isEnabled()) && (await deps.hasSmallModel()))
      await learnSpan(deps, { userId, conversationId, span, updatedAt }, signal);
    if ((await deps.conversations.find(userId, conversationId))?.updatedAt !== updatedAt)
      return deps.now() + quietMs;
    const learnedSeq = span.at(-1)?.seq ?? conversation.lastSeq;
    const again = learnedSeq < conversation.lastSeq ? deps.now() : null;
    await deps.conversations.update(userId, conversationId, { learnedSeq, learningAt: again });
    return again;
  });
}

/** `updatedAt`: of the conversation when its messages were read. */
type Learned = { userId: string; conversationId: string; span: readonly StoredMessage[]; updatedAt: number };

async function learnSpan(deps: LearnDeps, read: Learned, signal: AbortSignal): Promise<void> {
  const basis = await deps.memory.readForLearning(read.userId);
  if (basis === null) return;
  const offered = listOffers(read.span.map(({ message }) => message));
  const messages = read.span.flatMap((stored) => toPersonMessages(stored, offered, basis));
  for (const batch of toBatches(messages).slice(-mostQuestions))
    if (!(await learnBatch(deps, read, batch, signal))) return;
}

/** One question about some messages, by the facts in force then. `false`: the conversation has changed. */
async function learnBatch(
  { memory, askSmall, payFor, conversations }: LearnDeps,
  { userId, conversationId, updatedAt }: Learned,
  batch: readonly OwnMessage[],
  signal: AbortSignal,
): Promise<boolean> {
  const basis = await memory.readForLearning(userId);
  if (basis === null) return false;
  const { facts } = await payFor(userId, () => learnFacts(askSmall, batch, basis.facts, signal));
  // What was deleted meanwhile, the whole person perhaps, leaves nothing; what was edited is read anew.
  const conversation = await conversations.find(userId, conversationId);
  if (conversation === null) return false;
  if (facts === null) throw new AppError("model_unavailable", "The small model gave no usable answer.");
  if (conversation.updatedAt !== updatedAt) return false;
  for (const { messageId, at } of batch) {
    const learned = facts.filter((fact) => fact.messageId === messageId);
    if (learned.length === 0) continue;
    const key = `learn/${conversationId}/${messageId}`;
    await memory.addLearned(userId, learned, { source: { conversationId, messageId }, key, saidAt: at });
  }
  return true;
}

function toPersonMessages(
  { message }: StoredMessage,
  offered: readonly string[],
  { isLeftOut }: LearningBasis,
): PersonMessage[] {
  const at = message.metadata?.createdAt ?? 0;
  const isRead = message.role === "user" && !isLeftOut({ messageId: message.id, at });
  return isRead ? [{ messageId: message.id, text: splitByHand(message, offered).typed, at }] : [];
}
