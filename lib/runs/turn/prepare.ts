import { classifyComplexity } from "@/lib/agent/complexity";
import { createFitMessages } from "@/lib/agent/context/fit-messages";
import { unknownPrice, type Limits, type TokenPrice } from "@/lib/agent/limits";
import type { StepTrace } from "@/lib/agent/progress";
import { buildCitationNote, buildInstructions, continueNote } from "@/lib/agent/prompt";
import { toAppError } from "@/lib/errors";
import { notices, toLanguage } from "@/lib/agent/notices";
import { toStepTrace } from "@/lib/agent/step-trace";
import { toDay } from "@/lib/agent/day";
import { listSwitchedOff } from "@/lib/agent/switched-off";
import type { AgentOptions } from "@/lib/agent/run-agent";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import type { RunMode } from "@/lib/protocol/chat-request";
import { toMessageText } from "@/lib/protocol/message-text";
import { listRunResults } from "@/lib/runs/approvals/judge-calls";
import type { LiveRun } from "@/lib/runs/lease/live-runs";
import { toModelContext, toOwnModelMessages } from "@/lib/runs/context/model-messages";
import { pushNotice } from "@/lib/runs/answer/push-notice";
import { reduceMessage } from "@/lib/runs/log/reduce-message";
import { toModelChunks } from "@/lib/runs/log/history";
import { tellUsedFacts } from "@/lib/runs/answer/tell-memories";
import { openContext, toProgress, type RunWork } from "@/lib/runs/state/run-state";
import type { ModelHooks, RunDeps, RunModels } from "@/lib/runs/ports";
import { createTools } from "./run-tools";
import type { ModelMessage, ToolSet } from "ai";

/** Which models are asked. */
export type Attempt = {
  chain: readonly string[];
  /** The conversation was too long for them before: what may be sent of it now, with the answer. */
  mostTokens: number | null;
  /** The answer cited numbers that no source has and is asked for again, once. `answer`: its events, in case that comes to nothing. */
  repair: { numbers: number[]; answer: readonly ChatChunk[] } | null;
};

/** Everything that the loop needs: model, tools, prompt, history and limits, by the settings that the run started with. */
export async function prepareRun(
  deps: RunDeps,
  run: LiveRun,
  work: RunWork,
  { chain, mostTokens, repair }: Attempt,
): Promise<AgentOptions> {
  const { settings, options, userId } = run;
  run.log.push(toProgress("analyzing", "Looking at the question"));
  const models = deps.models();
  const head = models.describe(chain[0] ?? "");
  const tools = createTools(deps, run, work);
  const { placed, summary, facts, remembered, judge } = await openContext(deps, run, work);
  const enabled = deps.tools.listEnabled({
    ...settings,
    memoryEnabled: settings.memoryEnabled && !remembered.isOff,
  });
  tellUsedFacts(run, remembered.facts);
  run.record.complexity = classifyComplexity({
    ...describeMessage(run.userMessage),
    mode: options.mode ?? "balanced",
  });
  const language = toLanguage(options.language);
  if (head.price === null) pushNotice(run, notices.unknownPrice(language));
  const switchedOff = listSwitchedOff(settings, run.isTemporary);
  const instructions = buildInstructions({
    style: options.style ?? settings.agentStyle,
    tools: enabled,
    switchedOff,
    isTemporary: run.isTemporary,
    ...toDay(deps.now(), options.timezone),
  });
  const { complexity } = run.record;
  const asked = {
    userId,
    placed,
    summary,
    facts,
    complexity,
    instructions,
    mostTokens,
    tools,
    activeTools: enabled,
    files: deps.files,
  };
  const context = await toModelContext({
    ...asked,
    contextWindow: head.contextWindow,
    seesImages: head.seesImages,
  });
  const own = await toOwnMessages(deps, run, tools);
  work.budget = context.budget;
  work.givenMessages = context.messages.length + own.length;
  const before = listRunResults(run.log.chunks());
  judge.see(before);
  work.made = [];
  return {
    model: models.open(chain, createModelHooks(run, work)),
    tools,
    activeTools: enabled,
    instructions,
    fit: createFitMessages({ ...context, findResult: work.compactions.find, isTight: mostTokens !== null }),
    messages: [
      ...context.messages,
      ...own,
      ...(repair === null ? [] : [toRepairMessage(work, repair.numbers)]),
    ],
    // An answer that is written again is no further step.
    before: {
      callsMade:
        (repair === null ? 0 : -1) +
        work.meter.steps.filter(({ finishReason }) => !unfinished.has(finishReason)).length,
      traces: listTraces(run.log.chunks().slice(run.baseLength)),
    },
    limits: toLimits(run, head.price, Math.min(...chain.map((ref) => models.describe(ref).maxOutputTokens))),
    temperature: settings.temperature,
    reasoningVisible: settings.reasoningVisible,
    signal: run.controller.signal,
    startedAt: work.startedAt,
    now: deps.now,
    spentMicroUsd: () => work.meter.spentMicroUsd() + work.meter.unpricedTokens() * unknownPrice.input,
    priceNow: createPriceReader(models, work),
    onStepStart: (iteration, forced) => {
      judge.see([...before, ...work.made]);
      work.meter.startStep(forced);
      work.calls.clear();
      work.compactions.beginStep();
      if (iteration > 1)
        run.log.push(
          toProgress("observing_results", "Looking at what came back", {
            iteration,
            limit: run.settings.maxIterations,
          }),
        );
      run.log.push(
        toProgress("reasoning", forced ? "Putting the answer together" : "Thinking", {
          iteration,
          limit: run.settings.maxIterations,
        }),
      );
    },
    onStepEnd: (step) => work.meter.endStep(work.served, step.finishReason, step.usage, step.estimate),
    onStuck: () => pushNotice(run, notices.stuck(language)),
    needsConsent: (tool, input) => judge.judge(tool, input).kind === "ask",
    approvalSecret: deps.approvalSecret,
    onReasoning: (id, metadata) => run.log.mark({ mark: "reasoning", id, metadata }),
  };
}

/** Ends of calls that gave no step: they were broken off, or refused before they began. */
const unfinished: ReadonlySet<string> = new Set(["cut", "error", "interrupted", "other"]);

/** What this reply has so far, whoever made it, and the request to go on where it had been cut short. */
async function toOwnMessages(deps: RunDeps, run: LiveRun, tools: ToolSet): Promise<ModelMessage[]> {
  // Before its first step there is nothing to read, and every reply would wait for the reading.
  if (run.log.chunks().every(({ type }) => type === "start" || type === "data-notice")) return [];
  const chunks = toModelChunks(run.log.history());
  const message = await reduceMessage(chunks, run.messageId, {});
  const own =
    message.parts.length === 0
      ? []
      : await toOwnModelMessages({ userId: run.userId, message, tools, files: deps.files });
  const isAtBase = run.base !== null && chunks.length <= run.baseLength;
  return isAtBase ? [...own, { role: "user", content: continueNote }] : own;
}

function toRepairMessage({ sources }: RunWork, numbers: number[]): ModelMessage {
  return {
    role: "user",
    content: buildCitationNote(
      numbers,
      [...sources.keys()].sort((a, b) => a - b),
    ),
  };
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

const iterationsByMode: Record<RunMode, (setting: number) => number> = {
  fast: () => 1,
  balanced: (setting) => setting,
  thinking: () => 20,
};

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
    if (known?.ref !== work.served)
      known = { ref: work.served, price: models.describe(work.served).price ?? unknownPrice };
    return known.price;
  };
}

function createModelHooks(run: LiveRun, work: RunWork): ModelHooks {
  const { firstChunkSeconds, silenceSeconds, callSeconds } = run.settings;
  return {
    limits: {
      firstChunkMs: firstChunkSeconds * 1000,
      silenceMs: silenceSeconds * 1000,
      callMs: callSeconds * 1000,
    },
    onServed: (ref: string) => void (work.served = ref),
    onFallback: ({ from, to, error }: { from: string; to: string; error: unknown }) => {
      run.fellBack = true;
      pushNotice(
        run,
        notices.fallback(toLanguage(run.options.language), { from, to, code: toAppError(error).code }),
      );
    },
  };
}

function describeMessage(message: ChatMessage): { text: string; fileCount: number } {
  const text = toMessageText(message);
  return { text, fileCount: message.parts.filter((part) => part.type === "file").length };
}
