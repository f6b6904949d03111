import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { MemoriesData } from "./shape";

type ReplyChunks = { chunks(): readonly ChatChunk[]; push(chunk: ChatChunk): void };

/** Adds facts that the answer names as used to those that it named before. */
export function reportUsedMemories(
  { chunks, push }: ReplyChunks,
  facts: readonly { id: string; content: string }[],
): void {
  const { used = [], ...rest } = findMemoriesPart(chunks()) ?? {};
  const added = facts.filter(({ id }) => !used.some((known) => known.id === id));
  if (added.length === 0) return;
  report(push, { saved: [], ...rest, used: [...used, ...added.map(({ id, content }) => ({ id, content }))] });
}

/** Says which facts were kept while the answer was made, and how many were not as they hold a secret. */
export function reportSavedMemories(
  { chunks, push }: ReplyChunks,
  { saved, secretsLeftOut }: { saved: MemoriesData["saved"]; secretsLeftOut: number },
): void {
  if (saved.length === 0 && secretsLeftOut === 0) return;
  const used = findMemoriesPart(chunks())?.used ?? [];
  report(push, { used, saved, ...(secretsLeftOut === 0 ? {} : { secretsLeftOut }) });
}

function report(push: ReplyChunks["push"], data: MemoriesData): void {
  push({ type: "data-memories", id: "memories", data });
}

export function findMemoriesPart(chunks: readonly ChatChunk[]): MemoriesData | undefined {
  return chunks.findLast((chunk) => chunk.type === "data-memories")?.data;
}
