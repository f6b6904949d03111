import type { MessageMetadata } from "@/lib/protocol/chat-message";
import type { Rating } from "@/lib/features/ratings/shape";
import type { Answer } from "@/lib/client/request";
import { waitFor } from "@/lib/client/wait";
import type { ConversationContext, ConversationVerbs } from "./state";

/** The small model is asked after the answer, mostly for a second or two and at most for fifteen. */
export const followUpDelaysMs = [1_500, 2_500, 4_000, 8_000] as const;
/** Of an older answer that still waits for them, the process that asked has ended. */
const longestWaitMs = 60_000;

/**
 * Asks the server until the newest answer has the questions that may follow it, and shows them. It gives up
 * after the last time. Never throws.
 */
export async function loadFollowUps(
  { api, buffer, options }: Pick<ConversationContext, "api" | "buffer" | "options">,
  messageId: string,
  signal: AbortSignal,
): Promise<void> {
  const { wait = waitFor } = options;
  const find = () => buffer.get().find(({ id }) => id === messageId)?.metadata;
  if (Date.now() - (find()?.endedAt ?? 0) > longestWaitMs) return;
  for (const ms of followUpDelaysMs) {
    await wait(ms, signal);
    if (signal.aborted) return;
    const answer = await api.getConversation({ cursor: null, limit: 1 }, signal);
    const newest = answer.ok ? answer.value.messages.at(-1) : undefined;
    const followUps = newest?.id === messageId ? newest.metadata?.followUps : undefined;
    if (signal.aborted || followUps === undefined || followUps.isPending) continue;
    show(buffer, messageId, { followUps });
    return;
  }
}

export function createAfterAnswerVerbs(
  context: ConversationContext,
): Pick<ConversationVerbs, "rate" | "loadFollowUps"> {
  return {
    rate: (messageId, rating) => rate(context, messageId, rating),
    loadFollowUps: (messageId, signal) => loadFollowUps(context, messageId, signal),
  };
}

/** Shows what the person says of an answer at once, and takes it back where it cannot be kept. */
async function rate(
  { api, buffer }: ConversationContext,
  messageId: string,
  rating: Rating | null,
): Promise<Answer<null>> {
  const before = buffer.get().find(({ id }) => id === messageId)?.metadata?.rating;
  show(buffer, messageId, { rating: rating ?? undefined });
  const answer = await api.rateAnswer(messageId, rating);
  if (!answer.ok) show(buffer, messageId, { rating: before });
  return answer;
}

function show(
  buffer: ConversationContext["buffer"],
  messageId: string,
  shown: Pick<MessageMetadata, "followUps" | "rating">,
): void {
  buffer.set(
    buffer
      .get()
      .map((message) =>
        message.id === messageId ? { ...message, metadata: { ...message.metadata, ...shown } } : message,
      ),
  );
}
