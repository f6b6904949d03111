import { listUsedAgents } from "@/lib/features/agents/endpoints";

export const GET = listUsedAgents;
