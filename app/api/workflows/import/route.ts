import { importWorkflow } from "@/lib/features/workflows/endpoints";

export const POST = importWorkflow;
