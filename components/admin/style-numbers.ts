import type { AgentStyle } from "@/lib/protocol/settings";
import type { DayStatistics } from "@/lib/features/statistics/shape";
import { agentStyles } from "@/lib/protocol/settings-fields";

/** Per run, on this site. */
export type StyleNumbers = { runs: number; toolCalls: number; seconds: number; microUsd: number };

/** What each style was like on these days; a style that was not used is absent. */
export function toStyleNumbers(days: readonly DayStatistics[]): Partial<Record<AgentStyle, StyleNumbers>> {
  const entries = agentStyles.flatMap((style) => {
    const used = days.flatMap(({ styles }) => styles[style] ?? []);
    const sum = (pick: (each: (typeof used)[number]) => number): number =>
      used.reduce((total, each) => total + pick(each), 0);
    const runs = sum((each) => each.runs);
    if (runs === 0) return [];
    const numbers = {
      runs,
      toolCalls: sum((each) => each.toolCalls) / runs,
      seconds: sum((each) => each.durationMs) / runs / 1000,
      microUsd: sum((each) => each.costMicroUsd) / runs,
    };
    return [[style, numbers] as const];
  });
  return Object.fromEntries(entries);
}
