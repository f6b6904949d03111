import type { MemoriesData } from "@/lib/protocol/memories";
import type { LiveRun } from "@/lib/runs/lease/live-runs";

/** Says beside the answer which facts its model was given. */
export function tellUsedFacts(run: LiveRun, facts: readonly { id: string; content: string }[]): void {
  const used = facts.map(({ id, content }) => ({ id, content }));
  const told = findTold(run);
  if (used.length === 0 || JSON.stringify(told?.used) === JSON.stringify(used)) return;
  tell(run, { used, saved: told?.saved ?? [] });
}

/** Says which facts were kept while the answer was made. */
export function tellSavedFacts(run: LiveRun, saved: MemoriesData["saved"]): void {
  if (saved.length > 0) tell(run, { used: findTold(run)?.used ?? [], saved });
}

function tell(run: LiveRun, data: MemoriesData): void {
  run.log.push({ type: "data-memories", id: "memories", data });
}

export function findTold({ log }: LiveRun): MemoriesData | undefined {
  return log.chunks().findLast((chunk) => chunk.type === "data-memories")?.data;
}
