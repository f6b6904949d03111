import { replayRun } from "@/lib/features/traces/endpoints";

export const maxDuration = 300;

export const POST = replayRun;
