import { sum } from "@/components/admin/sum";
import type { DayStatistics } from "@/lib/features/statistics/shape";

/** `money`: of one answer; `dollars`: in all. */
export type ChartUnit = "count" | "money" | "dollars" | "time" | "percent";
/** `key` is what the numbers are kept under in the rows; `unit` says how they read. */
export type Column = { key: string; unit: ChartUnit };
/** `key` is a day or an hour. */
export type ChartRow = { key: string; values: Readonly<Record<string, number | null>> };
export type ChartId =
  "activity" | "cost" | "toolCost" | "tokens" | "outcomes" | "reliability" | "firstToken" | "total";

/** What bars by day or hour and the table behind them show: `drawn` are drawn, the table has all columns. */
export type Chart = {
  id: ChartId;
  columns: Column[];
  drawn: string[];
  /** Oldest first. */
  rows: ChartRow[];
};

/** What stands for everything beyond the first few. */
export const otherKey = "other";
const drawnNames = 5;
const outcomeKeys = ["completed", "limited", "stopped", "interrupted", "failed"] as const;

/** All charts of the overview, in the order of the page. */
export function toCharts(days: readonly DayStatistics[]): Chart[] {
  const percentiles = { p50: "time", p90: "time", p99: "time" } as const;
  return [
    byDay("outcomes", days, toUnits(outcomeKeys, "count"), ({ outcomes }) =>
      Object.fromEntries(outcomeKeys.map((key) => [key, outcomes[key] ?? 0])),
    ),
    toCost("cost", days, ({ models }) =>
      models.map(({ model, costMicroUsd }) => ({ name: model, costMicroUsd })),
    ),
    toCost("toolCost", days, ({ tools }) =>
      tools.map(({ tool, costMicroUsd }) => ({ name: tool, costMicroUsd })),
    ),
    byDay("tokens", days, { input: "count", cached: "count", output: "count" }, (day) => ({
      input: day.inputTokens - day.cachedInputTokens,
      cached: day.cachedInputTokens,
      output: day.outputTokens,
    })),
    drawFirst("activity", days, { runs: "count", people: "count" }, ({ runs, people }) => ({ runs, people })),
    drawFirst("reliability", days, { success: "percent", fallback: "percent" }, (day) => ({
      success: toSuccess(day),
      fallback: day.runs === 0 ? null : day.fallbacks / day.runs,
    })),
    drawFirst("firstToken", days, percentiles, ({ firstTokenMs }) => ({ ...firstTokenMs })),
    drawFirst("total", days, percentiles, ({ totalMs }) => ({ ...totalMs })),
  ];
}

/** Whether there is anything to draw. */
export function hasValues({ rows, drawn }: Chart): boolean {
  return rows.some(({ values }) => drawn.some((key) => (values[key] ?? 0) > 0));
}

/** The share of tool calls that worked, from 0 to 1; `null` without any. */
function toSuccess({ tools }: Pick<DayStatistics, "tools">): number | null {
  const calls = sum(tools, (tool) => tool.calls);
  return calls === 0 ? null : (calls - sum(tools, (tool) => tool.failures)) / calls;
}

const toUnits = (keys: readonly string[], unit: ChartUnit): Record<string, ChartUnit> =>
  Object.fromEntries(keys.map((key) => [key, unit]));

function byDay(
  id: ChartId,
  days: readonly DayStatistics[],
  units: Record<string, ChartUnit>,
  pick: (day: DayStatistics) => Record<string, number | null>,
): Chart {
  const columns = Object.entries(units).map(([key, unit]) => ({ key, unit }));
  const rows = days.map((day) => ({ key: day.day, values: pick(day) }));
  return { id, columns, drawn: Object.keys(units), rows };
}

/** Of what does not add up, the first is drawn. */
function drawFirst(...of: Parameters<typeof byDay>): Chart {
  const chart = byDay(...of);
  return { ...chart, drawn: chart.drawn.slice(0, 1) };
}

type SpentByName = { name: string; costMicroUsd: number };

/** The most expensive ones separately, the rest together; free ones are left out. */
function toCost(
  id: "cost" | "toolCost",
  days: readonly DayStatistics[],
  list: (day: DayStatistics) => SpentByName[],
): Chart {
  const totals = new Map<string, number>();
  for (const { name, costMicroUsd } of days.flatMap(list))
    totals.set(name, (totals.get(name) ?? 0) + costMicroUsd);
  const named = [...totals]
    .filter(([, costMicroUsd]) => costMicroUsd > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([name]) => name);
  const shown = named.slice(0, drawnNames);
  const keys = named.length > drawnNames ? [...shown, otherKey] : shown;
  const isOf = (key: string, name: string): boolean =>
    key === otherKey ? !shown.includes(name) : name === key;
  const add = (day: DayStatistics, key: string): number =>
    sum(
      list(day).filter(({ name }) => isOf(key, name)),
      ({ costMicroUsd }) => costMicroUsd,
    );
  return byDay(id, days, toUnits(keys, "money"), (day) =>
    Object.fromEntries(keys.map((key) => [key, add(day, key)])),
  );
}
