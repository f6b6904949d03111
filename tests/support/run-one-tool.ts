import type { ToolName } from "@/lib/protocol/tools";
import { runTool } from "@/lib/engine/tools/run-tool";
import type { ToolContext, ToolDefinition } from "@/lib/engine/tools/tool";

/** Runs a tool as the product does, without the pause before a second attempt. */
export function runOneTool<NAME extends ToolName>(
  definition: ToolDefinition<NAME>,
  input: unknown,
  context: ToolContext,
) {
  return runTool(definition, input, context, { wait: async () => undefined, random: () => 0.5 });
}
