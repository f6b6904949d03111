import { listAgentVersions } from "@/lib/features/agents/endpoints";

export const GET = listAgentVersions;
