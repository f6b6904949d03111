import { mostTasks } from "@/lib/protocol/limits";
import { AppError } from "@/lib/errors";
import {
  mostAttempts,
  mostReplans,
  type Plan,
  type PlanEdit,
  type PlanNote,
  type PlanTask,
  type TaskCauses,
} from "@/lib/features/plans/shape";
import { hasResult } from "@/lib/protocol/task-result";
import { checkTasks, fresh } from "./propose";

/** So many tasks of a plan run at once. */
export const mostAtOnce = 4;

const isOver = (task: PlanTask): boolean =>
  hasResult(task) || task.status === "failed" || task.status === "skipped";
/** Whether it has not begun. */
export const isOpen = ({ status }: PlanTask): boolean => status === "pending" || status === "blocked";

/** Tasks that may begin now, in the plan's order. What is left out is not waited for. */
export function listReady(plan: Plan): PlanTask[] {
  const room = mostAtOnce - listRunning(plan.steps).length;
  const settled = listSettled(plan);
  return plan.steps
    .filter((task) => isOpen(task) && task.dependsOn.every((id) => settled.has(id)))
    .slice(0, Math.max(0, room));
}

/**
 * Ids of the tasks that nobody waits for: they are over, and what failed is not planned another way. What
 * could not be paid is waited for, as what needs it could not be paid either.
 */
function listSettled({ steps, replans }: Pick<Plan, "steps" | "replans">): Set<string> {
  const isLeft = (task: PlanTask) =>
    isOver(task) && task.isUnpaid !== true && !(replans < mostReplans && isFailed(task));
  return new Set(steps.filter(isLeft).map(({ id }) => id));
}

/** What a task needs and goes without, whole or in part. */
export function listLacking({ steps }: Pick<Plan, "steps">, { dependsOn }: PlanTask): PlanTask[] {
  return steps.filter((task) => dependsOn.includes(task.id) && isLost(task));
}

export function listRunning(tasks: readonly PlanTask[]): PlanTask[] {
  return tasks.filter(({ status }) => status === "running");
}

/** Tasks that have neither begun nor will: what they need stands nowhere. */
export function listStuck(plan: Plan): PlanTask[] {
  return listRunning(plan.steps).length > 0 || listReady(plan).length > 0 ? [] : plan.steps.filter(isOpen);
}

export function findTask({ steps }: Plan, id: string): PlanTask {
  const found = steps.find((task) => task.id === id);
  if (found === undefined) throw new AppError("not_found", `The plan has no step ${id}.`);
  return found;
}

/** `conversationId`: where this attempt is made; `dueAt`: until when. */
export function beginTask(plan: Plan, id: string, { conversationId, now, dueAt }: BegunTask): Plan {
  const { attempts, startedAt } = findTask(plan, id);
  return change(plan, id, {
    ...{
      status: "running",
      attempts: attempts + 1,
      conversationId,
      startedAt: startedAt ?? now,
      dueAt,
      isAsking: false,
    },
  });
}
type BegunTask = { conversationId: string; now: number; dueAt: number };

/** Another one does it. */
export const giveTask = (plan: Plan, id: string, agent: PlanTask["agent"]): Plan =>
  change(plan, id, { agent });

/** How an attempt ended. `summary` is the beginning of its result. */
export type TaskEnd = { costMicroUsd: number; now: number } &
  /** `missing`: what it lacks, for a task that ended early. `causes`: the same for the person. */
  (
    | {
        kind: "completed";
        summary: string;
        isPrivate: boolean;
        isStrange?: boolean;
        missing?: string;
        causes?: TaskCauses;
      }
    /**
     * `isFinal`: the same again would come to the same; `false`: it is worth another try, also of a critical
     * task. `isUnpaid`: for want of money.
     */
    | { kind: "failed"; problem: string; causes: TaskCauses; isFinal?: boolean; isUnpaid?: boolean }
    /** It was late. `next`: who does it, and what not again; `null` where nobody knows what was done. */
    | { kind: "late"; problem: string; causes: TaskCauses; next: Next | null }
    | { kind: "skipped" }
  );
type Next = Pick<PlanTask, "agent"> & NonNullable<PlanTask["late"]>;

/**
 * A task that failed is tried again, unless it is critical or was tried often enough. One that was not done
 * in time is given once more; then it has failed.
 */
export function endTask(plan: Plan, id: string, end: TaskEnd): Plan {
  const task = findTask(plan, id);
  const spent = { costMicroUsd: task.costMicroUsd + end.costMicroUsd, isAsking: false };
  switch (end.kind) {
    case "completed": {
      const { summary, isPrivate, isStrange = false, missing, causes = [], now } = end;
      const status = missing === undefined ? "completed" : "partial";
      const told = { summary, isPrivate, ...(isStrange && { isStrange }) };
      const lacks = missing === undefined ? {} : { problem: missing, causes };
      return change(plan, id, { ...spent, status, endedAt: now, ...told, ...lacks });
    }
    case "skipped":
      return change(plan, id, { ...spent, status: "skipped", endedAt: end.now });
    case "failed": {
      const { problem, causes, isUnpaid = false, now } = end;
      const isLast = end.isFinal ?? (isUnpaid || task.isCritical || task.attempts >= mostAttempts);
      const next = isLast ? ({ status: "failed", endedAt: now } as const) : ({ status: "pending" } as const);
      return change(plan, id, { ...spent, ...next, problem, causes, ...(isUnpaid && { isUnpaid }) });
    }
    case "late": {
      const { problem, causes, next } = end;
      if (next === null || task.late !== undefined)
        return endTask(plan, id, { ...end, kind: "failed", isFinal: true });
      const { agent, done } = next;
      const given = change(plan, id, { ...spent, status: "pending", problem, causes, agent, late: { done } });
      return { ...given, notes: [...plan.notes, { kind: "late", steps: [id] }] };
    }
  }
}

/** Whether a running task waits for the person. `dueAt`: until when it must be done once that is over. */
export function noteAsking(plan: Plan, id: string, isAsking: boolean, dueAt: number): Plan {
  return (findTask(plan, id).isAsking ?? false) === isAsking ? plan : change(plan, id, { isAsking, dueAt });
}

/** Whether what is left is to be planned anew: a task has failed for good. */
export function needsReplan({ steps, replans }: Plan): boolean {
  return replans < mostReplans && steps.some(isFailed);
}

/** Whether it failed and could be done another way. */
export const isFailed = ({ status, isReplaced, isGivenUp, isUnpaid }: PlanTask): boolean =>
  status === "failed" && isReplaced !== true && isGivenUp !== true && isUnpaid !== true;

/** Whether the answer goes without what it was for. */
export const isLost = ({ status, isReplaced }: PlanTask): boolean =>
  status === "skipped" || status === "partial" || (status === "failed" && isReplaced !== true);

/**
 * The plan with other tasks behind those that have begun; they stand for the ones that failed, too. Where
 * there are none, what failed is given up, and what has not begun is done without it.
 */
export function replan(plan: Plan, tasks: readonly PlanTask[], notes: readonly PlanNote[]): Plan {
  const end = tasks.length > 0 ? "isReplaced" : "isGivenUp";
  const failed = plan.steps.filter(isFailed).map(({ id }) => id);
  const kept = plan.steps
    .filter((task) => tasks.length === 0 || !isOpen(task))
    .map((task): PlanTask => (isFailed(task) ? { ...task, [end]: true } : task));
  const lost = new Set(kept.flatMap(({ id, status }) => (status === "failed" ? [id] : [])));
  const added = tasks
    .slice(0, Math.max(0, mostTasks - kept.length))
    .map((task) => ({ ...task, dependsOn: task.dependsOn.filter((id) => !lost.has(id)) }));
  return refresh({
    ...plan,
    version: plan.version + 1,
    steps: [...kept, ...added],
    replans: plan.replans + 1,
    notes: [...plan.notes, { kind: "replanned", steps: failed }, ...notes],
  });
}

/** The plan with other tasks in the place of those that have not begun, as the person wants it otherwise. */
export function replaceOpen(plan: Plan, tasks: readonly PlanTask[], notes: readonly PlanNote[]): Plan {
  const gone = plan.steps.filter(isOpen).map(({ id }) => id);
  const changed = replan(plan, tasks, notes);
  const said = changed.notes.map((note) =>
    note.kind === "replanned" ? ({ kind: "said", steps: gone } as const) : note,
  );
  return { ...changed, replans: plan.replans, notes: [...plan.notes, ...said.slice(plan.notes.length)] };
}

/** Gives up what can never begin. */
export function skipStuck(plan: Plan): Plan {
  const stuck = new Set(listStuck(plan).map(({ id }) => id));
  if (stuck.size === 0) return plan;
  return {
    ...plan,
    steps: plan.steps.map((task) => (stuck.has(task.id) ? { ...task, status: "skipped" } : task)),
    notes: [...plan.notes, { kind: "skipped", steps: [...stuck] }],
  };
}

/** Begins nothing more, for want of time or money. */
export function skipOpen(plan: Plan): Plan {
  const open = plan.steps.filter(isOpen).map(({ id }) => id);
  if (open.length === 0) return plan;
  return { ...cancelPlan(plan), notes: [...plan.notes, { kind: "unbegun", steps: open }] };
}

/** What the answer goes without, and not by the person's own word. */
export function listLost({ steps, notes }: Plan): PlanTask[] {
  const told = new Set(notes.flatMap(({ kind, steps: ids }) => (lostNotes.has(kind) ? ids : [])));
  return steps.filter((task) => isLost(task) && (task.status !== "skipped" || told.has(task.id)));
}
const lostNotes: ReadonlySet<string> = new Set(["skipped", "unbegun"]);

/** Ends it as it stands: what has not come to its end is skipped. */
export function endPlan(plan: Plan): Plan {
  const tasks = plan.steps.map((task): PlanTask => (isOver(task) ? task : { ...task, status: "skipped" }));
  return { ...plan, state: "ended", steps: tasks };
}

/**
 * The plan as a person has changed it. Throws `conflict` for a plan that has changed since it was read or a
 * task that has begun, and `invalid_request` with `fields`.
 */
export function editPlan(plan: Plan, { version, steps }: PlanEdit): Plan {
  if (plan.state === "ended" || version !== plan.version)
    throw new AppError("conflict", "The plan has changed meanwhile. Look at it again.");
  if (steps === undefined) return { ...plan, version: version + 1 };
  const begun = plan.steps.filter((task) => !isOpen(task));
  const late = steps.filter(({ id }) => begun.some((task) => task.id === id));
  if (late.length > 0)
    throw new AppError("conflict", `${late.map(({ title }) => `“${title}”`).join(", ")} has begun already.`);
  const faults = checkTasks(
    steps,
    begun.map(({ id }) => id),
  );
  if (begun.length + steps.length > mostTasks) faults["steps"] = `at most ${mostTasks} steps make a plan`;
  if (Object.keys(faults).length > 0)
    throw new AppError("invalid_request", "These steps make no plan.", { fields: faults });
  const open = new Map(plan.steps.filter(isOpen).map((task) => [task.id, task]));
  const changed = steps.map((task): PlanTask => ({ ...fresh, ...open.get(task.id), ...task }));
  return refresh({ ...plan, version: version + 1, steps: [...begun, ...changed] });
}

/** A plan that waits, as the person's word leaves it: followed, or over. Throws as `editPlan`. */
export function decidePlan({ dueAt: _due, ...plan }: Plan, edit: PlanEdit | null): Plan {
  const edited = edit === null ? plan : editPlan(plan, edit);
  return edit?.decision === "approve" ? { ...edited, state: "running" } : endPlan(edited);
}

/** Nothing more is begun: the answer is written from what there is. */
export function cancelPlan(plan: Plan): Plan {
  const tasks = plan.steps.map((task): PlanTask => (isOpen(task) ? { ...task, status: "skipped" } : task));
  return { ...plan, version: plan.version + 1, steps: tasks };
}

/** A task whose needs are not over is blocked. */
export function refresh(plan: Plan): Plan {
  const settled = listSettled(plan);
  const tasks = plan.steps.map((task): PlanTask => {
    if (!isOpen(task)) return task;
    const status = task.dependsOn.every((id) => settled.has(id)) ? "pending" : "blocked";
    return status === task.status ? task : { ...task, status };
  });
  return { ...plan, steps: tasks };
}

function change(plan: Plan, id: string, next: Partial<PlanTask>): Plan {
  const tasks = plan.steps.map((task) => (task.id === id ? { ...task, ...next } : task));
  return refresh({ ...plan, steps: tasks });
}

/** The plan with tasks for what its answer was found to lack. */
export function addTasks(plan: Plan, tasks: readonly PlanTask[], notes: readonly PlanNote[]): Plan {
  const added = tasks.slice(0, Math.max(0, mostTasks - plan.steps.length));
  const known = { ...plan, version: plan.version + 1, state: "running" as const };
  return refresh({ ...known, steps: [...plan.steps, ...added], notes: [...plan.notes, ...notes] });
}
