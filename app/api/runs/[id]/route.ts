import { readRun } from "@/lib/features/traces/endpoints";

export const GET = readRun;
