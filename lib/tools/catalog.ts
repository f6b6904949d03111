import type { Memory } from "@/lib/memory/memory";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { AnyToolResult } from "@/lib/protocol/tool-results";
import { tool, type ToolSet } from "ai";
import { createCalculate } from "./calculate";
import { createCurrentTime } from "./current-time";
import { createImageGenerate, type FindImageGenerator, type SaveImage } from "./image-generate";
import { getInputSchema } from "./input-schema";
import { createMemoryRetrieve } from "./memory-retrieve";
import { createMemorySave } from "./memory-save";
import { createRecallDetails } from "./recall-details";
import { createToolRegistry, toModelName } from "./registry";
import { runTool, type RunToolOptions } from "./run-tool";
import type { RunnableTool, ToolContext } from "./tool";
import { createWebFetch, type ReadPage } from "./web-fetch";
import { createWebSearch, type WebSearch } from "./web-search";

export type ToolCatalogDeps = RunToolOptions & {
  search: WebSearch;
  readPage: ReadPage;
  memory: Memory;
  findImageGenerator: FindImageGenerator;
  saveImage: SaveImage;
};

/** What is awaited around each call; what they throw fails the call in the SDK's way, so they should not. */
export type ToolHooks = {
  onStart?: (name: string, callId: string, input: unknown) => void | Promise<void>;
  onEnd?: (name: string, callId: string, input: unknown, output: AnyToolResult) => void | Promise<void>;
};

export type ToolCatalog = ReturnType<typeof createToolRegistry> & {
  /** By the names that models know. */
  listEnabled(settings: AgentSettings): string[];
  toToolSet(contextFor: (callId: string, signal: AbortSignal) => ToolContext, hooks?: ToolHooks): ToolSet;
};

/** Every tool that there is. A new one of ours is a line here; others are registered while the server runs. */
export function createToolCatalog(deps: ToolCatalogDeps): ToolCatalog {
  const registry = createToolRegistry([
    createWebSearch(deps.search),
    createWebFetch(deps.readPage),
    createMemoryRetrieve(deps.memory),
    createMemorySave(deps.memory),
    createImageGenerate(deps.findImageGenerator, deps.saveImage),
    createRecallDetails(),
    createCurrentTime(),
    createCalculate(),
  ]);
  return {
    ...registry,
    listEnabled: (settings) =>
      registry
        .list()
        .filter((definition) => isEnabled(definition, settings))
        .map(toModelName),
    toToolSet: (contextFor, hooks = {}) =>
      Object.fromEntries(registry.list().map((definition) => [toModelName(definition), toTool(definition, contextFor, hooks, deps)])),
  };
}

function isEnabled({ name, capability }: RunnableTool, settings: AgentSettings): boolean {
  if (capability === undefined) return true;
  const switches = { web: settings.webSearchEnabled, memory: settings.memoryEnabled, image: settings.imageGenerationEnabled, basic: true };
  return switches[capability] && settings.enabledTools.some((enabled) => enabled === name);
}

function toTool(
  definition: RunnableTool,
  contextFor: (callId: string, signal: AbortSignal) => ToolContext,
  hooks: ToolHooks,
  options: RunToolOptions,
) {
  const { name, description, inputSchema } = definition;
  return tool({
    description,
    inputSchema: getInputSchema(inputSchema),
    async execute(input: unknown, { toolCallId, abortSignal }): Promise<AnyToolResult> {
      await hooks.onStart?.(name, toolCallId, input);
      const context = contextFor(toolCallId, abortSignal ?? new AbortController().signal);
      const output = await runTool(definition, input, context, options);
      await hooks.onEnd?.(name, toolCallId, input, output);
      return output;
    },
    toModelOutput: ({ output }) => ({ type: "text", value: toModelText(output) }),
  });
}

/** What the model reads of a call. */
export function toModelText(output: AnyToolResult): string {
  return output.ok ? output.text : `ERROR(${output.kind}): ${output.message}\nTry: ${output.hint}`;
}
