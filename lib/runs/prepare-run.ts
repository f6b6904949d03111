import { classifyComplexity, contextBudgets } from "@/lib/agent/complexity";
import { unknownPrice, type Limits, type TokenPrice } from "@/lib/agent/limits";
import type { StepTrace } from "@/lib/agent/progress";
import { buildCitationNote, buildInstructions, continueNote } from "@/lib/agent/prompt";
import { AppError, toAppError } from "@/lib/errors";
import { notices, toLanguage } from "@/lib/agent/notices";
import { toStepTrace } from "@/lib/agent/step-trace";
import { toDay } from "@/lib/agent/day";
import { listSwitchedOff } from "@/lib/agent/switched-off";
import type { AgentOptions } from "@/lib/agent/run-agent";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import { isEditedCall } from "@/lib/protocol/approvals";
import type { RunMode } from "@/lib/protocol/chat-request";
import type { AnyToolResult, ToolSummary } from "@/lib/protocol/tool-results";
import { isApproved } from "./approvals";
import { listRunResults } from "./consent-view";
import { collectSources } from "./cited-sources";
import { cutRun, type LiveRun } from "./live-run";
import { toModelMessages, toOwnModelMessages } from "./model-messages";
import { pushNotice } from "./push-notice";
import { reduceMessage } from "./reduce-message";
import type { MarkedCall } from "./run-entries";
import { findOpenStep, toModelChunks } from "./run-history";
import { openContext, toProgress, type RunWork } from "./run-work";
import type { ModelHooks, RunDeps, RunModels, RunToolContext, ToolHooks } from "./run-deps";
import type { ToolLimit } from "@/lib/protocol/settings";
import type { ModelMessage, ToolSet } from "ai";

/** Which models are asked, and whether the conversation was too long for them before. */
export type Attempt = {
  chain: readonly string[];
  isShortened: boolean;
  /** The answer cited numbers that no source has and is asked for again, once. `answer`: its events, in case that comes to nothing. */
  repair: { numbers: number[]; answer: readonly ChatChunk[] } | null;
};

/** Everything that the loop needs: model, tools, prompt, history and limits, by the settings that the run started with. */
export async function prepareRun(deps: RunDeps, run: LiveRun, work: RunWork, { chain, isShortened, repair }: Attempt): Promise<AgentOptions> {
  const { settings, options, userId } = run;
  run.log.push(toProgress("analyzing", "Looking at the question"));
  const models = deps.models();
  const head = models.describe(chain[0] ?? "");
  const enabled = deps.tools.listEnabled(settings);
  const tools = createTools(deps, run, work);
  const { messages, facts, judge } = await openContext(deps, run, work);
  run.record.complexity = classifyComplexity({ ...describeMessage(run.userMessage), mode: options.mode ?? "balanced" });
  const language = toLanguage(options.language);
  if (head.price === null) pushNotice(run, notices.unknownPrice(language));
  const budgetTokens = contextBudgets[run.record.complexity].history * (isShortened ? shortenedShare : 1);
  const given = await toModelMessages({ userId, messages, budgetTokens, seesImages: head.seesImages, tools, files: deps.files });
  work.givenMessages = given.length;
  const before = listRunResults(run.log.chunks());
  judge.see(before);
  return {
    model: models.open(chain, createModelHooks(run, work)),
    tools,
    activeTools: enabled,
    instructions: buildInstructions({
      style: options.style ?? settings.agentStyle,
      tools: enabled,
      switchedOff: listSwitchedOff(settings),
      ...toDay(deps.now(), options.timezone),
      facts,
    }),
    messages: [...given, ...(await toOwnMessages(deps, run, tools)), ...(repair === null ? [] : [toRepairMessage(work, repair.numbers)])],
    // An answer that is written again is no further step.
    before: { callsMade: (repair === null ? 0 : -1) + work.meter.steps.filter(({ finishReason }) => !unfinished.has(finishReason)).length, traces: listTraces(run.log.chunks().slice(run.baseLength)) },
    limits: toLimits(run, head.price, Math.min(...chain.map((ref) => models.describe(ref).maxOutputTokens))),
    temperature: settings.temperature,
    reasoningVisible: settings.reasoningVisible,
    signal: run.controller.signal,
    startedAt: work.startedAt,
    now: deps.now,
    spentMicroUsd: () => work.meter.spentMicroUsd() + work.meter.unpricedTokens() * unknownPrice.input,
    priceNow: createPriceReader(models, work),
    onStepStart: (iteration, forced, results) => {
      judge.see([...before, ...results]);
      work.meter.startStep(forced);
      work.calls.clear();
      if (iteration > 1) run.log.push(toProgress("observing_results", "Looking at what came back", { iteration, limit: run.settings.maxIterations }));
      run.log.push(toProgress("reasoning", forced ? "Putting the answer together" : "Thinking", { iteration, limit: run.settings.maxIterations }));
    },
    onStepEnd: (step) => work.meter.endStep(work.served, step.finishReason, step.usage, step.estimate),
    onStuck: () => pushNotice(run, notices.stuck(language)),
    needsConsent: (tool, input) => judge.judge(tool, input).kind === "ask",
    approvalSecret: deps.approvalSecret,
    onReasoning: (id, metadata) => run.log.mark({ mark: "reasoning", id, metadata }),
  };
}

/** What is left of the history's share when the model found the conversation too long. */
const shortenedShare = 0.25;
/** Ends of calls that gave no step: they were broken off, or refused before they began. */
const unfinished: ReadonlySet<string> = new Set(["cut", "error", "interrupted", "other"]);

/** What this reply has so far, whoever made it, and the request to go on where it had been cut short. */
async function toOwnMessages(deps: RunDeps, run: LiveRun, tools: ToolSet): Promise<ModelMessage[]> {
  // Before its first step there is nothing to read, and every reply would wait for the reading.
  if (run.log.chunks().every(({ type }) => type === "start" || type === "data-notice")) return [];
  const chunks = toModelChunks(run.log.history());
  const message = await reduceMessage(chunks, run.messageId, {});
  const own = message.parts.length === 0 ? [] : await toOwnModelMessages({ userId: run.userId, message, tools, files: deps.files });
  const isAtBase = run.base !== null && chunks.length <= run.baseLength;
  return isAtBase ? [...own, { role: "user", content: continueNote }] : own;
}

function toRepairMessage({ sources }: RunWork, numbers: number[]): ModelMessage {
  return { role: "user", content: buildCitationNote(numbers, [...sources.keys()].sort((a, b) => a - b)) };
}

function listTraces(chunks: readonly ChatChunk[]): StepTrace[] {
  const steps: ChatChunk[][] = [];
  for (const chunk of chunks) {
    if (chunk.type === "start-step") steps.push([]);
    steps.at(-1)?.push(chunk);
  }
  return steps.map((step) =>
    toStepTrace(
      step.flatMap((chunk) => (chunk.type === "tool-input-available" ? [chunk] : [])),
      step.flatMap((chunk) => (chunk.type === "tool-output-available" ? [chunk] : [])),
    ),
  );
}

export function createTools(deps: RunDeps, run: LiveRun, work: RunWork): ToolSet {
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

/** `modelOutputTokens`: what every model of the chain can write; a vendor refuses to be asked for more than it has. */
function toLimits(run: LiveRun, price: TokenPrice | null, modelOutputTokens: number): Limits {
  return {
    iterations: iterationsByMode[run.options.mode ?? "balanced"](run.settings.maxIterations),
    timeLimitMs: run.settings.timeLimitSeconds * 1000,
    budgetMicroUsd: run.budgetMicroUsd,
    modelOutputTokens,
    price: price ?? unknownPrice,
  };
}

/** The price of the model that speaks; asked for with every delta. */
function createPriceReader(models: RunModels, work: RunWork): () => TokenPrice {
  let known: { ref: string; price: TokenPrice } | null = null;
  return () => {
    if (known?.ref !== work.served) known = { ref: work.served, price: models.describe(work.served).price ?? unknownPrice };
    return known.price;
  };
}

/** How long a call that changes something waits for the store: without a sign of it nobody could know later whether it was made. */
const intentLimitMs = 10_000;

function createToolHooks(deps: RunDeps, run: LiveRun, work: RunWork): ToolHooks {
  const limits: Partial<Record<string, ToolLimit>> = run.settings.toolLimits;
  return {
    onStart: (tool, callId, input) => void work.calls.set(callId, { tool, callId, input }),
    async beforeCall(tool, callId) {
      checkConsent(run, work, { tool, callId });
      await deps.quotas.takeToolCall(run.userId, tool, limits[tool] ?? {});
      if (!deps.tools.describe(tool).hasSideEffects) return;
      const beside = listBegunUnseen(run, work).filter((call) => call.callId !== callId);
      run.log.mark({ mark: "intent", callId, tool, input: work.calls.get(callId)?.input, ...(beside.length === 0 ? {} : { beside }) });
      await run.writer.flush(intentLimitMs);
      await checkOwnership(deps, run);
    },
    async onEnd(tool, callId, input, output) {
      work.meter.addToolCall(toToolCall(tool, callId, input, output));
      if (tool === "web_search" || tool === "web_fetch") collectSources(work.sources, output as Parameters<typeof collectSources>[1]);
      // A call that was left behind when the run was cut may still have been made.
      const isLeft = run.controller.signal.aborted && !output.ok;
      if (isLeft || !deps.tools.describe(tool).hasSideEffects) return;
      run.log.mark({ mark: "done", callId, tool, input, output });
      // What was not executed need not be kept before it is told.
      if (output.meta.attempts === 0) return;
      await run.writer.flush(intentLimitMs).catch((error: unknown) => deps.log.warn("result_not_logged", { runId: run.id, error }));
    },
  };
}

/** The last look before a call: nothing is read at an address that came from nowhere, nothing is done that only the person could have allowed. */
function checkConsent(run: LiveRun, work: RunWork, { tool, callId }: { tool: string; callId: string }): void {
  const judged = work.context?.judge.judge(tool, work.calls.get(callId)?.input);
  if (judged === undefined) throw new AppError("internal", `${tool} was called before the conversation was read.`);
  if (judged.kind === "refuse") throw new AppError("address_refused", `${judged.message} Give addresses exactly as they stood there.`);
  const isAllowed = judged.kind === "free" || isEditedCall(callId) || isApproved(run.log.chunks(), callId);
  if (!isAllowed) throw new AppError("forbidden", `${tool} was not called: the person has not allowed it.`);
}

/**
 * Nothing is changed by a worker that has lost its run: another one that takes it over reads the log after it has taken it, so that
 * it sees what this one was about to do, or this one sees that it was taken.
 */
async function checkOwnership(deps: RunDeps, run: LiveRun): Promise<void> {
  if (deps.isAlone) return;
  const held = await deps.leases.find(run.id);
  if (held?.lease.epoch === run.epoch && held.lease.endedAt === null) return;
  cutRun(run, "lost");
  throw new AppError("aborted", "Another server has gone on with this reply.");
}

/** Calls of the step that have begun before their events came through the stream. */
function listBegunUnseen(run: LiveRun, work: RunWork): MarkedCall[] {
  const said = new Set((findOpenStep(run.log.chunks()) ?? []).flatMap((chunk) => (chunk.type === "tool-input-available" ? [chunk.toolCallId] : [])));
  return [...work.calls.values()].filter(({ callId }) => !said.has(callId));
}

export function toToolCall(tool: string, id: string, input: unknown, output: AnyToolResult) {
  const summary = output.ok ? toSummaryText(output.summary) : output.message;
  const { durationMs, costMicroUsd } = output.meta;
  return { id, tool, input, status: output.ok ? ("success" as const) : output.kind, summary, durationMs, costMicroUsd };
}

function toSummaryText(summary: ToolSummary | string): string {
  return typeof summary === "string" ? summary : `${summary.key} ${JSON.stringify(summary.values)}`;
}

function createModelHooks(run: LiveRun, work: RunWork): ModelHooks {
  const { firstChunkSeconds, silenceSeconds, callSeconds } = run.settings;
  return {
    limits: { firstChunkMs: firstChunkSeconds * 1000, silenceMs: silenceSeconds * 1000, callMs: callSeconds * 1000 },
    onServed: (ref: string) => void (work.served = ref),
    onFallback: ({ from, to, error }: { from: string; to: string; error: unknown }) => {
      run.fellBack = true;
      pushNotice(run, notices.fallback(toLanguage(run.options.language), { from, to, code: toAppError(error).code }));
    },
  };
}

function describeMessage(message: ChatMessage): { text: string; fileCount: number } {
  const text = message.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  return { text, fileCount: message.parts.filter((part) => part.type === "file").length };
}
