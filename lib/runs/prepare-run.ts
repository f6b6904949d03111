import { classifyComplexity } from "@/lib/agent/complexity";
import { unknownPrice, type Limits } from "@/lib/agent/limits";
import { buildInstructions } from "@/lib/agent/prompt";
import { toAppError } from "@/lib/errors";
import { notices, toLanguage } from "@/lib/agent/notices";
import { toDay } from "@/lib/agent/day";
import { listSwitchedOff } from "@/lib/agent/switched-off";
import type { AgentOptions } from "@/lib/agent/run-agent";
import type { ChatMessage, NoticeData } from "@/lib/protocol/chat-message";
import type { RunMode } from "@/lib/protocol/chat-request";
import type { AnyToolResult, ToolSummary } from "@/lib/protocol/tool-results";
import { collectEarlierSources, collectSources } from "./cited-sources";
import type { LiveRun } from "./live-run";
import { historyWindow, toModelMessages } from "./model-messages";
import { toProgress, type RunWork } from "./run-work";
import type { RunDeps, RunToolContext, ToolHooks } from "./run-deps";
import type { ToolLimit } from "@/lib/protocol/settings";
import type { ToolSet } from "ai";

/** Everything that the loop needs: model, tools, prompt, history and limits, by the settings that the run started with. */
export async function prepareRun(deps: RunDeps, run: LiveRun, userMessage: ChatMessage, work: RunWork): Promise<AgentOptions> {
  const { settings, options, userId } = run;
  run.log.push(toProgress("analyzing", "Looking at the question"));
  const models = deps.models();
  const head = models.describe(run.chain[0] ?? "");
  const enabled = deps.tools.listEnabled(settings);
  const tools = createTools(deps, run, work);
  const [history, facts] = await Promise.all([
    deps.messages.listNewest(userId, run.conversationId, { limit: historyWindow, beforeSeq: run.seq }),
    settings.memoryEnabled ? deps.memory.factsForPrompt(userId) : [],
  ]);
  const messages = history.messages.map(({ message }) => message);
  collectEarlierSources(work.sources, messages);
  run.record.complexity = classifyComplexity({ ...describeMessage(userMessage), mode: options.mode ?? "balanced" });
  const language = toLanguage(options.language);
  if (head.price === null) pushNotice(run, notices.unknownPrice(language));
  return {
    model: models.open(run.chain, createModelHooks(run, work)),
    tools,
    activeTools: enabled,
    instructions: buildInstructions({
      style: options.style ?? settings.agentStyle,
      tools: enabled,
      switchedOff: listSwitchedOff(settings),
      ...toDay(deps.now(), options.timezone),
      facts: facts.map((fact) => fact.content),
    }),
    messages: await toModelMessages({ userId, messages, complexity: run.record.complexity, seesImages: head.seesImages, tools, files: deps.files }),
    limits: toLimits(run, head),
    temperature: settings.temperature,
    reasoningVisible: settings.reasoningVisible,
    signal: run.controller.signal,
    startedAt: run.record.startedAt,
    now: deps.now,
    spentMicroUsd: () => work.meter.spentMicroUsd() + work.meter.unpricedTokens() * unknownPrice.input,
    onStepStart: (iteration, forced) => {
      work.meter.startStep(forced);
      if (iteration > 1) run.log.push(toProgress("observing_results", "Looking at what came back", { iteration, limit: run.settings.maxIterations }));
      run.log.push(toProgress("reasoning", forced ? "Putting the answer together" : "Thinking", { iteration, limit: run.settings.maxIterations }));
    },
    onStepEnd: (step) => work.meter.endStep(work.served, step.finishReason, step.usage),
    onRepeat: () => pushNotice(run, notices.repeated(language)),
  };
}

function createTools(deps: RunDeps, run: LiveRun, work: RunWork): ToolSet {
  const { userId, conversationId, options } = run;
  const ledger = deps.createLedger(userId, conversationId);
  const contextFor = (callId: string, signal: AbortSignal): RunToolContext => ({
    userId,
    conversationId,
    messageId: run.userMessageId,
    runId: run.id,
    callId,
    timezone: options.timezone ?? "UTC",
    language: options.language ?? "en",
    now: deps.now,
    permissions: deps.permissionsOf(userId),
    signal,
    ledger,
    report: (data) => run.log.push({ type: "data-progress", transient: true, data }),
  });
  return deps.tools.toToolSet(contextFor, createToolHooks(deps, run, work), run.settings);
}

const iterationsByMode: Record<RunMode, (setting: number) => number> = { fast: () => 1, balanced: (setting) => setting, thinking: () => 20 };

function toLimits(run: LiveRun, head: { maxOutputTokens: number; price: Limits["price"] | null }): Limits {
  return {
    iterations: iterationsByMode[run.options.mode ?? "balanced"](run.settings.maxIterations),
    timeLimitMs: run.settings.timeLimitSeconds * 1000,
    budgetMicroUsd: run.budgetMicroUsd,
    modelOutputTokens: head.maxOutputTokens,
    price: head.price ?? unknownPrice,
  };
}

function createToolHooks(deps: RunDeps, run: LiveRun, work: RunWork): ToolHooks {
  const limits: Partial<Record<string, ToolLimit>> = run.settings.toolLimits;
  return {
    beforeCall: (tool) => deps.quotas.takeToolCall(run.userId, tool, limits[tool] ?? {}),
    onEnd: (tool, callId, input, output) => {
      work.meter.addToolCall(toToolCall(tool, callId, input, output));
      if (tool === "web_search" || tool === "web_fetch") collectSources(work.sources, output as Parameters<typeof collectSources>[1]);
    },
  };
}

function toToolCall(tool: string, id: string, input: unknown, output: AnyToolResult) {
  const summary = output.ok ? toSummaryText(output.summary) : output.message;
  const { durationMs, costMicroUsd } = output.meta;
  return { id, tool, input, status: output.ok ? ("success" as const) : output.kind, summary, durationMs, costMicroUsd };
}

function toSummaryText(summary: ToolSummary | string): string {
  return typeof summary === "string" ? summary : `${summary.key} ${JSON.stringify(summary.values)}`;
}

function createModelHooks(run: LiveRun, work: RunWork) {
  return {
    onServed: (ref: string) => void (work.served = ref),
    onFallback: ({ from, to, error }: { from: string; to: string; error: unknown }) => {
      run.fellBack = true;
      pushNotice(run, notices.fallback(toLanguage(run.options.language), { from, to, code: toAppError(error).code }));
    },
  };
}

/** Once a run: the same notice is not repeated by a later step. */
function pushNotice(run: LiveRun, data: NoticeData): void {
  const isKnown = run.log.chunks().some((chunk) => chunk.type === "data-notice" && chunk.data.kind === data.kind && chunk.data.text === data.text);
  if (!isKnown) run.log.push({ type: "data-notice", data });
}

function describeMessage(message: ChatMessage): { text: string; fileCount: number } {
  const text = message.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  return { text, fileCount: message.parts.filter((part) => part.type === "file").length };
}
