import type { ExperimentEstimate } from "@/lib/features/laboratory/shape/laboratory";
import type { RunSummary } from "@/lib/protocol/runs";
import type { AgentSettings } from "@/lib/protocol/settings";
import { toMedian } from "./statistics";

/** So many recorded runs of a model say what one costs. */
const leastRuns = 3;
/** What an answer usually takes where nothing is recorded: what is sent and written in two steps. */
const usual = { inputTokens: 8_000, outputTokens: 900, tookMs: 15_000 };
/** What comparing two answers takes. */
const judging = { inputTokens: 3_000, outputTokens: 200, tookMs: 3_000 };

type Tokens = { inputTokens: number; outputTokens: number };
export type EstimateDeps = {
  /** What the answering models of the settings, or the small ones, ask for so many tokens. */
  toCharge: (chain: readonly string[], tokens: Tokens) => number;
  /** The person's newest runs. */
  runs: readonly RunSummary[];
};
export type EstimatedSide = { settings: AgentSettings; chain: readonly string[]; isFree: boolean };

/** What the questions may come to on both sides, with the comparing. */
export function estimateExperiment(
  { toCharge, runs }: EstimateDeps,
  sides: readonly EstimatedSide[],
  { questions, judges }: { questions: number; judges: readonly string[] },
): ExperimentEstimate {
  const estimated = sides.map((side) => estimateSide({ toCharge, runs }, side));
  const judge = judges.length === 0 ? 0 : toCharge(judges, judging);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    microUsd: Math.ceil(questions * (sum(estimated.map(({ microUsd }) => microUsd)) + judge)),
    mostMicroUsd: Math.ceil(
      questions *
        (sum(sides.map((side) => (side.isFree ? 0 : side.settings.costBudgetPerRequest * 10_000))) + judge),
    ),
    tookMs: Math.ceil(
      questions * (sum(estimated.map(({ tookMs }) => tookMs)) + (judges.length === 0 ? 0 : judging.tookMs)),
    ),
    basis: estimated.every(({ basis }) => basis === "runs") ? "runs" : "price",
  };
}

function estimateSide({ toCharge, runs }: EstimateDeps, { chain, isFree }: EstimatedSide) {
  const own = runs.filter(({ model, durationMs }) => model === chain[0] && durationMs !== null);
  const tookMs = toMedian(own.map(({ durationMs }) => durationMs ?? 0)) ?? usual.tookMs;
  const byPrice = isFree ? 0 : toCharge(chain.slice(0, 1), usual);
  if (own.length < leastRuns) return { microUsd: byPrice, tookMs, basis: "price" as const };
  const median = toMedian(own.map(({ costMicroUsd }) => costMicroUsd)) ?? 0;
  // Runs of a model whose price is unknown cost nothing on record, and count all the same.
  return { microUsd: median === 0 ? byPrice : median, tookMs, basis: "runs" as const };
}
