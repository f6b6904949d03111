import type { Plan, PlanTask, PlanTaskStatus } from "@/lib/features/plans/shape";

const signs: Record<PlanTaskStatus, string> = {
  pending: "○",
  blocked: "◌",
  running: "●",
  completed: "✓",
  partial: "◐",
  failed: "✗",
  skipped: "–",
};

/** A Mermaid flow chart of the plan. Titles are foreign text: their signs are written as codes. */
export function toPlanDiagram({ steps }: Pick<Plan, "steps">): string {
  const known = new Set(steps.map(({ id }) => id));
  return [
    "flowchart LR",
    ...steps.map((task, index) => `  ${task.id}["${toLabel(task, index)}"]`),
    ...steps.flatMap(({ id, dependsOn }) =>
      dependsOn.filter((need) => known.has(need)).map((need) => `  ${need} --> ${id}`),
    ),
  ].join("\n");
}

const longestLabel = 60;

function toLabel({ title, status, agent }: PlanTask, index: number): string {
  const helper = agent === null ? "" : ` · ${agent.name}`;
  const text = `${signs[status]} ${index + 1}. ${title}`;
  const short = text.length > longestLabel ? `${text.slice(0, longestLabel)}…` : text;
  return escape(`${short}${helper}`);
}

function escape(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{M} ,.…·○◌●✓◐✗–]/gu, (sign) => `#${sign.codePointAt(0)};`);
}
