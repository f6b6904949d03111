import type { EditedTask, Plan, PlanNote, PlanTask } from "@/lib/features/plans/shape";
import { fillVariables } from "@/lib/protocol/prompt-text";
import { fresh, type PlanMeans } from "./propose";

/**
 * Kept tasks as they begin again. A tool or helper that is not there any more is left out and noted: the task
 * is done with what there is.
 */
export function toKeptTasks(
  kept: readonly EditedTask[],
  { tools, helpers }: PlanMeans,
  values: ReadonlyMap<string, string>,
): Pick<Plan, "steps" | "notes"> {
  const changed: string[] = [];
  const tasks = kept.map((task): PlanTask => {
    const tool = task.tool !== null && tools.includes(task.tool) ? task.tool : null;
    const agent = task.agent !== null && helpers.some(({ id }) => id === task.agent?.id) ? task.agent : null;
    if (tool !== task.tool || agent !== task.agent) changed.push(task.id);
    const fill = (text: string) => fillVariables(text, values);
    return {
      ...task,
      title: fill(task.title).slice(0, 120),
      instruction: fill(task.instruction).slice(0, 4_000),
      expected: fill(task.expected).slice(0, 500),
      ...{ tool, agent, ...fresh },
    };
  });
  const notes: PlanNote[] = changed.length === 0 ? [] : [{ kind: "unknown", steps: changed }];
  return { steps: tasks, notes };
}
