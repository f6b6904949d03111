import type { ChatChunk } from "@/lib/protocol/chat-message";

/** The events of a UI message stream, in order; without the final `[DONE]`. */
export async function readEvents(stream: ReadableStream<Uint8Array>): Promise<ChatChunk[]> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of stream) text += decoder.decode(bytes, { stream: true });
  return toEvents(text);
}

export function toEvents(text: string): ChatChunk[] {
  const lines = text.split("\n\n").filter((line) => line.startsWith("data: ") && line !== "data: [DONE]");
  return lines.map((line) => JSON.parse(line.slice("data: ".length)) as ChatChunk);
}
