import { describe, expect, it } from "vitest";
import { hasValues, otherKey, toCharts } from "@/components/admin/overview/overview-charts";
import type { ChartId } from "@/components/admin/overview/overview-charts";
import { toBounds, toRowFilter, toRunsPath, toTotals } from "@/components/admin/overview/totals";
import { toStyleNumbers } from "@/components/admin/style-numbers";
import { countGroups, groupsSchema, toGroupRows } from "@/lib/features/statistics/records/count-groups";
import { sumCounts } from "@/lib/features/statistics/records/sum-counts";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { DayStatistics, GroupRow } from "@/lib/features/statistics/shape";

const none = { p50: null, p90: null, p99: null };
const emptyDay = (day: string): DayStatistics => ({
  day,
  ...{
    people: 0,
    runs: 0,
    inputTokens: 0,
    cachedInputTokens: 0,
    outputTokens: 0,
    costMicroUsd: 0,
    fallbacks: 0,
  },
  ...{
    outcomes: {},
    unanswered: {},
    apart: {},
    models: [],
    tools: [],
    iterations: {},
    styles: {},
    firstTokenMs: none,
    totalMs: none,
  },
});
const toModel = (model: string, costMicroUsd: number) => ({
  model,
  runs: 1,
  inputTokens: 10,
  outputTokens: 5,
  costMicroUsd,
});
const monday: DayStatistics = {
  ...emptyDay("2026-11-16"),
  ...{
    people: 2,
    runs: 4,
    inputTokens: 60,
    cachedInputTokens: 15,
    outputTokens: 30,
    costMicroUsd: 90,
    fallbacks: 1,
  },
  outcomes: { completed: 3, failed: 1 },
  models: [
    toModel("p:a.1", 50),
    toModel("p:b", 1),
    toModel("p:c", 2),
    toModel("p:d", 3),
    toModel("p:e", 4),
    toModel("p:f", 30),
  ],
  tools: [{ tool: "web_search", calls: 4, failures: 1, costMicroUsd: 0, durationMs: 2000 }],
  iterations: { 2: 3, 10: 1 },
  styles: { balanced: { runs: 4, toolCalls: 6, durationMs: 20_000, costMicroUsd: 90 } },
  firstTokenMs: { p50: 500, p90: 900, p99: 1000 },
};
const tuesday: DayStatistics = {
  ...emptyDay("2026-11-17"),
  ...{ people: 3, runs: 1, models: [toModel("p:a.1", 5)] },
  iterations: { 2: 1, 1: 1 },
  tools: [{ tool: "web_search", calls: 1, failures: 0, costMicroUsd: 0, durationMs: 500 }],
};
const days = [monday, tuesday, emptyDay("2026-11-18")];

function getChart(id: ChartId) {
  const found = toCharts(days).find((chart) => chart.id === id);
  if (found === undefined) throw new Error(`There is no chart ${id}.`);
  return found;
}

describe("the overview's charts", () => {
  it("have a row for each day, also for one on which nothing happened", () => {
    const { rows } = getChart("activity");
    expect(rows.map(({ key }) => key)).toEqual(["2026-11-16", "2026-11-17", "2026-11-18"]);
    expect(rows.map(({ values }) => values)).toEqual([
      { runs: 4, people: 2 },
      { runs: 1, people: 3 },
      { runs: 0, people: 0 },
    ]);
  });

  it("part what was read into what was read anew and what a vendor had in its cache", () => {
    expect(getChart("tokens").rows[0]?.values).toEqual({ input: 45, cached: 15, output: 30 });
  });

  it("draw the five dearest models and put the others together, so that a day's cost is whole", () => {
    const { drawn, rows } = getChart("cost");
    expect(drawn).toEqual(["p:a.1", "p:f", "p:e", "p:d", "p:c", otherKey]);
    expect(rows[0]?.values).toEqual({ "p:a.1": 50, "p:f": 30, "p:e": 4, "p:d": 3, "p:c": 2, [otherKey]: 1 });
  });

  it("draw what each tool cost by day, and leave out the tools that cost nothing", () => {
    const draw = { tool: "image_generate", calls: 1, failures: 0, costMicroUsd: 40_000, durationMs: 900 };
    const paid = { ...tuesday, tools: [...tuesday.tools, draw] };
    const chart = toCharts([monday, paid]).find(({ id }) => id === "toolCost");
    expect(chart?.drawn).toEqual(["image_generate"]);
    expect(chart?.rows.map(({ values }) => values)).toEqual([
      { image_generate: 0 },
      { image_generate: 40_000 },
    ]);
  });

  it("leave a gap where there is nothing to divide by", () => {
    expect(getChart("reliability").rows.map(({ values }) => values)).toEqual([
      { success: 0.75, fallback: 0.25 },
      { success: 1, fallback: 0 },
      { success: null, fallback: null },
    ]);
  });

  it("draw the first of what does not add up, and have the rest in the table", () => {
    const shown = ({ drawn, columns }: ReturnType<typeof getChart>) => [drawn, columns.map(({ key }) => key)];
    expect(shown(getChart("firstToken"))).toEqual([["p50"], ["p50", "p90", "p99"]]);
    expect(shown(getChart("activity"))).toEqual([["runs"], ["runs", "people"]]);
  });

  it("are empty without anything to draw", () => {
    expect(toCharts([emptyDay("2026-11-16")]).filter(hasValues)).toEqual([]);
    expect(hasValues(getChart("firstToken"))).toBe(true);
    expect(hasValues(getChart("total"))).toBe(false);
  });
});

it("the totals count people as they are told apart, or by the busiest day, and rates over all days", () => {
  const totals = { runs: 5, people: 3, completed: 0.6, failed: 1, p50: null, p95: null, costMicroUsd: 90 };
  expect(toTotals({ days, groups: [], people: 0 })).toEqual(totals);
  expect(toTotals({ days, groups: [], people: 7 }).people).toBe(7);
  const none = { runs: 0, people: 0, completed: null, failed: 0, p50: null, p95: null, costMicroUsd: 0 };
  expect(toTotals({ days: [], groups: [], people: 0 })).toEqual(none);
});

it("a figure leads to the runs of its days or hours, and a row of the table to its own", () => {
  const whole = String(Date.UTC(2026, 10, 18) - 1);
  const path = new URL(toRunsPath(["2026-11-16", "2026-11-17"], { status: "failed" }), "http://a");
  expect(path.pathname).toBe("/admin/runs");
  expect(Object.fromEntries(path.searchParams)).toEqual({
    ...{ status: "failed", since: String(Date.UTC(2026, 10, 16)), until: whole },
  });
  expect(toBounds("2026-11-16T05")).toEqual({
    since: Date.UTC(2026, 10, 16, 5),
    until: Date.UTC(2026, 10, 16, 6) - 1,
  });
  const row = (kind: GroupRow["kind"], name: string, id?: string) =>
    toRowFilter({ kind, name, ...(id !== undefined && { id }) } as GroupRow, "built_in");
  expect(row("person", "Ada", "u1")).toEqual({ person: "u1" });
  expect(row("agent", "")).toEqual({ agent: "built_in" });
  expect(row("tool", "read_page")).toEqual({ tool: "read_page" });
  expect(row("engine", "brave")).toBeNull();
  expect(row("model", "unknown")).toBeNull();
});

it("a style's numbers are those of one reply, and a style that nobody used has none", () => {
  const numbers = { runs: 4, toolCalls: 1.5, seconds: null, microUsd: 22.5 };
  expect(toStyleNumbers({ days, groups: [] })).toEqual({ balanced: numbers });
});

it("a style's time is the median of this site, whatever one long reply took", () => {
  const toRun = (endedAt: number) =>
    ({
      ...{ style: "balanced", startedAt: 0, endedAt, costMicroUsd: 0, steps: [], outcome: "completed" },
      ...{ model: "local:a", usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 } },
    }) as unknown as RunRecord;
  const counts = [2_000, 2_000, 2_000, 540_000].map((ms) => countGroups(toRun(ms), {}));
  const groups = toGroupRows(groupsSchema.parse(sumCounts(counts)));
  expect(toStyleNumbers({ days, groups }).balanced?.seconds).toBeCloseTo(2, 0);
});
