import { unknownPrice } from "@/lib/engine/loop/limits";
import type { AgentStep } from "@/lib/engine/loop/run-agent";
import type { RunUsage } from "@/lib/protocol/chat-message";
import type { StepRecord, ToolCallRecord } from "@/lib/protocol/run-record";
import type { LanguageModelUsage } from "ai";
import type { RunModels } from "@/lib/engine/ports";

export const noUsage: RunUsage = {
  inputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  cachedInputTokens: 0,
};

type EndedStep = Pick<AgentStep, "finishReason" | "usage" | "estimate" | "toolChoice">;
type Estimate = { inputTokens: number; outputTokens: number };
export type Meter = ReturnType<typeof createMeter>;
type MeterOptions = { temperature: number; seed: number | null; onStepCost: (microUsd: number) => void };
type ToolChoice = NonNullable<StepRecord["toolChoice"]>;
type MeteredWork = {
  steps: readonly StepRecord[];
  calls: readonly ToolCallRecord[];
  costByTool: Readonly<Record<string, number>>;
  unpricedTokens: number;
};

/**
 * What a run has used and spent so far, step by step, and by tool. `onStepCost` hears what a step counts
 * against the money: a token of an unknown price as one micro-dollar.
 */
export function createMeter(
  models: Pick<RunModels, "costOf" | "describe">,
  now: () => number,
  { temperature, seed, onStepCost }: MeterOptions,
) {
  const steps: StepRecord[] = [];
  let costByTool: Record<string, number> = {};
  let unpricedTokens = 0;
  let calls: ToolCallRecord[] = [];
  let current: { startedAt: number; forced: boolean; firstTokenMs: number | null } | null = null;

  function addCost(tool: string, microUsd: number): void {
    if (microUsd > 0) costByTool[tool] = (costByTool[tool] ?? 0) + microUsd;
  }

  function close(model: string, finishReason: string, usage: RunUsage, toolChoice?: ToolChoice): void {
    if (current === null) return;
    const cost = models.costOf(model, usage);
    const unpriced = cost === null ? usage.inputTokens + usage.outputTokens : 0;
    unpricedTokens += unpriced;
    onStepCost((cost ?? 0) + unpriced * unknownPrice.input);
    const sent = { toolChoice, ...toSampling(models.describe(model), { temperature, seed }) };
    const known = { number: steps.length + 1, model, ...current, durationMs: now() - current.startedAt };
    steps.push({ ...known, finishReason, ...sent, usage, costMicroUsd: cost ?? 0, toolCalls: calls });
    calls = [];
    current = null;
  }

  return {
    steps,
    costByTool: (): Readonly<Record<string, number>> => costByTool,
    /** Counts on from what an earlier worker had counted. */
    restore(before: MeteredWork): void {
      steps.splice(0, steps.length, ...before.steps);
      costByTool = { ...before.costByTool };
      ({ unpricedTokens } = before);
      calls = [...before.calls];
    },
    startStep(forced: boolean): void {
      current = { startedAt: now(), forced, firstTokenMs: null };
    },
    noteFirstToken(): void {
      if (current !== null) current.firstTokenMs ??= now() - current.startedAt;
    },
    ...createStepEnds(close),
    addToolCall(call: ToolCallRecord): void {
      calls.push(call);
      addCost(call.tool, call.costMicroUsd);
    },
    /** Calls that belong to no step yet. */
    pendingCalls: (): readonly ToolCallRecord[] => calls,
    addCost,
    spentMicroUsd: (): number =>
      steps.reduce((total, step) => total + step.costMicroUsd, 0) +
      Object.values(costByTool).reduce((total, cost) => total + cost, 0),
    /** Tokens of calls whose price is unknown: the budget counts them instead of money. */
    unpricedTokens: (): number => unpricedTokens,
    usage: (): RunUsage => steps.reduce((total, step) => addUsage(total, step.usage), noUsage),
  };
}

/** What was sent of it: `null` where the model takes none. */
function toSampling(
  { takesTemperature, takesSeed }: Pick<ReturnType<RunModels["describe"]>, "takesTemperature" | "takesSeed">,
  { temperature, seed }: Pick<MeterOptions, "temperature" | "seed">,
): Pick<StepRecord, "temperature" | "seed"> {
  return {
    temperature: takesTemperature ? temperature : null,
    ...(seed === null ? {} : { seed: takesSeed ? seed : null }),
  };
}

/** How a call of the model can end. */
function createStepEnds(
  close: (model: string, finishReason: string, usage: RunUsage, toolChoice?: ToolChoice) => void,
) {
  return {
    /** Where the vendor tells no usage the estimate counts, and is marked so. */
    endStep(model: string, { finishReason, usage, estimate, toolChoice }: EndedStep): void {
      const isTold = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0) > 0;
      const used = isTold ? toRunUsage(usage) : { ...noUsage, ...estimate, estimated: true };
      close(model, finishReason, used, toolChoice);
    },
    /** A call that was cut off tells no usage: what it got and wrote is estimated, and marked so. */
    endCutStep: (model: string, estimate: Estimate): void =>
      close(model, "cut", { ...noUsage, ...estimate, estimated: true }),
    /** A call that the vendor refused before it wrote anything costs nothing. */
    endRefusedStep: (model: string): void => close(model, "error", noUsage),
  };
}

/** What two calls, or two runs of one reply, used together. */
export function addUsage(one: RunUsage, other: RunUsage | undefined): RunUsage {
  if (other === undefined) return one;
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    reasoningTokens: one.reasoningTokens + other.reasoningTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    ...toWritten((one.cacheWriteTokens ?? 0) + (other.cacheWriteTokens ?? 0)),
    ...(one.estimated === true || other.estimated === true ? { estimated: true } : {}),
  };
}

function toWritten(cacheWriteTokens: number): Pick<RunUsage, "cacheWriteTokens"> {
  return cacheWriteTokens > 0 ? { cacheWriteTokens } : {};
}

function toRunUsage(usage: LanguageModelUsage): RunUsage {
  return {
    inputTokens: usage.inputTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
    reasoningTokens: usage.outputTokenDetails.reasoningTokens ?? 0,
    cachedInputTokens: usage.inputTokenDetails.cacheReadTokens ?? 0,
    ...toWritten(usage.inputTokenDetails.cacheWriteTokens ?? 0),
  };
}
