import { listRuns } from "@/lib/features/traces/endpoints";

export const GET = listRuns;
