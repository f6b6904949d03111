import type { PlanTaskStatus } from "@/lib/features/plans/shape";

/** Whether a task came to something that others and the answer can use. */
export const hasResult = ({ status }: { status: PlanTaskStatus }): boolean =>
  status === "completed" || status === "partial";
