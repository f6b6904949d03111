import { createWorkflow, listWorkflows } from "@/lib/features/workflows/endpoints";

export const GET = listWorkflows;
export const POST = createWorkflow;
