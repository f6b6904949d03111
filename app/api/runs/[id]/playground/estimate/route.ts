import { estimateCall } from "@/lib/features/traces/endpoints";

export const POST = estimateCall;
