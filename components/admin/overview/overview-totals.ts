import type { DayStatistics } from "@/lib/protocol/statistics";
import { sum, toSuccess } from "./overview-charts";

/** The whole time in a few numbers; rates from 0 to 1, `null` where there is nothing to divide by. */
export type Totals = {
  runs: number;
  /** On the day with most of them: who came on two days cannot be told apart from two people. */
  mostPeople: number;
  tokens: number;
  costMicroUsd: number;
  success: number | null;
  fallback: number | null;
};

export function toTotals(days: readonly DayStatistics[]): Totals {
  const runs = sum(days, (day) => day.runs);
  return {
    runs,
    mostPeople: Math.max(0, ...days.map(({ people }) => people)),
    tokens: sum(days, (day) => day.inputTokens + day.outputTokens),
    costMicroUsd: sum(days, (day) => day.costMicroUsd),
    success: toSuccess({ tools: days.flatMap(({ tools }) => tools) }),
    fallback: runs === 0 ? null : sum(days, (day) => day.fallbacks) / runs,
  };
}
