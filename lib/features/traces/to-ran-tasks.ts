import type { Plan, PlanTask } from "@/lib/features/plans/shape";
import type { RanTask } from "@/lib/protocol/runs";

/** The steps of a plan in the order in which they began, then those that never did. */
export function toRanTasks(plan: Plan | null, { startedAt, isOwn }: RanOptions): RanTask[] {
  const steps = plan?.steps ?? [];
  const path = findCriticalPath(steps);
  return steps
    .map((step): RanTask => ({
      ...{ id: step.id, title: isOwn ? step.title : "", status: step.status },
      needs: step.dependsOn.filter((need) => steps.some(({ id }) => id === need)),
      at: step.startedAt === undefined ? null : Math.max(0, step.startedAt - startedAt),
      ms: isRan(step) ? Math.max(0, step.endedAt - step.startedAt) : null,
      ...{ isCritical: path.has(step.id), isCommittee: step.pattern === "committee" },
    }))
    .sort((one, other) => (one.at ?? Infinity) - (other.at ?? Infinity) || 0);
}

/** `isOwn`: with titles, which are words. */
type RanOptions = { startedAt: number; isOwn: boolean };

const isRan = (step: PlanTask): step is PlanTask & { startedAt: number; endedAt: number } =>
  step.startedAt !== undefined && step.endedAt !== undefined;

/**
 * The critical path as it ran (Kelley and Walker, Critical-Path Planning and Scheduling, 1959): the step that
 * ended last, and from each on back the one among those that it needed that ended last.
 */
function findCriticalPath(steps: readonly PlanTask[]): Set<string> {
  const path = new Set<string>();
  let choices = steps;
  for (;;) {
    const open = choices.filter(isRan).filter(({ id }) => !path.has(id));
    const [first, ...others] = open;
    if (first === undefined) return path;
    const last = others.reduce((one, other) => (other.endedAt > one.endedAt ? other : one), first);
    path.add(last.id);
    choices = steps.filter(({ id }) => last.dependsOn.includes(id));
  }
}
