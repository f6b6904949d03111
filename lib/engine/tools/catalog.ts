import type { Breakers } from "@/lib/breakers/breakers";
import type { AgentSettings, ToolLimit } from "@/lib/protocol/settings";
import type { AnyToolResult } from "@/lib/protocol/tool-results";
import type { ToolGuide, ToolTraits } from "@/lib/protocol/tool-traits";
import type { ToolName, ToolWording } from "@/lib/protocol/tools";
import { tool, type ToolSet } from "ai";
import { AppError } from "@/lib/errors";
import { getInputSchema } from "./input-schema";
import { createToolRegistry, toModelName, type ServerTool, type ToolRegistry } from "./registry";
import type { Rerank } from "./rerank";
import { runTool, type RunToolOptions } from "./run-tool";
import { capabilities, type RunnableTool, type ToolContext, type ToolDefinition } from "./tool";
import {
  checkToolInput,
  describeTool,
  listCitations,
  findRecalled,
  isPrivateCall,
  listFoundTexts,
  readRequest,
} from "./tool-traits";

export type ToolCatalogDeps = RunToolOptions & {
  tools: readonly RunnableTool[];
  rerank: Rerank;
  breakers: Pick<Breakers, "get">;
};

/** Awaited around each call. What `onStart` and `onEnd` throw fails it in the SDK's way: they should not. */
export type CatalogHooks = {
  onStart?: (name: string, callId: string, input: unknown) => void | Promise<void>;
  /** Before a call is executed, with its quota; what this throws becomes a failure that the model reads. */
  beforeCall?: (name: string, callId: string) => Promise<void>;
  onEnd?: (name: string, callId: string, input: unknown, output: AnyToolResult) => void | Promise<void>;
};

export type ToolCatalog = ReturnType<typeof createToolCatalog>;
/** The tools that are offered here, known once all is open. */
export type ToolsDoor = {
  tools: () => Pick<ToolCatalog, "offerServerTools" | "listServerTools" | "describe">;
};

/** What the settings say of how a tool is run. */
export type ToolSettings = Pick<
  AgentSettings,
  | "toolLimits"
  | "searchEngines"
  | "disabledEngines"
  | "searchCacheMinutes"
  | "rerankEnabled"
  | "codeMemoryMegabytes"
>;
type ContextFor = (callId: string, signal: AbortSignal) => ToolContext;

/**
 * Our tools, which features give, in their order in every prompt, which vendors cache and recorded runs hold.
 * A new one is a line here, in its subject's `feature.ts` and in `components/tools/views.ts`. Other tools of
 * features stand behind.
 */
const order: Record<ToolName, true> = {
  retrieve: true,
  retrieve_more: true,
  lookup: true,
  summarize: true,
  web_search: true,
  web_fetch: true,
  memory_retrieve: true,
  search_conversations: true,
  memory_save: true,
  memory_forget: true,
  note_read: true,
  note_write: true,
  image_generate: true,
  recall_details: true,
  get_current_time: true,
  calculate: true,
  ask_person: true,
  ask_helper: true,
  run_workflow: true,
  run_code: true,
  answer_directly: true,
};

export const toolNames = Object.keys(order) as ToolName[];
/** Offered by a style whose first step is a call, whatever the settings offer; a call of them is no step. */
const firstStepTools: readonly ToolName[] = ["answer_directly"];
/** Those that the settings offer. */
export const settableTools = toolNames.filter((name) => !firstStepTools.includes(name));

/** Our tools and those that are registered while the server runs. Names may be those that models know. */
export function createToolCatalog(deps: ToolCatalogDeps) {
  const own = sortTools(deps.tools.filter(isOwn));
  const others = deps.tools.filter((tool) => !isOwn(tool));
  const registry = createToolRegistry(own, others);
  return {
    ...registry,
    ...createReaders(registry),
    ...createLists(own, registry),
    /** Throws `invalid_request` with `fields`. */
    checkInput: (name: string, input: unknown): void => checkToolInput(registry, name, input),
    firstStepTools,
    /** For a run that begins: with the tools of tool servers, which only their own page sets. */
    withServerTools: (settings: AgentSettings): AgentSettings =>
      withServerTools(registry.listServerTools(), settings),
    /** The settings are those that the run started with. */
    toToolSet: (
      contextFor: ContextFor,
      hooks: CatalogHooks = {},
      settings?: ToolSettings,
      wordings: Setup["wordings"] = {},
    ): ToolSet =>
      Object.fromEntries(
        registry
          .list()
          .map((definition) => [
            toModelName(definition),
            toTool(definition, { contextFor, hooks, settings, wordings, deps }),
          ]),
      ),
  };
}

const isOwn = (tool: RunnableTool): tool is ToolDefinition => tool.name in order;

function sortTools(given: readonly ToolDefinition[]): ToolDefinition[] {
  const byName = new Map(given.map((definition) => [definition.name, definition]));
  return toolNames.map((name) => {
    const definition = byName.get(name);
    if (definition === undefined) throw new AppError("internal", `No feature gives the tool ${name}.`);
    return definition;
  });
}

/** What is known of a tool by its name, and what a call of it says. */
function createReaders(registry: ToolRegistry) {
  return {
    describe: (name: string): ToolTraits => describeTool(registry, name),
    readRequest: (name: string, input: unknown) => readRequest(registry, name, input),
    listCitations: (name: string, output: AnyToolResult) => listCitations(registry, name, output),
    listFoundTexts: (name: string, output: AnyToolResult) => listFoundTexts(registry, name, output),
    findRecalled: (name: string, output: AnyToolResult) => findRecalled(registry, name, output),
    isPrivateCall: (name: string, output: unknown) => isPrivateCall(registry, name, output),
    /** Of our tools the first that has these traits. */
    nameOf: (isSought: (traits: ToolTraits) => boolean): string =>
      toolNames.find((name) => isSought(describeTool(registry, name))) ?? "",
    listGuides: (names: readonly string[]): ToolGuide[] =>
      names.flatMap((name) => registry.find(name)?.guide ?? []),
  };
}

function createLists(own: readonly ToolDefinition[], registry: ToolRegistry) {
  return {
    listOfHelper: (id: string): ToolName[] =>
      own.filter(({ helpers = [] }) => helpers.includes(id)).map(({ name }) => name),
    /** By the names that models know. */
    listEnabled: (settings: AgentSettings): string[] =>
      registry
        .list()
        .filter((definition) => isEnabled(definition, settings) && isServerToolOn(definition, settings))
        .map(toModelName),
    /** Our tools, each with its (shared) switch and what it asks the person once untrusted text is about. */
    listForPanel: () =>
      own
        .filter(({ name }) => !firstStepTools.includes(name))
        .map(({ name, capability, approval, request }) => {
          const asks = approval === "never" ? null : (request?.reason ?? "effect");
          return { name, setting: capabilities[capability].setting, asks };
        }),
    listSwitchedOff: (settings: AgentSettings, isTemporary: boolean): string[] =>
      listSwitchedOff(registry.list(), settings, isTemporary),
  };
}

function isEnabled(tool: RunnableTool, settings: AgentSettings): boolean {
  const { name, capability } = tool;
  if (firstStepTools.some((each) => each === name)) return false;
  if (capability === undefined) return true;
  const { setting } = capabilities[capability];
  const isOn = setting === null || settings[setting];
  return isOn && (!isOwn(tool) || settings.enabledTools.some((enabled) => enabled === name));
}

/** The settings of a run name those that it may use; an agent or a role may have taken some away. */
function withServerTools(tools: readonly ServerTool[], settings: AgentSettings): AgentSettings {
  const limits = tools.flatMap(({ name, policy: { perDay } }) =>
    perDay === null ? [] : [[name, { perDay }]],
  );
  // The settings' own list holds names of any tool, as the record of a run does.
  return {
    ...settings,
    enabledTools: [...settings.enabledTools, ...tools.map(({ name }) => name as ToolName)],
    toolLimits: { ...settings.toolLimits, ...Object.fromEntries(limits) },
  };
}

function isServerToolOn(tool: RunnableTool, { enabledTools }: AgentSettings): boolean {
  return !("policy" in tool) || enabledTools.some((enabled) => enabled === tool.name);
}

/** By their human names, for the prompt. Memory is taken from a temporary conversation by itself. */
function listSwitchedOff(
  tools: readonly RunnableTool[],
  settings: AgentSettings,
  isTemporary: boolean,
): string[] {
  return Object.entries(capabilities).flatMap(([capability, { words }]) => {
    const own = tools.filter((tool) => tool.capability === capability);
    const isOff = own.length > 0 && !own.some((tool) => isEnabled(tool, settings));
    return words !== null && isOff && !(isTemporary && capability === "memory") ? [words] : [];
  });
}

type Setup = {
  contextFor: ContextFor;
  hooks: CatalogHooks;
  settings: ToolSettings | undefined;
  wordings: Readonly<Partial<Record<string, ToolWording>>>;
  deps: RunToolOptions & Pick<ToolCatalogDeps, "breakers" | "rerank">;
};

function toTool(definition: RunnableTool, { contextFor, hooks, settings, wordings, deps }: Setup) {
  const { name } = definition;
  const { description, input: schema } = wordings[name] ?? definition;
  const timeLimit = toTimeLimit(name, settings);
  const engines = settings && {
    order: settings.searchEngines,
    disabled: settings.disabledEngines,
    cacheMinutes: settings.searchCacheMinutes,
  };
  return tool({
    description,
    inputSchema: getInputSchema(schema),
    async execute(input: unknown, { toolCallId, abortSignal }): Promise<AnyToolResult> {
      await hooks.onStart?.(name, toolCallId, input);
      const context = {
        ...contextFor(toolCallId, abortSignal ?? new AbortController().signal),
        ...(engines && { engines }),
        ...(settings?.rerankEnabled === true && { rerank: deps.rerank }),
        ...(settings && { codeMemoryMb: settings.codeMemoryMegabytes }),
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
