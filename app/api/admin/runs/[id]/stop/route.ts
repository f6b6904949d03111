import { stopRun } from "@/lib/features/operations/endpoints";

export const POST = stopRun;
