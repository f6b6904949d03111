import { createAgent, listAgents } from "@/lib/features/agents/endpoints";

export const GET = listAgents;
export const POST = createAgent;
