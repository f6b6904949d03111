import type { ChatMessage, ChatPart } from "./chat-message";

/** What stands for a long result in later prompts is nothing to readers, who have the whole. */
export function toShownOutput(output: unknown): unknown {
  if (typeof output !== "object" || output === null || !("compact" in output)) return output;
  const { compact: _compact, ...shown } = output;
  return shown;
}

/** A stored message as its readers get it: the same that its events have made. */
export function toShownMessage(message: ChatMessage): ChatMessage {
  const toShown = (part: ChatPart) =>
    "output" in part ? ({ ...part, output: toShownOutput(part.output) } as ChatPart) : part;
  return { ...message, parts: message.parts.map(toShown) };
}
