import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ChatChunk, EndReason } from "@/lib/protocol/chat-message";
import {
  experimental_createSteering,
  experimental_streamTextLowMemory,
  isStepCount,
  wrapLanguageModel,
} from "ai";
import type { CallWarning, LanguageModelUsage, ModelMessage, ToolSet } from "ai";
import { unreadableEnd } from "@/lib/protocol/unreadable-end";
import type { FitMessages } from "./context/fit-messages";
import { finalAnswerMiddleware } from "./final-answer";
import { countSteps } from "./free-steps";
import { decideStep, toAnswerCost, type Limits, type TokenPrice } from "./limits";
import { createLoopNotes, createLoopSteers } from "./loop-notes";
import { createOutputMeter } from "./output-meter";
import { assessProgress, countStuck, type StepTrace } from "./progress";
import { buildAnswerNote, buildFindingNote, buildStuckNote, limitWords } from "./prompt";
import { toStepTrace } from "./step-trace";
import { createChunkTidier } from "./tidy-chunks";
import { estimateInputTokens, estimateToolTokens } from "./tokens";
import { toChunks } from "./to-chunks";
import { chooseTool, findRequiredTool, toCallSettings, type ToolChoice } from "./tool-choice";

/** `estimate` stands in for a usage that the vendor does not tell. */
export type AgentStep = {
  finishReason: string;
  usage: LanguageModelUsage;
  estimate: { inputTokens: number; outputTokens: number };
  forced: boolean;
  /** The choice that was sent: a provider may turn `required` into `auto`. */
  toolChoice: ToolChoice;
};

export type AgentOptions = {
  model: LanguageModelV4;
  /** The whole catalog, so that earlier calls keep their form; `activeTools` are offered. */
  tools: ToolSet;
  activeTools: string[];
  /** Those among the active tools that only say that no tool is needed: they count as no step. */
  firstStepTools: readonly string[];
  /** The first step must be a call. */
  isCallRequired: boolean;
  /** No tool is needed any more: an answer is all that is asked for. */
  isAnswerDue?: boolean | undefined;
  /** Active tools that are called once each, in this order, before anything else. */
  requiredTools: readonly string[];
  instructions: string;
  messages: ModelMessage[];
  /** Makes what is sent fit the budget: gets all messages of the run before each call. */
  fit: FitMessages;
  limits: Limits;
  temperature: number;
  /** Sent where the provider takes one; `null` for none. */
  seed: number | null;
  reasoningVisible: boolean;
  signal: AbortSignal;
  /** What this reply did before, in calls of the model that was broken off or by another worker. */
  before: { callsMade: number; traces: readonly StepTrace[] };
  /** When the work began, waits between workers left out. */
  startedAt: () => number;
  now: () => number;
  /** What the run has spent so far, other costs than the model's included. */
  spentMicroUsd: () => number;
  /** The price of the model that speaks, which may be another one than the first of the chain. */
  priceNow: () => TokenPrice;
  /**
   * `reserveMicroUsd` is what the tools of the step must leave: for the step itself, and for the answer
   * behind it.
   */
  onStepStart: (step: { number: number; forced: boolean; reserveMicroUsd: number }) => void;
  onStepEnd: (step: AgentStep) => void;
  /** The newest step led nowhere, of which the model is told. */
  onStuck: () => void;
  /** What other helpers have found since the last step, each once. */
  takeFindings: () => string[];
  /** Whether only the person can allow a call; the same call of the same conversation is judged alike. */
  needsConsent: (tool: string, input: unknown) => Promise<boolean>;
  /** Signs what the person is asked. */
  approvalSecret: string;
  /** Whether the message type does not know a tool. */
  isDynamic: (tool: string) => boolean;
  /** Of a text or reasoning; without it they are unique in this loop alone. */
  newPartId?: () => string;
  /** What a vendor wants back with the reasoning that ended with this part. */
  onReasoning: (partId: string, metadata: Record<string, never>) => void;
};

/** What is known when the stream has ended. */
export type AgentEnd = {
  forced: EndReason | null;
  finishReason: string;
  /** The newest step's text was meant as an action that nobody could read. */
  isUnreadable: boolean;
  isOverBudget: boolean;
  pendingOutputCharacters: number;
  pendingInputTokens: number;
};

/**
 * The loop: reason, act, observe. `chunks` come as they are made and throw what model or stream threw; `end`
 * says how it stands, also after a throw. Limits never end it without an answer: they ask for one.
 */
export function runAgent(options: AgentOptions): AgentRun {
  const loop = createLoop(options);
  const steering = experimental_createSteering();
  // The message's own part says that it was delivered.
  const steer: AgentRun["steer"] = ({ id, text }) => void steering.steer(loop.steers.add(id, text), { id });
  const { end, breakCall, steers } = loop;
  return { chunks: streamChunks(options, loop, steering), end, breakCall, steer, takeBack: steers.takeBack };
}

export type AgentRun = {
  chunks: AsyncGenerator<ChatChunk, void>;
  end: AgentEnd;
  /** The running call goes on as another one; gives what it is estimated to have read and written. */
  breakCall: (written: string) => { inputTokens: number; outputTokens: number };
  /** The person's words, which the next step reads; then they are in the stream as a `steering-message`. */
  steer: (message: { id: string; text: string }) => void;
  /** Whether no step has read them, and none will. */
  takeBack: (id: string) => boolean;
};

async function* streamChunks(
  options: AgentOptions,
  loop: ReturnType<typeof createLoop>,
  steering: ReturnType<typeof experimental_createSteering>,
): AsyncGenerator<ChatChunk, void> {
  const overspend = new AbortController();
  const result = experimental_streamTextLowMemory({
    model: wrapLanguageModel({ model: options.model, middleware: finalAnswerMiddleware }),
    tools: options.tools,
    activeTools: options.activeTools,
    instructions: options.instructions,
    messages: options.messages,
    temperature: options.temperature,
    ...(options.seed === null ? {} : { seed: options.seed }),
    maxRetries: 0,
    abortSignal: AbortSignal.any([options.signal, overspend.signal]),
    prepareStep: loop.prepareStep,
    experimental_steering: steering,
    toolApproval: async ({ toolCall }) =>
      (await options.needsConsent(toolCall.toolName, toolCall.input)) ? "user-approval" : "not-applicable",
    experimental_toolApprovalSecret: options.approvalSecret,
    stopWhen: [
      () => loop.end.forced !== null,
      loop.steers.isOver,
      isStepCount(options.limits.iterations + 3),
    ],
    onStepEnd: (step) => loop.finishStep(step),
    onError() {},
  });
  const tidy = createChunkTidier(options.now, options.isDynamic, options.newPartId);
  for await (const chunk of toChunks(result.stream, options.tools, () => loop.end.isOverBudget)) {
    if (chunk.type === "steering-message" && !loop.steers.isRead(chunk.id)) continue;
    if (loop.countOutput(chunk)) overspend.abort();
    const tidied = !options.reasoningVisible && chunk.type.startsWith("reasoning-") ? null : tidy(chunk);
    if (tidied === null) continue;
    yield tidied;
    if (chunk.type !== "reasoning-end" || tidied.type !== "reasoning-end") continue;
    if (chunk.providerMetadata !== undefined)
      options.onReasoning(tidied.id, chunk.providerMetadata as Record<string, never>);
  }
}

type StepMade = {
  toolCalls: Parameters<typeof toStepTrace>[0];
  toolResults: Parameters<typeof toStepTrace>[1];
};

type PrepareInput = {
  steps: readonly StepMade[];
  initialMessages: ModelMessage[];
  responseMessages: ModelMessage[];
  experimental_steeringMessages?: ModelMessage[];
};

/** A loop's state: what was decided, what the model was told beside, what the running call has written. */
function createLoop(options: AgentOptions) {
  const end: AgentEnd = {
    ...{ forced: null, finishReason: "unknown", isUnreadable: false, isOverBudget: false },
    pendingOutputCharacters: 0,
    pendingInputTokens: 0,
  };
  const notes = createLoopNotes();
  const steers = createLoopSteers();
  const leftMicroUsd = () => options.limits.budgetMicroUsd - options.spentMicroUsd();
  const output = createOutputMeter(end, options.priceNow, leftMicroUsd);
  let toolChoice: ToolChoice = "auto";
  const toolTokens = estimateToolTokens(options.tools, options.activeTools);
  return {
    ...{ end, steers },
    prepareStep(input: PrepareInput) {
      const callsMade = options.before.callsMade + countSteps(input.steps, options.firstStepTools);
      // Words of the person belong to every later call, too.
      notes.addMessages(input, steers.read(input.experimental_steeringMessages ?? []));
      for (const finding of options.takeFindings()) notes.add(input, buildFindingNote(finding));
      const stuckTimes = countStuckSteps(options, notes, input);
      let messages = options.fit(notes.toMessages(input));
      const inputTokens = toolTokens + estimateInputTokens(options.instructions, messages);
      const decision = decideStep(
        { callsMade, inputTokens, stuckTimes, ...toStanding(options) },
        // Whichever model of the chain has spoken is likely to speak again.
        input.steps.length === 0 ? options.limits : { ...options.limits, price: options.priceNow() },
      );
      if (decision.kind === "end") throw new BudgetSpent();
      if (decision.kind === "answer") {
        end.forced = decision.reason;
        notes.add(input, buildAnswerNote(limitWords[decision.reason] ?? ""));
        messages = options.fit(notes.toMessages(input));
      }
      output.start({ inputTokens, payableTokens: decision.payableTokens });
      const tool = findRequiredTool(options.requiredTools, options.before.traces, input.steps);
      const isCallRequired = options.isCallRequired && input.steps.length === 0;
      toolChoice = options.isAnswerDue === true ? "none" : chooseTool(decision, { tool, isCallRequired });
      options.onStepStart({
        number: callsMade + 1,
        forced: decision.kind === "answer",
        reserveMicroUsd: 2 * toAnswerCost(inputTokens, options.priceNow()),
      });
      return {
        messages,
        ...toCallSettings(decision.payableTokens, { choice: toolChoice, tool }, options.limits),
      };
    },
    finishStep({ finishReason, rawFinishReason, usage, warnings = [] }: StepEnded) {
      end.finishReason = finishReason;
      end.isUnreadable = rawFinishReason === unreadableEnd;
      const isTurned = warnings.some((warning) => "feature" in warning && warning.feature === "toolChoice");
      options.onStepEnd({
        ...{ finishReason, usage, estimate: output.end(), forced: end.forced !== null },
        toolChoice: isTurned && toolChoice !== "none" ? "auto" : toolChoice,
      });
    },
    countOutput: output.count,
    breakCall: output.split,
  };
}

function toStanding({ now, startedAt, spentMicroUsd }: AgentOptions) {
  return { elapsedMs: now() - startedAt(), spentMicroUsd: spentMicroUsd() };
}

type StepEnded = {
  finishReason: string;
  rawFinishReason: string | undefined;
  usage: LanguageModelUsage;
  warnings: readonly CallWarning[] | undefined;
};

/** How often in a row the newest steps led nowhere; the model is told at the first. */
function countStuckSteps(
  { before, onStuck }: AgentOptions,
  notes: ReturnType<typeof createLoopNotes>,
  input: PrepareInput,
): number {
  const made = input.steps.map(({ toolCalls, toolResults }) => toStepTrace(toolCalls, toolResults));
  const traces = [...before.traces, ...made];
  const verdict = assessProgress(traces);
  if (verdict.kind === "fine") return 0;
  const stuckTimes = countStuck(traces);
  if (stuckTimes > 1) return stuckTimes;
  notes.add(input, buildStuckNote(verdict));
  onStuck();
  return stuckTimes;
}

/** Thrown before a call that the budget cannot pay, not even as the answer. */
export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";
}
