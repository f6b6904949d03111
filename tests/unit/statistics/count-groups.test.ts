import { describe, expect, it } from "vitest";
import type { StepRecord, ToolCallRecord } from "@/lib/protocol/run-record";
import { countRun } from "@/lib/features/statistics/records/count-run";
import { toGroupRows, type ReplyExtra } from "@/lib/features/statistics/records/count-groups";
import { toGroups } from "@/lib/features/statistics/records/day-counts";
import { sumCounts } from "@/lib/features/statistics/records/sum-counts";
import { toRunRecord } from "@/tests/support/messages";

const usage = { inputTokens: 8_000, outputTokens: 10, reasoningTokens: 0, cachedInputTokens: 2_000 };
const toCall = (changes: Partial<ToolCallRecord>): ToolCallRecord => ({
  ...{ id: "c", tool: "web_search", input: {}, status: "success", summary: "" },
  ...{ durationMs: 1_000, costMicroUsd: 5 },
  ...changes,
});
const toStep = (toolCalls: ToolCallRecord[]): StepRecord => ({
  ...{ number: 1, model: "openai:a", startedAt: 0, firstTokenMs: 1, durationMs: 2, finishReason: "stop" },
  ...{ forced: false, usage, costMicroUsd: 7, toolCalls },
});
const toRun = (changes = {}) =>
  toRunRecord("r1", {
    ...{ outcome: "completed", model: "openai:a", usage, costMicroUsd: 40, startedAt: 0, endedAt: 20_000 },
    ...changes,
  });
const count = (run = toRun(), extra: ReplyExtra = {}) =>
  countRun(run, { isFirstToday: false, fellBack: false, ...extra });
const read = (...counts: ReturnType<typeof count>[]) => toGroupRows(toGroups(sumCounts(counts)));

describe("replies told apart", () => {
  it("stand under the site, their model, agent and style with what they took", () => {
    const extra = { contextTokens: 32_000, usedMemories: 2, marks: { quoted: 3 } };
    const slow = toRun({ endedAt: 40_000, outcome: "failed", agent: { id: "a1", name: "Librarian" } });
    const rows = read(count(toRun({ steps: [toStep([]), toStep([])] }), extra), count(slow));
    expect(rows.find(({ kind }) => kind === "site")).toEqual({
      ...{ kind: "site", name: "", count: 2, succeeded: 1, failed: 1, fast: 1, costMicroUsd: 80, rounds: 2 },
      ...{ inputTokens: 16_000, cachedInputTokens: 4_000, context: 0.25, remembering: 1, up: 0, down: 0 },
      marks: { quoted: 3, supported: 0, partly: 0, differs: 0, not_found: 0, unchecked: 0 },
      ...{ p50: 20_480, p95: 40_960 },
    });
    expect(rows.filter(({ kind }) => kind === "agent").map(({ name }) => name)).toEqual(["", "Librarian"]);
    expect(rows.filter(({ kind }) => kind === "model").map(({ name }) => name)).toEqual(["openai:a"]);
    expect(rows.filter(({ kind }) => kind === "style").map(({ name }) => name)).toEqual(["balanced"]);
  });

  it("count one of exactly thirty seconds as quick, and one that the person stopped as no failure", () => {
    const [site] = read(
      count(toRun({ endedAt: 30_000, outcome: "stopped" })),
      count(toRun({ endedAt: 30_001, outcome: "interrupted" })),
    );
    expect(site).toMatchObject({ fast: 1, succeeded: 0, failed: 1 });
  });

  it("tell calls of tools and of the engines that were asked", () => {
    const calls = [
      toCall({
        engines: [
          { name: "Brave", isServing: false },
          { name: "Wikipedia", isServing: true },
        ],
      }),
      toCall({ status: "timeout", durationMs: 9_000 }),
    ];
    const rows = read(count(toRun({ steps: [toStep(calls)] })));
    expect(rows.find(({ kind }) => kind === "tool")).toMatchObject({
      ...{ name: "web_search", count: 2, succeeded: 1, failed: 1, costMicroUsd: 10, p50: 1_077, p95: 9_391 },
    });
    expect(
      rows.filter(({ kind }) => kind === "engine").map(({ name, succeeded, p95 }) => [name, succeeded, p95]),
    ).toEqual([
      ["Brave", 0, null],
      ["Wikipedia", 1, 1_077],
    ]);
  });

  it("are none where nothing, or something damaged, is stored", () => {
    expect(toGroupRows(toGroups({}))).toEqual([]);
    expect(
      toGroupRows(toGroups({ groups: { model: 5, tool: { x: { name: "web_search", count: "many" } } } })),
    ).toEqual([expect.objectContaining({ kind: "tool", name: "web_search", count: 0 })]);
  });
});
