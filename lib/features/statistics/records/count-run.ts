import { runModes } from "@/lib/protocol/chat-request";
import type { RunRecord, StepRecord, ToolCallRecord } from "@/lib/protocol/run-record";
import { agentStyles, modelRefSchema } from "@/lib/protocol/settings";
import { countGroups, countStepGroups, toKey, type ReplyExtra } from "./count-groups";
import { countMends } from "./count-mends";
import { toBucket } from "./histogram";
import { sumCounts, type Counts } from "./sum-counts";

export type RunExtra = ReplyExtra & {
  /** Whether it was the person's first message of the day. */
  isFirstToday: boolean;
  /** Whether another model of the chain had to serve. */
  fellBack: boolean;
  isPlanned?: boolean;
  /** Small questions that it asked. */
  asked?: readonly {
    model: string;
    usage: { inputTokens: number; outputTokens: number };
    costMicroUsd: number;
  }[];
};

/**
 * What a run adds to its day: numbers, and names of models, tools and styles; nothing a person wrote. What no
 * person asked is counted apart.
 */
export function countRun(run: RunRecord, extra: RunExtra): Counts {
  if (run.origin === undefined)
    return sumCounts([
      run.stepOf === undefined ? countReply(run, extra) : countStepWork(run, extra),
      countAsked(extra.asked ?? []),
    ]);
  const failed = Number(run.outcome === "failed" || run.outcome === "interrupted");
  return { apart: { [run.origin]: { runs: 1, failed, costMicroUsd: run.costMicroUsd } } };
}

function countReply(
  run: RunRecord,
  { isFirstToday, fellBack, isPlanned = false, ...extra }: RunExtra,
): Counts {
  const calls = run.steps.flatMap(({ toolCalls }) => toolCalls);
  const totalMs = Math.max(0, (run.endedAt ?? run.startedAt) - run.startedAt);
  const style = agentStyles.find((known) => known === run.style) ?? "unknown";
  return {
    runs: 1,
    people: Number(isFirstToday),
    fallbacks: Number(fellBack),
    inputTokens: run.usage.inputTokens,
    cachedInputTokens: run.usage.cachedInputTokens,
    outputTokens: run.usage.outputTokens,
    costMicroUsd: run.costMicroUsd,
    outcomes: { [run.outcome ?? "unknown"]: 1 },
    iterations: { [run.steps.length]: 1 },
    models: countModels(run.steps),
    tools: sumCounts(calls.map(countCall)),
    styles: {
      [style]: { runs: 1, toolCalls: calls.length, durationMs: totalMs, costMicroUsd: run.costMicroUsd },
    },
    likes: countLike(run, isPlanned, totalMs),
    firstTokenMs:
      run.firstTokenAt === null ? {} : { [toBucket(Math.max(0, run.firstTokenAt - run.startedAt))]: 1 },
    totalMs: { [toBucket(totalMs)]: 1 },
    groups: countGroups(run, extra),
    mends: countMends(run, extra.isOwnTool ?? (() => false)),
  };
}

/** Their money stands in the reply already. */
function countAsked(asked: NonNullable<RunExtra["asked"]>): Counts {
  return sumCounts(
    asked.map(({ model, usage: { inputTokens, outputTokens }, costMicroUsd }) => {
      const name = modelRefSchema.safeParse(model).success ? model : "unknown";
      const models = { [toKey(name)]: { name, inputTokens, outputTokens, costMicroUsd } };
      return { inputTokens, outputTokens, models };
    }),
  );
}

/**
 * What was done in a step of a plan. It is no reply, and its money stands in the reply whose plan it is of.
 */
function countStepWork(run: RunRecord, extra: RunExtra): Counts {
  const calls = run.steps.flatMap(({ toolCalls }) => toolCalls);
  const { inputTokens, cachedInputTokens, outputTokens } = run.usage;
  return {
    ...{ inputTokens, cachedInputTokens, outputTokens, models: countServed(run.steps) },
    tools: sumCounts(calls.map(countCall)),
    groups: countStepGroups(run),
    mends: countMends(run, extra.isOwnTool ?? (() => false)),
  };
}

/** Of replies that came to their end, by what makes them alike. Costs fall into buckets like times. */
function countLike(run: RunRecord, isPlanned: boolean, totalMs: number): Counts {
  const { model, outcome, costMicroUsd } = run;
  const mode = runModes.find((one) => one === run.mode);
  if (mode === undefined || outcome !== "completed" || !modelRefSchema.safeParse(model).success) return {};
  const plan = isPlanned ? "planned" : "none";
  return {
    [toKey(`${mode} ${plan} ${model}`)]: {
      ...{ model, mode, plan },
      free: Number(costMicroUsd === 0),
      totalMs: { [toBucket(totalMs)]: 1 },
      costMicroUsd: costMicroUsd === 0 ? {} : { [toBucket(costMicroUsd)]: 1 },
    },
  };
}

/** A model counts the run once, however many of its steps it served. */
function countModels(steps: readonly StepRecord[]): Counts {
  const served = countServed(steps);
  return sumCounts([served, ...Object.keys(served).map((key) => ({ [key]: { runs: 1 } }))]);
}

function countServed(steps: readonly StepRecord[]): Counts {
  return sumCounts(
    steps.map(({ model, usage, costMicroUsd }) => {
      const name = modelRefSchema.safeParse(model).success ? model : "unknown";
      return {
        [toKey(name)]: {
          name,
          inputTokens: usage.inputTokens,
          outputTokens: usage.outputTokens,
          costMicroUsd,
        },
      };
    }),
  );
}

function countCall({ tool, status, costMicroUsd, durationMs }: ToolCallRecord): Counts {
  const name = /^[a-z][a-z0-9_.]{0,63}$/.test(tool) ? tool : "unknown";
  return {
    [toKey(name)]: { name, calls: 1, failures: Number(status !== "success"), costMicroUsd, durationMs },
  };
}
