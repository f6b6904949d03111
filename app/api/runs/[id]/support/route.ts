import { shareTrace, unshareTrace } from "@/lib/features/traces/endpoints";

export const PUT = shareTrace;
export const DELETE = unshareTrace;
