import { sum } from "@/components/admin/sum";
import type { DayStatistics, Percentiles } from "@/lib/features/statistics/shape";

/** `money`: of one answer; `dollars`: in all. */
export type ChartUnit = "count" | "money" | "dollars" | "time" | "percent";
/** `key` is what the numbers are kept under in the rows; `unit` says how they read. */
export type Column = { key: string; unit: ChartUnit };
/** `key` is a day, or the name of what the row is about. */
export type ChartRow = { key: string; values: Readonly<Record<string, number | null>> };
export type ChartId =
  | "activity"
  | "cost"
  | "toolCost"
  | "tokens"
  | "models"
  | "tools"
  | "outcomes"
  | "iterations"
  | "reliability"
  | "firstToken"
  | "total";

/** What a chart and the table behind it show: `drawn` are the columns of the chart, the table has all. */
export type Chart = {
  id: ChartId;
  kind: "bars" | "stack" | "lines" | "across";
  /** The rows are days, oldest first. */
  isByDay: boolean;
  columns: Column[];
  drawn: string[];
  rows: ChartRow[];
};

/** What stands for everything beyond the first few. */
export const otherKey = "other";
const drawnNames = 5;
const outcomeKeys = ["completed", "limited", "stopped", "interrupted", "failed"] as const;

/** All charts of the overview, in the order of the page. */
export function toCharts(days: readonly DayStatistics[]): Chart[] {
  return [
    byDay("activity", "bars", days, { runs: "count", people: "count" }, ({ runs, people }) => ({
      runs,
      people,
    })),
    toCost("cost", days, ({ models }) =>
      models.map(({ model, costMicroUsd }) => ({ name: model, costMicroUsd })),
    ),
    toCost("toolCost", days, ({ tools }) =>
      tools.map(({ tool, costMicroUsd }) => ({ name: tool, costMicroUsd })),
    ),
    byDay("tokens", "stack", days, { input: "count", cached: "count", output: "count" }, (day) => ({
      input: day.inputTokens - day.cachedInputTokens,
      cached: day.cachedInputTokens,
      output: day.outputTokens,
    })),
    toModels(days),
    toTools(days),
    byDay("outcomes", "stack", days, toUnits(outcomeKeys, "count"), ({ outcomes }) =>
      Object.fromEntries(outcomeKeys.map((key) => [key, outcomes[key] ?? 0])),
    ),
    toIterations(days),
    byDay("reliability", "lines", days, { success: "percent", fallback: "percent" }, (day) => ({
      success: toSuccess(day),
      fallback: day.runs === 0 ? null : day.fallbacks / day.runs,
    })),
    byDay("firstToken", "lines", days, percentileUnits, ({ firstTokenMs }) =>
      toPercentileValues(firstTokenMs),
    ),
    byDay("total", "lines", days, percentileUnits, ({ totalMs }) => toPercentileValues(totalMs)),
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

const percentileUnits = { p50: "time", p90: "time", p99: "time" } as const;
const toPercentileValues = ({ p50, p90, p99 }: Percentiles) => ({ p50, p90, p99 });
const toUnits = (keys: readonly string[], unit: ChartUnit): Record<string, ChartUnit> =>
  Object.fromEntries(keys.map((key) => [key, unit]));

function byDay(
  id: ChartId,
  kind: Chart["kind"],
  days: readonly DayStatistics[],
  units: Record<string, ChartUnit>,
  pick: (day: DayStatistics) => Record<string, number | null>,
): Chart {
  const columns = Object.entries(units).map(([key, unit]) => ({ key, unit }));
  return {
    id,
    kind,
    isByDay: true,
    columns,
    drawn: Object.keys(units),
    rows: days.map((day) => ({ key: day.day, values: pick(day) })),
  };
}

type SpentByName = { name: string; costMicroUsd: number };

/** The most expensive ones separately, the rest together; free ones are left out. */
function toCost(
  id: "cost" | "toolCost",
  days: readonly DayStatistics[],
  list: (day: DayStatistics) => SpentByName[],
): Chart {
  const totals = addUp(days.flatMap(list), ({ name }) => name, ["costMicroUsd"]);
  const named = sortDown(totals, "costMicroUsd")
    .filter(({ values }) => (values["costMicroUsd"] ?? 0) > 0)
    .map(({ key }) => key);
  const shown = named.slice(0, drawnNames);
  const keys = named.length > drawnNames ? [...shown, otherKey] : shown;
  const isOf = (key: string, name: string): boolean =>
    key === otherKey ? !shown.includes(name) : name === key;
  const add = (day: DayStatistics, key: string): number =>
    sum(
      list(day).filter(({ name }) => isOf(key, name)),
      ({ costMicroUsd }) => costMicroUsd,
    );
  return byDay(id, "stack", days, toUnits(keys, "money"), (day) =>
    Object.fromEntries(keys.map((key) => [key, add(day, key)])),
  );
}

function toModels(days: readonly DayStatistics[]): Chart {
  const keys = ["runs", "inputTokens", "outputTokens", "costMicroUsd"] as const;
  const rows = addUp(
    days.flatMap(({ models }) => models),
    (each) => each.model,
    keys,
  );
  const columns = keys.map((key): Column => ({ key, unit: key === "costMicroUsd" ? "money" : "count" }));
  return {
    id: "models",
    kind: "across",
    isByDay: false,
    columns,
    drawn: ["runs"],
    rows: sortDown(rows, "runs"),
  };
}

function toTools(days: readonly DayStatistics[]): Chart {
  const rows = addUp(
    days.flatMap(({ tools }) => tools),
    (each) => each.tool,
    ["calls", "failures", "costMicroUsd", "durationMs"],
  ).map(({ key, values }) => {
    const { calls = 0, failures = 0, costMicroUsd = 0, durationMs = 0 } = values;
    return {
      key,
      values: {
        worked: calls - failures,
        failures,
        success: calls === 0 ? null : (calls - failures) / calls,
        each: calls === 0 ? null : durationMs / calls,
        costMicroUsd,
      },
    };
  });
  const columns: Column[] = [
    { key: "worked", unit: "count" },
    { key: "failures", unit: "count" },
    { key: "success", unit: "percent" },
    { key: "each", unit: "time" },
    { key: "costMicroUsd", unit: "money" },
  ];
  return {
    id: "tools",
    kind: "across",
    isByDay: false,
    columns,
    drawn: ["worked", "failures"],
    rows: sortDown(rows, "worked"),
  };
}

function toIterations(days: readonly DayStatistics[]): Chart {
  const counts = new Map<string, number>();
  for (const [count, runs] of days.flatMap(({ iterations }) => Object.entries(iterations)))
    counts.set(count, (counts.get(count) ?? 0) + runs);
  const rows = [...counts]
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([key, runs]) => ({ key, values: { runs } }));
  return {
    id: "iterations",
    kind: "bars",
    isByDay: false,
    columns: [{ key: "runs", unit: "count" }],
    drawn: ["runs"],
    rows,
  };
}

/** One row for each name, its numbers added up. */
function addUp<KEY extends string, ITEM extends Record<KEY, number>>(
  items: readonly ITEM[],
  nameOf: (item: ITEM) => string,
  keys: readonly KEY[],
) {
  const rows = new Map<string, Record<string, number>>();
  for (const item of items) {
    const row = rows.get(nameOf(item)) ?? {};
    for (const key of keys) row[key] = (row[key] ?? 0) + item[key];
    rows.set(nameOf(item), row);
  }
  return [...rows].map(([key, values]) => ({ key, values }));
}

const sortDown = (rows: ChartRow[], key: string): ChartRow[] =>
  rows.toSorted((a, b) => (b.values[key] ?? 0) - (a.values[key] ?? 0));
