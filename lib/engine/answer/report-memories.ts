import type { Reply } from "@/lib/engine/run/reply";
import type { MemoriesData } from "@/lib/protocol/memories";

/** Adds facts that the answer names as used to those that it named before. */
export function reportUsedMemories(reply: Reply, facts: readonly { id: string; content: string }[]): void {
  const { used = [], ...rest } = findMemoriesPart(reply) ?? {};
  const added = facts.filter(({ id }) => !used.some((known) => known.id === id));
  if (added.length === 0) return;
  report(reply, {
    saved: [],
    ...rest,
    used: [...used, ...added.map(({ id, content }) => ({ id, content }))],
  });
}

/** Says which facts were kept while the answer was made, and how many were not as they hold a secret. */
export function reportSavedMemories(
  reply: Reply,
  { saved, secretsLeftOut }: { saved: MemoriesData["saved"]; secretsLeftOut: number },
): void {
  if (saved.length === 0 && secretsLeftOut === 0) return;
  const used = findMemoriesPart(reply)?.used ?? [];
  report(reply, { used, saved, ...(secretsLeftOut === 0 ? {} : { secretsLeftOut }) });
}

function report(reply: Reply, data: MemoriesData): void {
  reply.log.push({ type: "data-memories", id: "memories", data });
}

export function findMemoriesPart({ log }: Reply): MemoriesData | undefined {
  return log.chunks().findLast((chunk) => chunk.type === "data-memories")?.data;
}
