import type { DayStatistics } from "@/lib/protocol/statistics";
import { sum, toSuccess } from "./overview-charts";

/** The whole time in a few numbers; rates from 0 to 1, `null` where there is nothing to divide by. */
export type Totals = {
  runs: number;
  /** On the day with most of them: who came on two days cannot be told apart from two people. */
  mostPeople: number;
  completed: number | null;
  tokens: number;
  /** Of what the models read, the share that their vendors had in a cache. */
  cached: number | null;
  costMicroUsd: number;
  success: number | null;
  fallback: number | null;
};

export function toTotals(days: readonly DayStatistics[]): Totals {
  const runs = sum(days, (day) => day.runs);
  const read = sum(days, (day) => day.inputTokens);
  return {
    runs,
    mostPeople: Math.max(0, ...days.map(({ people }) => people)),
    completed: runs === 0 ? null : sum(days, (day) => day.outcomes["completed"] ?? 0) / runs,
    tokens: read + sum(days, (day) => day.outputTokens),
    cached: read === 0 ? null : sum(days, (day) => day.cachedInputTokens) / read,
    costMicroUsd: sum(days, (day) => day.costMicroUsd),
    success: toSuccess({ tools: days.flatMap(({ tools }) => tools) }),
    fallback: runs === 0 ? null : sum(days, (day) => day.fallbacks) / runs,
  };
}
