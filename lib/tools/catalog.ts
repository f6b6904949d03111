import type { AskSmall } from "@/lib/protocol/ask";
import type { Breakers } from "@/lib/breakers/breakers";
import type { Memory } from "@/lib/memory/memory";
import type { AgentSettings, ToolLimit } from "@/lib/protocol/settings";
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
import { createWebFetch, type CompareMeaning, type ReadPage } from "./web-fetch";
import { createWebSearch, type WebSearch } from "./web-search";

export type ToolCatalogDeps = RunToolOptions & {
  search: WebSearch;
  readPage: ReadPage;
  memory: Memory;
  findImageGenerator: FindImageGenerator;
  saveImage: SaveImage;
  askSmall: AskSmall;
  compareMeaning: CompareMeaning;
  breakers: Pick<Breakers, "get">;
};

/** What is awaited around each call. What `onStart` and `onEnd` throw fails the call in the SDK's way, so they should not. */
export type ToolHooks = {
  onStart?: (name: string, callId: string, input: unknown) => void | Promise<void>;
  /** Before a call is executed, with its quota; what this throws becomes a failure that the model reads. */
  beforeCall?: (name: string, callId: string) => Promise<void>;
  onEnd?: (name: string, callId: string, input: unknown, output: AnyToolResult) => void | Promise<void>;
};

export type ToolCatalog = ReturnType<typeof createToolRegistry> & {
  /** By the names that models know. */
  listEnabled(settings: AgentSettings): string[];
  /** The settings are those that the run started with. */
  toToolSet(contextFor: ContextFor, hooks?: ToolHooks, settings?: ToolSettings): ToolSet;
};

/** What the settings say of how a tool is run. */
export type ToolSettings = Pick<
  AgentSettings,
  "toolLimits" | "searchEngines" | "disabledEngines" | "searchCacheMinutes"
>;
type ContextFor = (callId: string, signal: AbortSignal) => ToolContext;

/** Every tool that there is. A new one of ours is a line here; others are registered while the server runs. */
export function createToolCatalog(deps: ToolCatalogDeps): ToolCatalog {
  const registry = createToolRegistry([
    createWebSearch(deps.search),
    createWebFetch({ readPage: deps.readPage, ask: deps.askSmall, compare: deps.compareMeaning }),
    createMemoryRetrieve(deps.memory),
    createMemorySave(deps.memory),
    createImageGenerate(deps.findImageGenerator, deps.saveImage),
    createRecallDetails(deps.askSmall),
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
    toToolSet: (contextFor, hooks = {}, settings) =>
      Object.fromEntries(
        registry
          .list()
          .map((definition) => [
            toModelName(definition),
            toTool(definition, { contextFor, hooks, settings, deps }),
          ]),
      ),
  };
}

function isEnabled({ name, capability }: RunnableTool, settings: AgentSettings): boolean {
  if (capability === undefined) return true;
  const switches = {
    web: settings.webSearchEnabled,
    memory: settings.memoryEnabled,
    image: settings.imageGenerationEnabled,
    basic: true,
  };
  return switches[capability] && settings.enabledTools.some((enabled) => enabled === name);
}

type Setup = {
  contextFor: ContextFor;
  hooks: ToolHooks;
  settings: ToolSettings | undefined;
  deps: RunToolOptions & Pick<ToolCatalogDeps, "breakers">;
};

function toTool(definition: RunnableTool, { contextFor, hooks, settings, deps }: Setup) {
  const { name, description, inputSchema } = definition;
  const timeLimit = toTimeLimit(name, settings);
  const engines = settings && {
    order: settings.searchEngines,
    disabled: settings.disabledEngines,
    cacheMinutes: settings.searchCacheMinutes,
  };
  return tool({
    description,
    inputSchema: getInputSchema(inputSchema),
    async execute(input: unknown, { toolCallId, abortSignal }): Promise<AnyToolResult> {
      await hooks.onStart?.(name, toolCallId, input);
      const context = {
        ...contextFor(toolCallId, abortSignal ?? new AbortController().signal),
        ...(engines && { engines }),
      };
      const { beforeCall } = hooks;
      const before = beforeCall && { beforeCall: () => beforeCall(name, toolCallId) };
      const output = await runTool(definition, input, context, {
        ...deps,
        ...timeLimit,
        ...before,
        breaker: deps.breakers.get("tool", name),
      });
      await hooks.onEnd?.(name, toolCallId, input, output);
      return output;
    },
    toModelOutput: ({ output }) => ({ type: "text", value: toModelText(output) }),
  });
}

/** Tools that are registered at run time keep their own. */
function toTimeLimit(name: string, settings: ToolSettings | undefined): { timeLimitMs?: number } {
  const limits: Partial<Record<string, ToolLimit>> = settings?.toolLimits ?? {};
  const seconds = limits[name]?.timeLimitSeconds;
  return seconds === undefined ? {} : { timeLimitMs: seconds * 1000 };
}

/** What the model reads of a call. */
function toModelText(output: AnyToolResult): string {
  return output.ok ? output.text : `ERROR(${output.kind}): ${output.message}\nTry: ${output.hint}`;
}
