import { readParts } from "@/lib/data/read-parts";
import type { ChatChunk, ChatMessage, MessageMetadata } from "@/lib/protocol/chat-message";
import { readUIMessageStream } from "ai";
import { isCallEnd } from "./history";

/** The events' message, reduced by the browser's own code; parts that a cut left open are closed. */
export async function reduceMessage(
  chunks: readonly ChatChunk[],
  messageId: string,
  metadata: MessageMetadata,
): Promise<ChatMessage> {
  const stream = new ReadableStream<ChatChunk>({
    start(controller) {
      // Said to readers alone, after all that the message holds.
      for (const chunk of chunks) if (chunk.type !== "error") controller.enqueue(chunk);
      controller.close();
    },
  });
  let message: ChatMessage = { id: messageId, role: "assistant", parts: [] };
  for await (const next of readUIMessageStream<ChatMessage>({ stream, terminateOnError: true }))
    message = next;
  return { ...message, parts: readParts(message.parts), id: messageId, metadata };
}

/** Closes what a cut left open: text and reasoning end, calls without a result end as stopped. */
export function closeOpenParts(chunks: readonly ChatChunk[]): ChatChunk[] {
  const open = new Map<string, ChatChunk>();
  for (const chunk of chunks) {
    if (chunk.type === "text-start") open.set(`text ${chunk.id}`, { type: "text-end", id: chunk.id });
    else if (chunk.type === "reasoning-start")
      open.set(`reasoning ${chunk.id}`, { type: "reasoning-end", id: chunk.id });
    else if (chunk.type === "text-end") open.delete(`text ${chunk.id}`);
    else if (chunk.type === "reasoning-end") open.delete(`reasoning ${chunk.id}`);
    else if (chunk.type === "tool-input-start") open.set(`tool ${chunk.toolCallId}`, toCutInput(chunk));
    else if (chunk.type === "tool-input-available") open.set(`tool ${chunk.toolCallId}`, toCutCall(chunk));
    else if (isCallEnd(chunk)) open.delete(`tool ${chunk.toolCallId}`);
  }
  return [...open.values()];
}

const errorText = "Ended before it had a result.";

/** The model was still writing what to call it with. */
function toCutInput({
  toolCallId,
  toolName,
  dynamic,
}: Extract<ChatChunk, { type: "tool-input-start" }>): ChatChunk {
  return {
    type: "tool-input-error",
    toolCallId,
    toolName,
    input: {},
    errorText,
    ...(dynamic === undefined ? {} : { dynamic }),
  };
}

function toCutCall(chunk: Extract<ChatChunk, { type: "tool-input-available" }>): ChatChunk {
  return chunk.dynamic === true
    ? { type: "tool-output-error", toolCallId: chunk.toolCallId, errorText, dynamic: true }
    : { type: "tool-output-error", toolCallId: chunk.toolCallId, errorText };
}
