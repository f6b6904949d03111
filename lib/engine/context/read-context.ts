import { setTimeout as sleep } from "node:timers/promises";
import { isAppError } from "@/lib/errors";
import type { PlacedMessage } from "@/lib/engine/loop/context/history";
import type { KeptSummary } from "@/lib/engine/records/summaries";
import { historyWindow } from "./model-messages";
import type { Brief } from "@/lib/engine/brief";
import type { RecordPorts } from "@/lib/engine/ports";
import type { ChatMessage } from "@/lib/protocol/chat-message";

type ReadBrief = Pick<Brief, "userId" | "conversationId"> & {
  place: Pick<Brief["place"], "seq" | "path" | "summarisedSeq">;
  /** What the reply answers, where it is at hand. */
  question: ChatMessage | null;
};

/** Before it there is nothing but its question. */
const firstReplySeq = 2;

/** A reply that has begun does not end because the store is away for a moment. */
const retryDelaysMs = [500, 1_000, 2_000, 4_000];

/** The newest messages and the summary of those before. An absent store is waited for some seconds. */
export async function readContext(
  records: Pick<RecordPorts, "messages" | "summaries">,
  { userId, conversationId, question, place: { seq, path, summarisedSeq } }: ReadBrief,
  signal: AbortSignal,
): Promise<{ placed: PlacedMessage[]; summary: KeptSummary | null }> {
  const [{ messages: placed }, summary] = await Promise.all([
    seq === firstReplySeq && question !== null
      ? { messages: [{ seq: 1, message: question }] }
      : awaitStore(signal, () =>
          records.messages.listNewest(userId, conversationId, { limit: historyWindow, beforeSeq: seq, path }),
        ),
    awaitStore(signal, () => records.summaries.find(userId, conversationId, summarisedSeq, path)),
  ]);
  return { placed, summary };
}

export async function awaitStore<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const delayMs = retryDelaysMs[attempt];
      if (delayMs === undefined || !isAppError(error) || error.code !== "store_unavailable") throw error;
      await sleep(delayMs, undefined, { signal });
    }
  }
}
