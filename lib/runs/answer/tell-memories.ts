import type { MemoriesData } from "@/lib/protocol/memories";
import type { RunState } from "@/lib/runs/state/run-state";

/** Says beside the answer which facts its model was given. */
export function tellUsedFacts(run: RunState, facts: readonly { id: string; content: string }[]): void {
  const used = facts.map(({ id, content }) => ({ id, content }));
  const told = findTold(run);
  if (used.length === 0 || JSON.stringify(told?.used) === JSON.stringify(used)) return;
  tell(run, { used, saved: told?.saved ?? [] });
}

/** Says which facts were kept while the answer was made. */
export function tellSavedFacts(run: RunState, saved: MemoriesData["saved"]): void {
  if (saved.length > 0) tell(run, { used: findTold(run)?.used ?? [], saved });
}

function tell(run: RunState, data: MemoriesData): void {
  run.log.push({ type: "data-memories", id: "memories", data });
}

export function findTold({ log }: RunState): MemoriesData | undefined {
  return log.chunks().findLast((chunk) => chunk.type === "data-memories")?.data;
}
