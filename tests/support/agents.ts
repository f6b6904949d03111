import { newAgentSchema, type Agent } from "@/lib/features/agents/shape/agents";
import type { Services } from "@/lib/server/services";

export const administrator = { id: "owner", name: "Ada", email: null, role: "admin" as const };

/** Makes an agent that can answer, with what is given changed. */
export function makeAgent(
  { agents }: Pick<Services, "agents">,
  fields: Record<string, unknown> = {},
): Promise<Agent> {
  const given = { name: "Clerk", instructions: "Answer as a clerk.", ...fields };
  return agents.create(newAgentSchema.parse(given), administrator);
}
