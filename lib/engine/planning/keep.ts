import type { EditedStep, Plan, PlanNote, PlanStep } from "@/lib/protocol/plans";
import { fillVariables } from "@/lib/protocol/prompt-text";
import { fresh, type PlanMeans } from "./propose";

/**
 * Kept steps as they begin again. A tool or helper that is not there any more is left out and noted: the step
 * is done with what there is.
 */
export function toKeptSteps(
  kept: readonly EditedStep[],
  { tools, helpers }: PlanMeans,
  values: ReadonlyMap<string, string>,
): Pick<Plan, "steps" | "notes"> {
  const changed: string[] = [];
  const steps = kept.map((step): PlanStep => {
    const tool = step.tool !== null && tools.includes(step.tool) ? step.tool : null;
    const agent = step.agent !== null && helpers.some(({ id }) => id === step.agent?.id) ? step.agent : null;
    if (tool !== step.tool || agent !== step.agent) changed.push(step.id);
    const fill = (text: string) => fillVariables(text, values);
    return {
      ...step,
      title: fill(step.title).slice(0, 120),
      instruction: fill(step.instruction).slice(0, 4_000),
      expected: fill(step.expected).slice(0, 500),
      ...{ tool, agent, ...fresh },
    };
  });
  const notes: PlanNote[] = changed.length === 0 ? [] : [{ kind: "unknown", steps: changed }];
  return { steps, notes };
}
