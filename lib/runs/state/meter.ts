import type { RunUsage } from "@/lib/protocol/chat-message";
import type { StepRecord, ToolCallRecord } from "@/lib/protocol/run-record";
import type { LanguageModelUsage } from "ai";
import type { RunModels } from "@/lib/runs/ports";

export const noUsage: RunUsage = {
  inputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  cachedInputTokens: 0,
};

type Estimate = { inputTokens: number; outputTokens: number };
export type Meter = ReturnType<typeof createMeter>;
type Spent = {
  steps: readonly StepRecord[];
  calls: readonly ToolCallRecord[];
  costByTool: Readonly<Record<string, number>>;
  unpricedTokens: number;
};

/** What a run has used and spent so far, step by step, and by tool. */
export function createMeter(models: Pick<RunModels, "costOf">, now: () => number) {
  const steps: StepRecord[] = [];
  let costByTool: Record<string, number> = {};
  let unpricedTokens = 0;
  let calls: ToolCallRecord[] = [];
  let current: { startedAt: number; forced: boolean; firstTokenMs: number | null } | null = null;

  function addCost(tool: string, microUsd: number): void {
    if (microUsd > 0) costByTool[tool] = (costByTool[tool] ?? 0) + microUsd;
  }

  function close(model: string, finishReason: string, usage: RunUsage): void {
    if (current === null) return;
    const { startedAt, forced, firstTokenMs } = current;
    const durationMs = now() - startedAt;
    const cost = models.costOf(model, usage);
    if (cost === null) unpricedTokens += usage.inputTokens + usage.outputTokens;
    const costMicroUsd = cost ?? 0;
    const timing = { startedAt, firstTokenMs, durationMs, finishReason, forced };
    steps.push({ number: steps.length + 1, model, ...timing, usage, costMicroUsd, toolCalls: calls });
    calls = [];
    current = null;
  }

  return {
    steps,
    costByTool: (): Readonly<Record<string, number>> => costByTool,
    /** Counts on from what an earlier worker had counted. */
    restore(before: Spent): void {
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

/** How a call of the model can end. */
function createStepEnds(close: (model: string, finishReason: string, usage: RunUsage) => void) {
  return {
    /** Where the vendor tells no usage the estimate counts, and is marked so. */
    endStep(model: string, finishReason: string, usage: LanguageModelUsage, estimate: Estimate): void {
      const isTold = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0) > 0;
      close(model, finishReason, isTold ? toRunUsage(usage) : { ...noUsage, ...estimate, estimated: true });
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
