import { listEverybodysRuns } from "@/lib/features/traces/endpoints";

export const GET = listEverybodysRuns;
