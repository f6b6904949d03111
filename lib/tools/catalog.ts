import type { Memory } from "@/lib/memory/memory";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { ToolOutputData, ToolResult } from "@/lib/protocol/tool-results";
import type { ToolName } from "@/lib/protocol/tools";
import { jsonSchema, tool, zodSchema, type Schema, type ToolSet } from "ai";
import { createCalculate } from "./calculate";
import { createCurrentTime } from "./current-time";
import { createImageGenerate, type FindImageGenerator, type SaveImage } from "./image-generate";
import { createMemoryRetrieve } from "./memory-retrieve";
import { createMemorySave } from "./memory-save";
import { createRecallDetails } from "./recall-details";
import { runTool, type RunToolOptions } from "./run-tool";
import type { ToolContext, ToolDefinition } from "./tool";
import { createWebFetch, type ReadPage } from "./web-fetch";
import { createWebSearch, type WebSearch } from "./web-search";

export type ToolCatalogDeps = RunToolOptions & {
  search: WebSearch;
  readPage: ReadPage;
  memory: Memory;
  findImageGenerator: FindImageGenerator;
  saveImage: SaveImage;
};

type AnyOutput = ToolResult<ToolOutputData<ToolName>>;

/** What is awaited around each call; what they throw fails the call in the SDK's way, so they should not. */
export type ToolHooks = {
  onStart?: (name: ToolName, callId: string, input: unknown) => void | Promise<void>;
  onEnd?: (name: ToolName, callId: string, input: unknown, output: AnyOutput) => void | Promise<void>;
};

export type ToolCatalog = {
  definitions: readonly ToolDefinition[];
  listEnabled(settings: AgentSettings): ToolName[];
  toToolSet(contextFor: (callId: string, signal: AbortSignal) => ToolContext, hooks?: ToolHooks): ToolSet;
};

/** Every tool that there is. A new one is a line here. */
export function createToolCatalog(deps: ToolCatalogDeps): ToolCatalog {
  const definitions: readonly ToolDefinition[] = [
    createWebSearch(deps.search),
    createWebFetch(deps.readPage),
    createMemoryRetrieve(deps.memory),
    createMemorySave(deps.memory),
    createImageGenerate(deps.findImageGenerator, deps.saveImage),
    createRecallDetails(),
    createCurrentTime(),
    createCalculate(),
  ];
  return {
    definitions,
    listEnabled: (settings) => definitions.filter((definition) => isEnabled(definition, settings)).map(({ name }) => name),
    toToolSet: (contextFor, hooks = {}) =>
      Object.fromEntries(definitions.map((definition) => [definition.name, toTool(definition, contextFor, hooks, deps)])),
  };
}

function isEnabled({ name, capability }: ToolDefinition, settings: AgentSettings): boolean {
  const switches = { web: settings.webSearchEnabled, memory: settings.memoryEnabled, image: settings.imageGenerationEnabled, basic: true };
  return switches[capability] && settings.enabledTools.includes(name);
}

function toTool(
  definition: ToolDefinition,
  contextFor: (callId: string, signal: AbortSignal) => ToolContext,
  hooks: ToolHooks,
  options: RunToolOptions,
) {
  const { name, description } = definition;
  return tool({
    description,
    inputSchema: getInputSchema(definition),
    async execute(input: unknown, { toolCallId, abortSignal }): Promise<AnyOutput> {
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
export function toModelText(output: ToolResult<unknown>): string {
  return output.ok ? output.text : `ERROR(${output.kind}): ${output.message}\nTry: ${output.hint}`;
}

const inputSchemas = new Map<ToolName, Schema<unknown>>();

/**
 * The input's JSON Schema, made once in a process: the SDK would convert a zod schema on every step. It does not
 * validate; the runner does, so that a wrong input is answered like every other failure.
 */
function getInputSchema({ name, inputSchema }: ToolDefinition): Schema<unknown> {
  const known = inputSchemas.get(name);
  if (known !== undefined) return known;
  const made = jsonSchema<unknown>(zodSchema(inputSchema).jsonSchema);
  inputSchemas.set(name, made);
  return made;
}
