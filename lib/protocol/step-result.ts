import type { PlanStepStatus } from "./plans";

/** Whether a step came to something that others and the answer can use. */
export const hasResult = ({ status }: { status: PlanStepStatus }): boolean =>
  status === "completed" || status === "partial";
