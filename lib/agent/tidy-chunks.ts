import type { ChatChunk } from "@/lib/protocol/chat-message";

/**
 * Makes the SDK's chunks small and fit to keep: short part ids unique in the run, no vendor metadata on text and reasoning,
 * no partial tool inputs (nobody draws them), no start and end of message (the run writes those).
 */
export function createChunkTidier(): (chunk: ChatChunk) => ChatChunk | null {
  const open = new Map<string, string>();
  let count = 0;
  return (chunk) => {
    switch (chunk.type) {
      case "text-start":
      case "reasoning-start":
        count += 1;
        open.set(toKey(chunk.type, chunk.id), String(count));
        return { type: chunk.type, id: String(count) };
      case "text-delta":
      case "reasoning-delta":
        return chunk.delta === "" ? null : { type: chunk.type, id: open.get(toKey(chunk.type, chunk.id)) ?? chunk.id, delta: chunk.delta };
      case "text-end":
      case "reasoning-end":
        return { type: chunk.type, id: open.get(toKey(chunk.type, chunk.id)) ?? chunk.id };
      case "tool-input-delta":
      case "start":
      case "finish":
      case "abort":
      case "message-metadata":
        return null;
      default:
        return chunk;
    }
  };
}

function toKey(type: string, id: string): string {
  return `${type.slice(0, type.indexOf("-"))}:${id}`;
}
