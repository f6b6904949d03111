import type { Role } from "@/lib/protocol/accounts";
import type { AgentStyle, ModelTier } from "@/lib/protocol/settings";
import type { ToolName } from "@/lib/protocol/tools";

/*
 * The protocol's names as lists. It has them beside its schemas, whose library the browser would have to load: here they are
 * written down again, each exactly once, as the types demand.
 */

export const modelTierNames = toNames<ModelTier>({ main: 0, lite: 1, pro: 2, image: 3, embedding: 4 });
export const styleNames = toNames<AgentStyle>({ tool_first: 0, balanced: 1, direct: 2 });
/** The harmless one first. */
export const roleNames = toNames<Role>({ member: 0, admin: 1 });
export const toolNames = toNames<ToolName>({
  web_search: 0,
  web_fetch: 1,
  memory_retrieve: 2,
  memory_save: 3,
  image_generate: 4,
  recall_details: 5,
  get_current_time: 6,
  calculate: 7,
});

function toNames<NAME extends string>(order: Record<NAME, number>): readonly NAME[] {
  return (Object.keys(order) as NAME[]).sort((a, b) => order[a] - order[b]);
}
