import { changeWorkflow, deleteWorkflow } from "@/lib/features/workflows/endpoints";

export const PATCH = changeWorkflow;
export const DELETE = deleteWorkflow;
