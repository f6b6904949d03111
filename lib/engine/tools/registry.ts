import { AppError } from "@/lib/errors";
import type { RuntimeTool } from "./runtime-tool";
import { toRunnable } from "./runtime-tool";
import type { RunnableTool, ToolDefinition } from "./tool";

/** A tool of a tool server, with what an administrator decided about it. */
export type ServerTool = RunnableTool & { policy: { perDay: number | null } };

export type ToolRegistry = ReturnType<typeof createToolRegistry>;

/**
 * Tools by the name that models know, in the order of coming. None is ever changed or taken away but those of
 * tool servers, which stand behind the others.
 */
export function createToolRegistry(
  definitions: readonly ToolDefinition[],
  others: readonly RunnableTool[] = [],
) {
  const builtIn: ReadonlySet<unknown> = new Set(definitions);
  const tools = new Map<string, RunnableTool>();
  const add = (tool: RunnableTool): void => {
    const there = tools.get(toModelName(tool));
    if (there !== undefined)
      throw new AppError("already_exists", `There is a tool named ${there.name} already.`);
    tools.set(toModelName(tool), Object.freeze(tool));
  };
  for (const tool of [...definitions, ...others]) add(tool);
  let ofServers: readonly ServerTool[] = [];
  const list = (): RunnableTool[] => [...tools.values(), ...ofServers];
  return {
    /** In place of those that were offered before; none takes the name of another tool. */
    offerServerTools(offered: readonly ServerTool[]): void {
      ofServers = offered.filter(({ name }) => !tools.has(name)).map((tool) => Object.freeze(tool));
    },
    listServerTools: (): readonly ServerTool[] => ofServers,
    /** Adds a tool for every run that begins from now on. Throws `already_exists` or `invalid_request`. */
    register<INPUT>(tool: RuntimeTool<INPUT>): void {
      add(toRunnable(tool));
    },
    find(name: string): RunnableTool | null {
      return list().find((tool) => tool.name === name) ?? null;
    },
    list,
    /** Whether it is one of ours, not one that was registered. */
    isBuiltIn: (tool: RunnableTool): tool is ToolDefinition => builtIn.has(tool),
  };
}

/** Some vendors take no dots. */
export function toModelName({ name }: RunnableTool): string {
  return name.replaceAll(".", "_");
}
