import { readTrace } from "@/lib/features/traces/endpoints";

export const GET = readTrace;
