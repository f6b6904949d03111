import { mostSteps } from "@/lib/protocol/limits";
import { AppError } from "@/lib/errors";
import {
  mostAttempts,
  mostReplans,
  type Plan,
  type PlanEdit,
  type PlanNote,
  type PlanStep,
  type StepCauses,
} from "@/lib/protocol/plans";
import { hasResult } from "@/lib/protocol/step-result";
import { listNeeds } from "./order";
import { checkSteps, fresh } from "./propose";

/** So many steps of a plan run at once. */
export const mostAtOnce = 4;

const isOver = (step: PlanStep): boolean =>
  hasResult(step) || step.status === "failed" || step.status === "skipped";
/** Whether it has not begun. */
export const isOpen = ({ status }: PlanStep): boolean => status === "pending" || status === "blocked";

/** Steps that may begin now, in the plan's order. What is left out is not waited for. */
export function listReady(plan: Plan): PlanStep[] {
  const room = mostAtOnce - listRunning(plan.steps).length;
  const settled = listSettled(plan);
  return plan.steps
    .filter((step) => isOpen(step) && step.dependsOn.every((id) => settled.has(id)))
    .slice(0, Math.max(0, room));
}

/**
 * Ids of the steps that nobody waits for: they are over, and what failed is not planned another way. What
 * could not be paid is waited for, as what needs it could not be paid either.
 */
function listSettled({ steps, replans }: Pick<Plan, "steps" | "replans">): Set<string> {
  const isLeft = (step: PlanStep) =>
    isOver(step) && step.isUnpaid !== true && !(replans < mostReplans && isFailed(step));
  return new Set(steps.filter(isLeft).map(({ id }) => id));
}

/** What a step needs and goes without, whole or in part. */
export function listLacking({ steps }: Pick<Plan, "steps">, { dependsOn }: PlanStep): PlanStep[] {
  return steps.filter((step) => dependsOn.includes(step.id) && isLost(step));
}

export function listRunning(steps: readonly PlanStep[]): PlanStep[] {
  return steps.filter(({ status }) => status === "running");
}

/** Steps that have neither begun nor will: what they need stands nowhere. */
export function listStuck(plan: Plan): PlanStep[] {
  return listRunning(plan.steps).length > 0 || listReady(plan).length > 0 ? [] : plan.steps.filter(isOpen);
}

export function findStep({ steps }: Plan, id: string): PlanStep {
  const found = steps.find((step) => step.id === id);
  if (found === undefined) throw new AppError("not_found", `The plan has no step ${id}.`);
  return found;
}

/** `conversationId`: where this attempt is made; `dueAt`: until when. */
export function beginStep(plan: Plan, id: string, { conversationId, now, dueAt }: Begun): Plan {
  const { attempts, startedAt } = findStep(plan, id);
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
type Begun = { conversationId: string; now: number; dueAt: number };

/** Another one does it. */
export const giveStep = (plan: Plan, id: string, agent: PlanStep["agent"]): Plan =>
  change(plan, id, { agent });

/** How an attempt ended. `summary` is the beginning of its result. */
export type StepEnd = { costMicroUsd: number; now: number } &
  /** `missing`: what it lacks, for a step that ended early. `causes`: the same for the person. */
  (
    | {
        kind: "completed";
        summary: string;
        isPrivate: boolean;
        isStrange?: boolean;
        missing?: string;
        causes?: StepCauses;
      }
    /**
     * `isFinal`: the same again would come to the same; `false`: it is worth another try, also of a critical
     * step. `isUnpaid`: for want of money.
     */
    | { kind: "failed"; problem: string; causes: StepCauses; isFinal?: boolean; isUnpaid?: boolean }
    /** It was late. `next`: who does it, and what not again; `null` where nobody knows what was done. */
    | { kind: "late"; problem: string; causes: StepCauses; next: Next | null }
    | { kind: "skipped" }
  );
type Next = Pick<PlanStep, "agent"> & NonNullable<PlanStep["late"]>;

/**
 * A step that failed is tried again, unless it is critical or was tried often enough. One that was not done
 * in time is given once more; then it has failed.
 */
export function endStep(plan: Plan, id: string, end: StepEnd): Plan {
  const step = findStep(plan, id);
  const spent = { costMicroUsd: step.costMicroUsd + end.costMicroUsd, isAsking: false };
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
      const isLast = end.isFinal ?? (isUnpaid || step.isCritical || step.attempts >= mostAttempts);
      const next = isLast ? ({ status: "failed", endedAt: now } as const) : ({ status: "pending" } as const);
      return change(plan, id, { ...spent, ...next, problem, causes, ...(isUnpaid && { isUnpaid }) });
    }
    case "late": {
      const { problem, causes, next } = end;
      if (next === null || step.late !== undefined)
        return endStep(plan, id, { ...end, kind: "failed", isFinal: true });
      const { agent, done } = next;
      const given = change(plan, id, { ...spent, status: "pending", problem, causes, agent, late: { done } });
      return { ...given, notes: [...plan.notes, { kind: "late", steps: [id] }] };
    }
  }
}

/** Whether a running step waits for the person. `dueAt`: until when it must be done once that is over. */
export function noteAsking(plan: Plan, id: string, isAsking: boolean, dueAt: number): Plan {
  return (findStep(plan, id).isAsking ?? false) === isAsking ? plan : change(plan, id, { isAsking, dueAt });
}

/** Whether what is left is to be planned anew: a step has failed for good. */
export function needsReplan({ steps, replans }: Plan): boolean {
  return replans < mostReplans && steps.some(isFailed);
}

/** Whether it failed and could be done another way. */
export const isFailed = ({ status, isReplaced, isGivenUp, isUnpaid }: PlanStep): boolean =>
  status === "failed" && isReplaced !== true && isGivenUp !== true && isUnpaid !== true;

/** Whether the answer goes without what it was for. */
export const isLost = ({ status, isReplaced }: PlanStep): boolean =>
  status === "skipped" || status === "partial" || (status === "failed" && isReplaced !== true);

/**
 * The plan with other steps behind those that have begun; they stand for the ones that failed, too. Where
 * there are none, what failed is given up, and what has not begun is done without it.
 */
export function replan(plan: Plan, steps: readonly PlanStep[], notes: readonly PlanNote[]): Plan {
  const end = steps.length > 0 ? "isReplaced" : "isGivenUp";
  const failed = plan.steps.filter(isFailed).map(({ id }) => id);
  const kept = plan.steps
    .filter((step) => steps.length === 0 || !isOpen(step))
    .map((step): PlanStep => (isFailed(step) ? { ...step, [end]: true } : step));
  const lost = new Set(kept.flatMap(({ id, status }) => (status === "failed" ? [id] : [])));
  const added = steps
    .slice(0, Math.max(0, mostSteps - kept.length))
    .map((step) => ({ ...step, dependsOn: step.dependsOn.filter((id) => !lost.has(id)) }));
  return refresh({
    ...plan,
    version: plan.version + 1,
    steps: [...kept, ...added],
    replans: plan.replans + 1,
    notes: [...plan.notes, { kind: "replanned", steps: failed }, ...notes],
  });
}

/** The plan with other steps in the place of those that have not begun, as the person wants it otherwise. */
export function replaceOpen(plan: Plan, steps: readonly PlanStep[], notes: readonly PlanNote[]): Plan {
  const gone = plan.steps.filter(isOpen).map(({ id }) => id);
  const changed = replan(plan, steps, notes);
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
    steps: plan.steps.map((step) => (stuck.has(step.id) ? { ...step, status: "skipped" } : step)),
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
export function listLost({ steps, notes }: Plan): PlanStep[] {
  const told = new Set(notes.flatMap(({ kind, steps: ids }) => (lostNotes.has(kind) ? ids : [])));
  return steps.filter((step) => isLost(step) && (step.status !== "skipped" || told.has(step.id)));
}
const lostNotes: ReadonlySet<string> = new Set(["skipped", "unbegun"]);

/** Ends it as it stands: what has not come to its end is skipped. */
export function endPlan(plan: Plan): Plan {
  const steps = plan.steps.map((step): PlanStep => (isOver(step) ? step : { ...step, status: "skipped" }));
  return { ...plan, state: "ended", steps };
}

/**
 * The plan as a person has changed it. Throws `conflict` for a plan that has changed since it was read or a
 * step that has begun, and `invalid_request` with `fields`.
 */
export function editPlan(plan: Plan, { version, steps }: PlanEdit): Plan {
  if (plan.state === "ended" || version !== plan.version)
    throw new AppError("conflict", "The plan has changed meanwhile. Look at it again.");
  if (steps === undefined) return { ...plan, version: version + 1 };
  const begun = plan.steps.filter((step) => !isOpen(step));
  const late = steps.filter(({ id }) => begun.some((step) => step.id === id));
  if (late.length > 0)
    throw new AppError("conflict", `${late.map(({ title }) => `“${title}”`).join(", ")} has begun already.`);
  const faults = checkSteps(
    steps,
    begun.map(({ id }) => id),
  );
  if (begun.length + steps.length > mostSteps) faults["steps"] = `at most ${mostSteps} steps make a plan`;
  if (Object.keys(faults).length > 0)
    throw new AppError("invalid_request", "These steps make no plan.", { fields: faults });
  const open = new Map(plan.steps.filter(isOpen).map((step) => [step.id, step]));
  const changed = steps.map((step): PlanStep => ({ ...fresh, ...open.get(step.id), ...step }));
  return refresh({ ...plan, version: version + 1, steps: [...begun, ...changed] });
}

/** A plan that waits, as the person's word leaves it: followed, or over. Throws as `editPlan`. */
export function decidePlan({ dueAt: _due, ...plan }: Plan, edit: PlanEdit | null): Plan {
  const edited = edit === null ? plan : editPlan(plan, edit);
  return edit?.decision === "approve" ? { ...edited, state: "running" } : endPlan(edited);
}

/** Nothing more is begun: the answer is written from what there is. */
export function cancelPlan(plan: Plan): Plan {
  const steps = plan.steps.map((step): PlanStep => (isOpen(step) ? { ...step, status: "skipped" } : step));
  return { ...plan, version: plan.version + 1, steps };
}

/** A step whose needs are not over is blocked. */
export function refresh(plan: Plan): Plan {
  const settled = listSettled(plan);
  const steps = plan.steps.map((step): PlanStep => {
    if (!isOpen(step)) return step;
    const status = step.dependsOn.every((id) => settled.has(id)) ? "pending" : "blocked";
    return status === step.status ? step : { ...step, status };
  });
  return { ...plan, steps };
}

function change(plan: Plan, id: string, next: Partial<PlanStep>): Plan {
  const steps = plan.steps.map((step) => (step.id === id ? { ...step, ...next } : step));
  return refresh({ ...plan, steps });
}

/** How many others wait for each step, at whatever distance: without it that many come to nothing. */
export function countDependents(steps: readonly Pick<PlanStep, "id" | "dependsOn">[]): Map<string, number> {
  const counts = new Map(steps.map(({ id }) => [id, 0]));
  for (const { id } of steps)
    for (const need of listNeeds(steps, id)) counts.set(need, (counts.get(need) ?? 0) + 1);
  return counts;
}

/** The plan with steps for what its answer was found to lack. */
export function addSteps(plan: Plan, steps: readonly PlanStep[], notes: readonly PlanNote[]): Plan {
  const added = steps.slice(0, Math.max(0, mostSteps - plan.steps.length));
  const known = { ...plan, version: plan.version + 1, state: "running" as const };
  return refresh({ ...known, steps: [...plan.steps, ...added], notes: [...plan.notes, ...notes] });
}

export function toSpent({ steps }: Plan): number {
  return steps.reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0);
}
