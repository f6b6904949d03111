import { isThought, thoughtMetadata } from "@/lib/protocol/thought-metadata";
import type { ChatChunk } from "@/lib/protocol/chat-message";

/**
 * Makes chunks small to keep: short part ids, unique in the run, no vendor metadata on text and reasoning
 * (which tells how long it took), no partial inputs (nobody draws them), no start and end (the run's own).
 */
export function createChunkTidier(
  now: () => number,
  isDynamic: (tool: string) => boolean,
  newId: () => string = createPartIds(""),
): (chunk: ChatChunk) => ChatChunk | null {
  const open = new Map<string, { id: string; since: number }>();
  const dynamicCalls = new Set<string>();
  const toId = (chunk: { type: string; id: string }) => open.get(toKey(chunk))?.id ?? chunk.id;

  function tidyCall<CHUNK extends ChatChunk & { toolCallId: string }>(chunk: CHUNK): CHUNK {
    // Some servers use the same id again in a later step.
    if ("toolName" in chunk) dynamicCalls.delete(chunk.toolCallId);
    if ("toolName" in chunk && isDynamic(chunk.toolName)) dynamicCalls.add(chunk.toolCallId);
    return dynamicCalls.has(chunk.toolCallId) ? { ...chunk, dynamic: true } : chunk;
  }

  return (chunk) => {
    switch (chunk.type) {
      case "text-start":
      case "reasoning-start":
        open.set(toKey(chunk), { id: newId(), since: now() });
        return { type: chunk.type, id: toId(chunk) };
      case "text-delta":
      case "reasoning-delta":
        return chunk.delta === "" ? null : { type: chunk.type, id: toId(chunk), delta: chunk.delta };
      case "text-end":
        return {
          type: chunk.type,
          id: toId(chunk),
          ...(isThought(chunk.providerMetadata) && { providerMetadata: thoughtMetadata }),
        };
      case "reasoning-end":
        return {
          type: chunk.type,
          id: toId(chunk),
          providerMetadata: { sextant: { durationMs: now() - (open.get(toKey(chunk))?.since ?? now()) } },
        };
      case "tool-input-start":
      case "tool-input-available":
      case "tool-input-error":
      case "tool-output-available":
      case "tool-output-error":
        return tidyCall(chunk);
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

/** Vendors use the same id for a text and a reasoning. */
function toKey({ type, id }: { type: string; id: string }): string {
  return `${type.slice(0, type.indexOf("-"))}:${id}`;
}

/** Counts the parts of one worker on a run. */
export function createPartIds(prefix: string): () => string {
  let count = 0;
  return () => `${prefix}${(count += 1)}`;
}

/** Parts that are shown once more are other ones to their readers. */
export function withNewIds(chunks: readonly ChatChunk[], newId: () => string): ChatChunk[] {
  const ids = new Map<string, string>();
  return chunks.map((chunk) => {
    if (!isPartChunk(chunk)) return chunk;
    const id = ids.get(chunk.id) ?? newId();
    ids.set(chunk.id, id);
    return { ...chunk, id };
  });
}

type PartChunk = Extract<ChatChunk, { type: `${"text" | "reasoning"}-${"start" | "delta" | "end"}` }>;
const isPartChunk = (chunk: ChatChunk): chunk is PartChunk => /^(text|reasoning)-/.test(chunk.type);
