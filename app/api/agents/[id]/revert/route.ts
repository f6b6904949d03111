import { revertAgent } from "@/lib/features/agents/endpoints";

export const POST = revertAgent;
