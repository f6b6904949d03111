import { runWorkflow } from "@/lib/features/workflows/endpoints";

export const maxDuration = 300;

export const POST = runWorkflow;
