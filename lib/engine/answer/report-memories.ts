import type { MemoriesData } from "@/lib/protocol/memories";
import type { Run } from "@/lib/engine/run/run";

/** Adds facts that the answer names as used to those that it named before. */
export function reportUsedMemories(
  run: Pick<Run, "reply">,
  facts: readonly { id: string; content: string }[],
): void {
  const { used = [], ...rest } = findMemoriesPart(run) ?? {};
  const added = facts.filter(({ id }) => !used.some((known) => known.id === id));
  if (added.length === 0) return;
  report(run, { saved: [], ...rest, used: [...used, ...added.map(({ id, content }) => ({ id, content }))] });
}

/** Says which facts were kept while the answer was made, and how many were not as they hold a secret. */
export function reportSavedMemories(
  run: Pick<Run, "reply">,
  { saved, secretsLeftOut }: { saved: MemoriesData["saved"]; secretsLeftOut: number },
): void {
  if (saved.length === 0 && secretsLeftOut === 0) return;
  const used = findMemoriesPart(run)?.used ?? [];
  report(run, { used, saved, ...(secretsLeftOut === 0 ? {} : { secretsLeftOut }) });
}

function report(run: Pick<Run, "reply">, data: MemoriesData): void {
  run.reply.log.push({ type: "data-memories", id: "memories", data });
}

export function findMemoriesPart({ reply: { log } }: Pick<Run, "reply">): MemoriesData | undefined {
  return log.chunks().findLast((chunk) => chunk.type === "data-memories")?.data;
}
