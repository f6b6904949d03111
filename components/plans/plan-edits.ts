import type { EditedTask, Plan, PlanTask } from "@/lib/features/plans/shape";

/** The steps that a person may still change, as they go back to the server. */
export function toEditedTasks({ steps }: Pick<Plan, "steps">): EditedTask[] {
  return steps.filter(({ status }) => status === "pending" || status === "blocked").map(toEditedStep);
}

/** The steps of a plan that is over, to be kept: without those that others were planned for. */
export function toKeptSteps({ steps }: Pick<Plan, "steps">): EditedTask[] {
  const kept = steps.filter(({ isReplaced }) => isReplaced !== true);
  const ids = new Set(kept.map(({ id }) => id));
  return kept
    .map(toEditedStep)
    .map((task) => ({ ...task, dependsOn: task.dependsOn.filter((id) => ids.has(id)) }));
}

function toEditedStep(task: PlanTask): EditedTask {
  const { id, title, instruction, expected, tool, agent, dependsOn, isCritical, pattern } = task;
  return { id, title, instruction, expected, tool, agent, dependsOn, isCritical, pattern };
}

export function moveTask(steps: readonly EditedTask[], index: number, by: -1 | 1): EditedTask[] {
  const moved = [...steps];
  const [task] = moved.splice(index, 1);
  if (task !== undefined) moved.splice(Math.max(0, index + by), 0, task);
  return moved;
}

/** Nothing waits for a step that is gone. */
export function removeTask(steps: readonly EditedTask[], id: string): EditedTask[] {
  return steps
    .filter((task) => task.id !== id)
    .map((task) => ({ ...task, dependsOn: task.dependsOn.filter((need) => need !== id) }));
}

/** With a number that none of those that are known has. */
export function toNewTask(known: readonly Pick<EditedTask, "id">[], title: string): EditedTask {
  const numbers = known.map(({ id }) => Number(id.slice(1)));
  return {
    ...{ id: `s${Math.max(0, ...numbers) + 1}`, title, instruction: title, expected: "" },
    ...{ tool: null, agent: null, dependsOn: [], isCritical: false, pattern: "one" as const },
  };
}
