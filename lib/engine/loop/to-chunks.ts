import { InvalidToolInputError, NoSuchToolError, toUIMessageChunk, type TextStreamPart, type ToolSet } from "ai";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";

/**
 * The SDK's parts as its UI message stream has them, without the three streams that it puts behind each
 * other. Throws what the call failed with, unless we had ended it.
 */
export async function* toChunks(
  parts: AsyncIterable<TextStreamPart<ToolSet>>,
  tools: ToolSet,
  isEnded: () => boolean,
): AsyncGenerator<ChatChunk, void> {
  const refused = new Set<string>();
  for await (const part of parts) {
    if (part.type === "error") {
      if (isEnded()) return;
      throw part.error;
    }
    if (part.type === "tool-call" && part.invalid === true) refused.add(part.toolCallId);
    // A call that was refused is told once: as such, not as one that failed as well.
    if (part.type === "tool-error" && part.providerExecuted !== true && refused.delete(part.toolCallId))
      continue;
    const chunk = toUIMessageChunk<ToolSet, ChatMessage>(part, {
      ...{ tools, sendStart: false, sendFinish: false, sendSources: true },
      // Also when it is hidden: what it writes is paid for, and counted.
      sendReasoning: true,
      onError: toCallError,
    });
    if (chunk !== undefined) yield chunk as ChatChunk;
  }
}

/** For a call that could not be made: the SDK's words name the tools there are, or the input's fault. */
function toCallError(error: unknown): string {
  return NoSuchToolError.isInstance(error) || InvalidToolInputError.isInstance(error)
    ? error.message
    : "The call failed.";
}
