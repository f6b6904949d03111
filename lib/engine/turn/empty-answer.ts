import type { Reply } from "@/lib/engine/run/reply";
import type { AgentEnd } from "@/lib/engine/loop/run-agent";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import { isOnlyText } from "@/lib/engine/log/history";

export const emptyWords = "You ended without a word of an answer.";

/** The model ended it itself, with thoughts at most. */
export function isEmpty(reply: Reply, loop: AgentEnd | null): boolean {
  const hasAnswer = reply.ownChunks().some((chunk) => chunk.type === "file" || isWord(chunk));
  return (
    loop?.forced === null && loop.finishReason === "stop" && !hasAnswer && isOnlyText(reply.log.chunks())
  );
}

const isWord = (chunk: ChatChunk): boolean => chunk.type === "text-delta" && chunk.delta.trim() !== "";
