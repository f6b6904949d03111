import { toCallLimits } from "@/lib/engine/loop/call-limits";
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import type { LanguageModelUsage } from "ai";
import { toContextRoom } from "@/lib/engine/loop/context/room";
import { toReplyBudget } from "@/lib/protocol/reply-budget";
import { toPayableTokens, unknownPrice } from "@/lib/engine/loop/limits";
import { estimateTokens } from "@/lib/engine/loop/tokens";
import { AppError, toAppError } from "@/lib/errors";
import { createRedactor } from "@/lib/language/secret-forms";
import type {
  PlaygroundEstimate,
  PlaygroundEvent,
  PlaygroundRequest,
  TriedCall,
} from "@/lib/features/traces/shape/playground";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { TraceReply } from "@/lib/features/traces/shape/traces";
import type { RunModels, RunHost } from "@/lib/engine/ports";
import { textThreads } from "@/lib/features/text-threads";
import { payFrom } from "@/lib/money/purse";
import { createMeter, type Meter } from "@/lib/engine/run/meter";
import { toPlain } from "./to-plain";
import { chooseModel } from "./branch-run";
import { findRecordedCall, toAnswerDelta, toAnswerText, type RecordedCall } from "./playground-call";
type TryInput = { userId: string; trace: Pick<TraceReply, "entries">; request: PlaygroundRequest };

/** What is sent, and what it may take. */
type Planned = {
  ref: string;
  recorded: RecordedCall;
  inForce: AgentSettings;
  temperature: number;
  options: LanguageModelV4CallOptions;
  estimate: PlaygroundEstimate;
};
type Emit = (event: Exclude<PlaygroundEvent, { type: "error" }>) => void;
/** Throws what the model threw; what was written until then is paid. `signal`: nobody reads any longer. */
export type TriedRun = (emit: Emit, signal: AbortSignal) => Promise<void>;

/** What an estimate of tokens may be too low by. */
const inputSlack = 1.3;
const leastUsefulTokens = 200;
/** Money is not set aside for longer. */
const longestMs = 170_000;

/** Throws in words where call or model is gone, and `quota_exhausted` where the call would cost too much. */
export async function prepareCall(
  host: RunHost,
  { trace: { entries }, request }: Omit<TryInput, "userId">,
): Promise<Planned> {
  const recorded = findRecordedCall(entries, request.call);
  const inForce = (await host.records.settings.get()).settings;
  const ref = chooseModel(host.models(), inForce, { recorded: recorded.entry.model, model: request.model });
  const tools = recorded.tools.filter(({ name }) => request.tools?.includes(name) ?? true);
  const sent = JSON.stringify(request.messages) + JSON.stringify(tools);
  const inputTokens = Math.ceil(estimateTokens(sent) * inputSlack);
  const estimate = estimateCall(host.models(), ref, { inputTokens, mode: request.mode, inForce });
  const temperature = request.temperature ?? recorded.temperature ?? inForce.temperature;
  return {
    ...{ ref, recorded, inForce, temperature, estimate },
    options: {
      prompt: request.messages as LanguageModelV4Prompt,
      maxOutputTokens: estimate.mostOutputTokens,
      temperature,
      ...(tools.length > 0 && { tools, toolChoice: toToolChoice(recorded, tools) }),
    },
  };
}

type Estimating = { inputTokens: number; mode: PlaygroundRequest["mode"]; inForce: AgentSettings };

/** A call costs no more than a reply may, and writes no more than its depth keeps for the answer. */
function estimateCall(
  models: RunModels,
  ref: string,
  { inputTokens, mode, inForce }: Estimating,
): PlaygroundEstimate {
  const { price, maxOutputTokens, contextWindow } = models.describe(ref);
  const known = price ?? unknownPrice;
  const budget = toReplyBudget(inForce).microUsd;
  const payable = toPayableTokens(budget - inputTokens * known.input, { price: known });
  if (payable < leastUsefulTokens)
    throw new AppError(
      "quota_exhausted",
      `This call would cost more than a reply may here (${inForce.costBudgetPerRequest} cents). Shorten it, or choose another model.`,
    );
  const fixed = { fixedTokens: 0, questionTokens: 0, contextWindow };
  const answer = mode === undefined ? Infinity : toContextRoom({ ...fixed, mode }).answer;
  const mostOutputTokens = Math.min(maxOutputTokens, answer, payable);
  const isFree = price !== null && price.input === 0 && price.output === 0;
  const most = { inputTokens, outputTokens: mostOutputTokens };
  const mostMicroUsd = isFree ? 0 : models.toMostCharge([ref], most);
  return { inputTokens, mostOutputTokens, mostMicroUsd };
}

/** As it was, where the tool that had to be called is still offered. */
function toToolChoice(
  { entry: { toolChoice } }: RecordedCall,
  tools: readonly { name: string }[],
): NonNullable<LanguageModelV4CallOptions["toolChoice"]> {
  if (toolChoice === "none" || toolChoice === "required") return { type: toolChoice };
  const name = tools.find((tool) => toolChoice === `tool ${tool.name}`)?.name;
  return name === undefined ? { type: "auto" } : { type: "tool", toolName: name };
}

/**
 * Makes one call of a model with these messages, once what this gives is called. No tool is executed, and
 * nothing is kept but what it cost the person.
 */
export async function openCall(host: RunHost, { userId, ...asked }: TryInput): Promise<TriedRun> {
  if (host.worker.isMemoryShort())
    throw new AppError("overloaded", "The server is short of memory. Try again soon.");
  const planned = await prepareCall(host, asked);
  const { mostMicroUsd } = planned.estimate;
  const purse = host.money.personPurse(userId);
  const hold = mostMicroUsd === 0 ? null : await purse.hold(mostMicroUsd);
  return async (emit, signal) => {
    let spent = 0;
    const { temperature } = planned;
    const count = (microUsd: number): void => void (spent += microUsd);
    const meter = createMeter(host.models(), host.now, { temperature, seed: null, onStepCost: count });
    try {
      await payFrom(purse, () => makeCall(host, planned, { meter, emit, signal, userId }));
    } catch (error) {
      throw toAppError(error);
    } finally {
      await hold?.settle(spent);
    }
  };
}

type Making = {
  meter: Meter;
  emit: Emit;
  signal: AbortSignal;
  userId: string;
};

async function makeCall(host: RunHost, planned: Planned, { userId, meter, emit, signal }: Making) {
  const { ref, recorded, inForce, options, estimate } = planned;
  const { timeLimitSeconds } = inForce;
  const hooks = { onServed: () => undefined, onFallback: () => undefined, limits: toCallLimits(inForce) };
  const model = host.models().open([ref], hooks);
  const limit = AbortSignal.timeout(Math.min(longestMs, timeLimitSeconds * 1000));
  const abortSignal = AbortSignal.any([host.closing, signal, limit]);
  const parts: LanguageModelV4StreamPart[] = [];
  const redactor = createRedactor();
  const show = (delta: string): void => void (delta !== "" && emit({ type: "delta", delta }));
  const estimateSoFar = () => ({
    inputTokens: Math.ceil(estimate.inputTokens / inputSlack),
    outputTokens: estimateTokens(parts.map(toAnswerDelta).join("")),
  });
  meter.startStep(false);
  try {
    const { stream } = await model.doStream({ ...options, abortSignal });
    for await (const part of stream) {
      if (part.type === "error") throw part.error;
      parts.push(part);
      const delta = toAnswerDelta(part);
      if (delta === "") continue;
      meter.noteFirstToken();
      show(redactor.add(delta));
    }
    show(redactor.end());
  } catch (error) {
    // What was stopped before its first word was read all the same.
    if (parts.length === 0 && !abortSignal.aborted) meter.endRefusedStep(ref);
    else meter.endCutStep(ref, estimateSoFar());
    throw error;
  }
  const finish = parts.find((part) => part.type === "finish");
  const finishReason = finish?.finishReason.unified ?? "other";
  meter.endStep(ref, { finishReason, usage: toUsage(finish), estimate: estimateSoFar(), toolChoice: "auto" });
  const answer = String(toPlain(toAnswerText(parts)));
  const made = toTriedCall(meter);
  const sides = await textThreads.compareTexts(userId, toAnswerText(recorded.entry.answer), answer);
  emit({ type: "end", made, sides });
}

function toUsage(finish: Extract<LanguageModelV4StreamPart, { type: "finish" }> | undefined) {
  const { inputTokens: input, outputTokens: output } = finish?.usage ?? {};
  return {
    inputTokens: input?.total,
    outputTokens: output?.total,
    inputTokenDetails: { cacheReadTokens: input?.cacheRead, cacheWriteTokens: input?.cacheWrite },
    outputTokenDetails: { reasoningTokens: output?.reasoning },
  } as LanguageModelUsage;
}

function toTriedCall({ steps: [step] }: Meter): TriedCall {
  if (step === undefined) throw new AppError("internal", "The call was not counted.");
  const { inputTokens: input, outputTokens: output, cachedInputTokens: cached } = step.usage;
  return {
    model: step.model,
    temperature: step.temperature ?? null,
    tokens: { input, output, cached },
    costMicroUsd: step.costMicroUsd,
    ...{ firstMs: step.firstTokenMs, totalMs: step.durationMs, finishReason: step.finishReason },
  };
}
