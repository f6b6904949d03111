import { builtInHelpers, type Helper } from "@/lib/engine/planning/helpers";
import { newAgentFields, type Agent } from "@/lib/features/agents/shape/agents";
import type { RunHost } from "@/lib/engine/ports";

/** Who can do a task of the person's: those that the administrators named, then those that every site has. */
export async function listHelpers(
  { records: { agents }, tools }: RunHost,
  userId: string,
): Promise<Helper[]> {
  const named = (await agents.listFor(userId)).filter(({ isHelper }) => isHelper);
  const builtIn = builtInHelpers.map((helper) => ({ ...helper, tools: tools.listOfHelper(helper.id) }));
  return [...named, ...builtIn];
}

/** `null` for one that is not there any more. */
export async function findHelper(
  { records: { agents }, tools }: RunHost,
  userId: string,
  helperId: string,
): Promise<Agent | null> {
  const known = (await agents.listFor(userId)).find(({ id }) => id === helperId);
  if (known !== undefined) return known;
  const helper = builtInHelpers.find(({ id }) => id === helperId);
  return helper === undefined
    ? null
    : {
        ...{ ...newAgentFields, ...helper, tools: tools.listOfHelper(helper.id) },
        ...{ version: 0, updatedAt: 0, updatedBy: "" },
      };
}
