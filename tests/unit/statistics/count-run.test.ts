import { describe, expect, it } from "vitest";
import type { RunRecord, StepRecord, ToolCallRecord } from "@/lib/protocol/run-record";
import { countRun, type RunExtra } from "@/lib/features/statistics/records/count-run";
import { toDayStatistics, toUsualReplies } from "@/lib/features/statistics/records/day-counts";
import { sumCounts } from "@/lib/features/statistics/records/sum-counts";
import { toRunRecord } from "@/tests/support/messages";

const toUsage = (inputTokens: number, outputTokens: number) => ({
  inputTokens,
  outputTokens,
  reasoningTokens: 0,
  cachedInputTokens: inputTokens / 2,
});

const toCall = (tool: string, changes: Partial<ToolCallRecord> = {}): ToolCallRecord => ({
  ...{
    id: "c",
    tool,
    input: { query: "my secret question" },
    status: "success",
    summary: "about my secret question",
    durationMs: 100,
    costMicroUsd: 5,
  },
  ...changes,
});

const toStep = (model: string, toolCalls: ToolCallRecord[] = []): StepRecord => ({
  ...{
    number: 1,
    model,
    startedAt: 0,
    firstTokenMs: 1,
    durationMs: 2,
    finishReason: "stop",
    forced: false,
    usage: toUsage(10, 3),
    costMicroUsd: 7,
    toolCalls,
  },
});

const run = toRunRecord("r1", {
  outcome: "completed",
  steps: [
    toStep("openai:gpt-4.1/x@y", [toCall("web_search"), toCall("web_search", { status: "timeout" })]),
    toStep("openai:gpt-4.1/x@y", [toCall("math.prime")]),
    toStep("local:a"),
  ],
  usage: toUsage(30, 9),
  costMicroUsd: 36,
  startedAt: 1_000,
  firstTokenAt: 1_500,
  endedAt: 3_000,
});
const extra = { isFirstToday: true, fellBack: true };

describe("a counted run", () => {
  it("is a day of one run, with models and tools by their own names", () => {
    expect(toDayStatistics("2026-11-20", countRun(run, extra))).toEqual({
      day: "2026-11-20",
      apart: {},
      people: 1,
      runs: 1,
      inputTokens: 30,
      cachedInputTokens: 15,
      outputTokens: 9,
      costMicroUsd: 36,
      fallbacks: 1,
      outcomes: { completed: 1 },
      iterations: { 3: 1 },
      unanswered: {},
      models: [
        { model: "openai:gpt-4.1/x@y", runs: 1, inputTokens: 20, outputTokens: 6, costMicroUsd: 14 },
        { model: "local:a", runs: 1, inputTokens: 10, outputTokens: 3, costMicroUsd: 7 },
      ],
      tools: [
        { tool: "web_search", calls: 2, failures: 1, costMicroUsd: 10, durationMs: 200 },
        { tool: "math.prime", calls: 1, failures: 0, costMicroUsd: 5, durationMs: 100 },
      ],
      styles: { balanced: { runs: 1, toolCalls: 3, durationMs: 2_000, costMicroUsd: 36 } },
      firstTokenMs: { p50: 539, p90: 539, p99: 539 },
      totalMs: { p50: 2_153, p90: 2_153, p99: 2_153 },
    });
  });

  it("has no time to the first token when there was none, and no person when the person was there before", () => {
    const day = toDayStatistics(
      "2026-11-20",
      countRun({ ...run, firstTokenAt: null }, { isFirstToday: false, fellBack: false }),
    );
    expect(day).toMatchObject({ people: 0, fallbacks: 0, firstTokenMs: { p50: null } });
  });

  it.each(["trial", "schedule"] as const)("that no person asked is counted apart: %s", (origin) => {
    const failed = { ...run, origin, outcome: "failed" as const, costMicroUsd: 70 };
    const day = toDayStatistics("2026-11-20", countRun(failed, { ...extra, isFirstToday: true }));
    expect(day).toEqual({
      ...toDayStatistics("2026-11-20", {}),
      apart: { [origin]: { runs: 1, failed: 1, costMicroUsd: 70 } },
    });
  });

  it("holds nothing that a person or a model wrote", () => {
    const odd = {
      ...run,
      style: "my secret style",
      steps: [toStep("my secret model", [toCall("my secret tool")])],
    };
    const counts = JSON.stringify([countRun(run, extra), countRun(odd, extra)]);
    expect(counts).not.toMatch(/secret|u1|c1|m1|r1/);
    expect(toDayStatistics("d", countRun(odd, extra))).toMatchObject({
      models: [{ model: "unknown" }],
      tools: [{ tool: "unknown" }],
      styles: { unknown: { runs: 1 } },
    });
  });

  it("adds up with others", () => {
    const other = countRun(
      { ...run, outcome: "limited", style: "direct", steps: [toStep("local:a")] },
      { isFirstToday: false, fellBack: false },
    );
    const day = toDayStatistics("d", sumCounts([countRun(run, extra), other, countRun(run, extra)]));
    expect(day).toMatchObject({
      runs: 3,
      people: 2,
      outcomes: { completed: 2, limited: 1 },
      iterations: { 1: 1, 3: 2 },
      styles: { balanced: { runs: 2 }, direct: { runs: 1 } },
    });
    expect(day.models.map(({ model, runs }) => [model, runs])).toEqual([
      ["openai:gpt-4.1/x@y", 2],
      ["local:a", 3],
    ]);
  });
});

describe("what replies usually take", () => {
  const count = (changes: Partial<RunRecord>, more: Partial<RunExtra> = {}) =>
    countRun({ ...run, startedAt: 0, mode: "fast", model: "local:a", ...changes }, { ...extra, ...more });
  const repeat = (times: number, changes: Partial<RunRecord>, more: Partial<RunExtra> = {}) =>
    Array.from({ length: times }, () => count(changes, more));

  it("is the middle one's time and cost, of those with the same model, mode and plan", () => {
    const thinking = { mode: "thinking", endedAt: 60_000 };
    const counts = sumCounts([
      ...repeat(6, { endedAt: 2_000, costMicroUsd: 100 }),
      ...repeat(5, { endedAt: 90_000, costMicroUsd: 9_000 }),
      ...repeat(9, { endedAt: 90_000, costMicroUsd: 9_000, model: "local:b" }),
      ...repeat(10, { ...thinking, costMicroUsd: 0 }),
      ...repeat(10, { ...thinking, costMicroUsd: 7_000 }, { isPlanned: true }),
    ]);
    const usual = toUsualReplies(counts);
    expect(usual.map(({ model, mode, isPlanned }) => [model, mode, isPlanned]).toSorted()).toEqual([
      ["local:a", "fast", false],
      ["local:a", "thinking", false],
      ["local:a", "thinking", true],
    ]);
    const fast = usual.find(({ mode }) => mode === "fast");
    expect(fast?.ms).toBeGreaterThanOrEqual(2_000);
    expect(fast?.ms).toBeLessThanOrEqual(2_000 * 1.091 + 1);
    expect(fast?.microUsd).toBeGreaterThanOrEqual(100);
    expect(fast?.microUsd).toBeLessThanOrEqual(110);
    const [free, planned] = usual.filter(({ mode }) => mode === "thinking");
    expect([free?.microUsd, (planned?.microUsd ?? 0) >= 7_000]).toEqual([0, true]);
  });

  it("is not told of fewer than ten, and those that were cut short do not count", () => {
    const nine = repeat(9, { endedAt: 2_000 });
    expect(toUsualReplies(sumCounts([...nine, ...repeat(5, { outcome: "stopped" })]))).toEqual([]);
    expect(toUsualReplies(sumCounts([...nine, count({ endedAt: 2_000 })]))).toHaveLength(1);
    expect(toUsualReplies({})).toEqual([]);
  });
});
