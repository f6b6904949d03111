import type { EditedStep, Plan, PlanStep } from "@/lib/protocol/plans";

/** The steps that a person may still change, as they go back to the server. */
export function toEditedSteps({ steps }: Pick<Plan, "steps">): EditedStep[] {
  return steps.filter(({ status }) => status === "pending" || status === "blocked").map(toEditedStep);
}

/** The steps of a plan that is over, to be kept: without those that others were planned for. */
export function toKeptSteps({ steps }: Pick<Plan, "steps">): EditedStep[] {
  const kept = steps.filter(({ isReplaced }) => isReplaced !== true);
  const ids = new Set(kept.map(({ id }) => id));
  return kept
    .map(toEditedStep)
    .map((step) => ({ ...step, dependsOn: step.dependsOn.filter((id) => ids.has(id)) }));
}

function toEditedStep(step: PlanStep): EditedStep {
  const { id, title, instruction, expected, tool, agent, dependsOn, isCritical, pattern } = step;
  return { id, title, instruction, expected, tool, agent, dependsOn, isCritical, pattern };
}

export function moveStep(steps: readonly EditedStep[], index: number, by: -1 | 1): EditedStep[] {
  const moved = [...steps];
  const [step] = moved.splice(index, 1);
  if (step !== undefined) moved.splice(Math.max(0, index + by), 0, step);
  return moved;
}

/** Nothing waits for a step that is gone. */
export function removeStep(steps: readonly EditedStep[], id: string): EditedStep[] {
  return steps
    .filter((step) => step.id !== id)
    .map((step) => ({ ...step, dependsOn: step.dependsOn.filter((need) => need !== id) }));
}

/** With a number that none of those that are known has. */
export function toNewStep(known: readonly Pick<EditedStep, "id">[], title: string): EditedStep {
  const numbers = known.map(({ id }) => Number(id.slice(1)));
  return {
    ...{ id: `s${Math.max(0, ...numbers) + 1}`, title, instruction: title, expected: "" },
    ...{ tool: null, agent: null, dependsOn: [], isCritical: false, pattern: "one" as const },
  };
}
