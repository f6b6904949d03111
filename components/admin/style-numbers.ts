import type { AgentStyle } from "@/lib/protocol/settings";
import { sum } from "./sum";
import type { Period } from "@/lib/features/statistics/shape";
import { agentStyles } from "@/lib/protocol/settings-fields";

/** Per run, on this site: half of them took no longer than `seconds`, the rest is on average. */
export type StyleNumbers = { runs: number; toolCalls: number; seconds: number | null; microUsd: number };

/** What each style was like on these days; a style that was not used is absent. */
export function toStyleNumbers({
  days,
  groups,
}: Pick<Period, "days" | "groups">): Partial<Record<AgentStyle, StyleNumbers>> {
  const entries = agentStyles.flatMap((style) => {
    const used = days.flatMap(({ styles }) => styles[style] ?? []);
    const runs = sum(used, (each) => each.runs);
    if (runs === 0) return [];
    const p50 = groups.find(({ kind, name }) => kind === "style" && name === style)?.p50 ?? null;
    const numbers = {
      runs,
      toolCalls: sum(used, (each) => each.toolCalls) / runs,
      seconds: p50 === null ? null : p50 / 1000,
      microUsd: sum(used, (each) => each.costMicroUsd) / runs,
    };
    return [[style, numbers] as const];
  });
  return Object.fromEntries(entries);
}
