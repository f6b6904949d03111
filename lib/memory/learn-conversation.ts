import type { ConversationRecord } from "@/lib/data/conversations";
import { quietMs, type Job } from "@/lib/data/jobs";
import type { StoredMessage } from "@/lib/data/messages";
import { toMessageText } from "@/lib/protocol/message-text";
import type { FactInput } from "./accept";
import type { Memory } from "./memory";

/** A message of the person's own words. */
export type SaidMessage = { messageId: string; text: string };
type TimedMessage = SaidMessage & { at: number };
/** Facts that stand in such messages; `null` without a small model. Throws what models throw. */
export type ExtractFacts = (
  span: readonly SaidMessage[],
  known: readonly string[],
  signal: AbortSignal,
) => Promise<{ facts: { input: FactInput; messageId: string }[]; costMicroUsd: number } | null>;

export type LearnDeps = {
  conversations: {
    find(userId: string, conversationId: string): Promise<ConversationRecord | null>;
    update(userId: string, conversationId: string, patch: Partial<ConversationRecord>): Promise<void>;
  };
  messages: {
    listFrom(userId: string, conversationId: string, seq: number, limit: number): Promise<StoredMessage[]>;
  };
  memory: Pick<Memory, "addOnce" | "readForLearning">;
  extract: ExtractFacts;
  /** Whether the site has memory switched on. */
  isEnabled: () => Promise<boolean>;
  /** Whether the person may still spend something. */
  maySpend: (userId: string) => Promise<boolean>;
  addCost: (userId: string, microUsd: number) => Promise<void>;
  now: () => number;
};

/** So many messages are read for facts at a time; what follows waits for the next time. */
const spanLength = 60;

/** Who has spent what they may is looked at again then. */
const spentMs = 3_600_000;

/** Reads the messages of a conversation that have not been read yet for facts, once it is quiet. Gives when to look again, `null` when there is nothing more to do. */
export function createLearnConversation(deps: LearnDeps) {
  return async ({ userId, conversationId }: Job, signal: AbortSignal): Promise<number | null> => {
    const conversation = await deps.conversations.find(userId, conversationId);
    if (conversation === null || conversation.learningAt === null) return null;
    const quietAt = conversation.updatedAt + quietMs;
    if (conversation.activeRunId !== null || quietAt > deps.now())
      return Math.max(quietAt, deps.now() + quietMs / 4);
    if (!(await deps.maySpend(userId))) return deps.now() + spentMs;
    const span = await deps.messages.listFrom(
      userId,
      conversationId,
      conversation.learnedSeq + 1,
      spanLength,
    );
    await learn(deps, { userId, conversationId, span, updatedAt: conversation.updatedAt }, signal);
    if ((await deps.conversations.find(userId, conversationId))?.updatedAt !== conversation.updatedAt)
      return deps.now() + quietMs;
    const learnedSeq = span.at(-1)?.seq ?? conversation.lastSeq;
    const again = learnedSeq < conversation.lastSeq ? deps.now() : null;
    await deps.conversations.update(userId, conversationId, { learnedSeq, learningAt: again });
    return again;
  };
}

/** `updatedAt`: of the conversation when its messages were read. */
type Span = { userId: string; conversationId: string; span: readonly StoredMessage[]; updatedAt: number };

async function learn(
  { conversations, memory, extract, isEnabled, addCost }: LearnDeps,
  { userId, conversationId, span, updatedAt }: Span,
  signal: AbortSignal,
): Promise<void> {
  const about = await memory.readForLearning(userId);
  const said = about === null ? [] : span.flatMap((stored) => toSaid(stored, about.isLeftOut));
  if (about === null || said.length === 0 || !(await isEnabled())) return;
  const found = await extract(said, about.known, signal);
  // That takes a while: what was deleted meanwhile, the whole person perhaps, leaves nothing, and what was edited is read anew.
  const conversation = await conversations.find(userId, conversationId);
  if (found === null || conversation === null) return;
  await addCost(userId, found.costMicroUsd);
  if (conversation.updatedAt !== updatedAt) return;
  for (const { messageId, at } of said) {
    const inputs = found.facts.filter((fact) => fact.messageId === messageId).map(({ input }) => input);
    if (inputs.length === 0) continue;
    const { costMicroUsd } = await memory.addOnce(userId, inputs, {
      source: { conversationId, messageId },
      key: `learn/${conversationId}/${messageId}`,
      origin: "learned",
      saidAt: at,
    });
    if (costMicroUsd > 0) await addCost(userId, costMicroUsd);
  }
}

function toSaid(
  { message: { id, role, parts, metadata } }: StoredMessage,
  isLeftOut: (said: { messageId: string; at: number }) => boolean,
): TimedMessage[] {
  const at = metadata?.createdAt ?? 0;
  return role !== "user" || isLeftOut({ messageId: id, at })
    ? []
    : [{ messageId: id, text: toMessageText({ parts }), at }];
}
