import { AppError } from "@/lib/errors";
import { toolNames } from "@/lib/protocol/tools";
import { describeInputError } from "./describe-input-error";
import { toModelName, type createToolRegistry } from "./registry";
import type { RunnableTool } from "./tool";

type Registry = Pick<ReturnType<typeof createToolRegistry>, "list">;

/** How a tool may be treated, by the name that models know. Of one that is gone the worst is assumed. */
export function describeTool(registry: Registry, name: string) {
  const tool = findTool(registry, name);
  const isDynamic = !toolNames.some((known) => known === name);
  return {
    hasSideEffects: tool?.hasSideEffects ?? true,
    hasEffects: tool === null || tool.hasSideEffects || (isDynamic && tool.isContained !== true),
    isRepeatable: tool?.isRepeatable ?? tool?.hasSideEffects === false,
    isDynamic,
  };
}

/** Throws `invalid_request` with `fields` for an input that the tool would refuse. */
export function checkToolInput(registry: Registry, name: string, input: unknown): void {
  const tool = findTool(registry, name);
  if (tool === null) throw new AppError("not_found", "This tool is not there any more.");
  const parsed = tool.inputSchema.safeParse(input);
  if (parsed.success) return;
  const fields = Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [["input", ...path].map(String).join("."), message]),
  );
  throw new AppError("invalid_request", describeInputError(parsed.error, input), { fields });
}

function findTool(registry: Registry, name: string): RunnableTool | null {
  return registry.list().find((tool) => tool.name === name || toModelName(tool) === name) ?? null;
}
