import type { PlanTask } from "@/lib/features/plans/shape";

type Linked = Pick<PlanTask, "id" | "dependsOn">;

/**
 * Kahn's algorithm (Communications of the ACM 5, 1962): the tasks in an order in which each stands behind
 * those that it needs, otherwise as they were given. What is not among them counts as done. `rest` are those
 * on a cycle or behind one.
 */
export function sortTasks<STEP extends Linked>(steps: readonly STEP[]): { sorted: STEP[]; rest: STEP[] } {
  const sorted: STEP[] = [];
  const open = new Set(steps.map(({ id }) => id));
  let rest = [...steps];
  for (;;) {
    const ready = rest.filter(({ dependsOn }) => !dependsOn.some((id) => open.has(id)));
    if (ready.length === 0) return { sorted, rest };
    for (const step of ready) {
      sorted.push(step);
      open.delete(step.id);
    }
    rest = rest.filter(({ id }) => open.has(id));
  }
}

/**
 * The tasks without cycles: of each cycle the needs are dropped that lead from a task to one that was given
 * later, or to itself. `broken` are the tasks that lost one.
 */
export function breakCycles<STEP extends Linked>(
  steps: readonly STEP[],
): { steps: STEP[]; broken: string[] } {
  const broken: string[] = [];
  let next = [...steps];
  for (;;) {
    const leadsBack = listBackNeeds(next);
    const [found] = leadsBack;
    if (found === undefined) return { steps: next, broken };
    const [id, needs] = found;
    broken.push(id);
    next = next.map((step) =>
      step.id === id ? { ...step, dependsOn: step.dependsOn.filter((need) => !needs.has(need)) } : step,
    );
  }
}

/** By task: those of its needs that close a cycle and were given later. Each cycle has such a task. */
function listBackNeeds(steps: readonly Linked[]): Map<string, Set<string>> {
  const place = new Map(steps.map(({ id }, index) => [id, index]));
  const found = new Map<string, Set<string>>();
  for (const { id, dependsOn } of steps) {
    const closing = dependsOn.filter(
      (need) =>
        (place.get(need) ?? -1) >= (place.get(id) ?? 0) && (need === id || listNeeds(steps, need).has(id)),
    );
    if (closing.length > 0) found.set(id, new Set(closing));
  }
  return found;
}

/** All that a task needs, also by way of others. */
export function listNeeds(steps: readonly Linked[], id: string): Set<string> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const found = new Set<string>();
  const open = [...(byId.get(id)?.dependsOn ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(byId.get(next)?.dependsOn ?? []));
  }
  return found;
}
