import { changeAgent, deleteAgent, readAgent } from "@/lib/features/agents/endpoints";

export const GET = readAgent;
export const PATCH = changeAgent;
export const DELETE = deleteAgent;
