import { exportWorkflow } from "@/lib/features/workflows/endpoints";

export const GET = exportWorkflow;
