import { builtInHelpers, type Helper } from "@/lib/engine/planning/helpers";
import { newAgentFields, type Agent } from "@/lib/features/agents/shape/agents";
import type { RunHost } from "@/lib/engine/ports";

/** Who can do a task: those that the administrators named, then those that every site has. */
export async function listHelpers({ records: { agents }, tools }: RunHost): Promise<Helper[]> {
  const named = (await agents.list()).filter((agent) => agent.isEnabled && agent.isHelper);
  const builtIn = builtInHelpers.map((helper) => ({ ...helper, tools: tools.listOfHelper(helper.id) }));
  return [...named, ...builtIn];
}

/** `null` for one that is not there any more. */
export async function findHelper(
  { records: { agents }, tools }: RunHost,
  helperId: string,
): Promise<Agent | null> {
  const known = (await agents.list()).find(({ id, isEnabled }) => id === helperId && isEnabled);
  if (known !== undefined) return known;
  const helper = builtInHelpers.find(({ id }) => id === helperId);
  return helper === undefined
    ? null
    : {
        ...{ ...newAgentFields, ...helper, tools: tools.listOfHelper(helper.id) },
        ...{ version: 0, updatedAt: 0, updatedBy: "" },
      };
}
