import { tryAgent } from "@/lib/features/agents/endpoints";

export const maxDuration = 300;

export const POST = tryAgent;
