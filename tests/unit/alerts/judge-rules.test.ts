import { describe, expect, it } from "vitest";
import { judgeRules, readNow, watchesAnything, type Figures } from "@/lib/features/alerts/judge-rules";
import { defaultSettings } from "@/lib/protocol/settings";
import type { GroupRow } from "@/lib/features/statistics/shape";

const toRow = (changes: Partial<GroupRow>): GroupRow => ({
  ...{ kind: "site", name: "", count: 10, succeeded: 10, failed: 0, fast: 10, p50: 1_000, p95: 2_000 },
  ...{ costMicroUsd: 0, rounds: 10, inputTokens: 0, cachedInputTokens: 0, context: null, remembering: 0 },
  ...{ marks: {}, up: 0, down: 0 },
  ...changes,
});
const toFigures = (changes: Partial<Figures>): Figures => ({
  ...{ groups: [], hourMicroUsd: 0, dayMicroUsd: 0, silentMinutes: 0, breakers: [] },
  ...changes,
});
const off = {
  ...{ alertToolFailurePercent: null, alertSlowSeconds: null, alertSilenceMinutes: null },
  ...{ alertCentsPerHour: null, alertCentsPerDay: null, alertBreakers: false },
};
const judge = (settings: Partial<typeof defaultSettings>, figures: Partial<Figures>) =>
  judgeRules({ ...defaultSettings, ...settings }, toFigures(figures));

describe("what is so now", () => {
  it("is the worst that each rule looks at, whether it is on or not", () => {
    const tool = (name: string, failed: number) => toRow({ kind: "tool", name, count: 20, failed });
    const groups = [tool("web_search", 1), tool("web_fetch", 8), toRow({ p95: 28_000 })];
    const figures = toFigures({ groups, hourMicroUsd: 410_000, dayMicroUsd: 3_600_000, silentMinutes: 4 });
    expect(readNow({ ...defaultSettings, ...off }, figures)).toEqual({
      tool: { subject: "web_fetch", value: 40 },
      slow: { subject: null, value: 28 },
      silence: { subject: null, value: 4 },
      costHour: { subject: null, value: 41 },
      costDay: { subject: null, value: 360 },
      breaker: null,
    });
  });
});

describe("the rules of alerts", () => {
  it("are on as the product comes, but for those that a quiet site would set off", () => {
    const { alertSilenceMinutes, alertCentsPerHour, ...others } = defaultSettings;
    expect([alertSilenceMinutes, alertCentsPerHour]).toEqual([null, null]);
    expect(others).toMatchObject({ alertToolFailurePercent: 20, alertSlowSeconds: 30, alertBreakers: true });
    expect(watchesAnything(defaultSettings)).toBe(true);
    expect(judge({}, { silentMinutes: 1e6 })).toEqual([]);
  });

  it("tell nothing when they are off, whatever happens", () => {
    expect(watchesAnything({ ...defaultSettings, ...off })).toBe(false);
    const breaker = {
      kind: "tool",
      name: "web_search",
      state: "open",
      failures: 9,
      retryAfter: 5,
      last: null,
    } as const;
    const groups = [toRow({ p95: 900_000 }), toRow({ kind: "tool", name: "web_search", failed: 10 })];
    expect(
      judge(off, { groups, hourMicroUsd: 1e12, dayMicroUsd: 1e12, silentMinutes: 1e6, breakers: [breaker] }),
    ).toEqual([]);
  });

  it("name a tool that fails more often than allowed, once it was called often enough", () => {
    const settings = { alertToolFailurePercent: 20 };
    const tool = (count: number, failed: number) => [
      toRow({ kind: "tool", name: "web_search", count, failed }),
    ];
    expect(judge(settings, { groups: tool(10, 2) })).toEqual([]);
    expect(judge(settings, { groups: tool(9, 9) })).toEqual([]);
    expect(judge(settings, { groups: tool(10, 3) })).toEqual([
      { rule: "tool", subject: "web_search", severity: "medium", value: 30, limit: 20, count: 10 },
    ]);
    expect(judge(settings, { groups: tool(10, 4) })).toMatchObject([{ severity: "high", value: 40 }]);
  });

  it("fire for slow replies, costs and silence above their limits", () => {
    const settings = {
      alertSlowSeconds: 30,
      alertCentsPerHour: 100,
      alertCentsPerDay: 500,
      alertSilenceMinutes: 60,
    };
    const over = {
      groups: [toRow({ p95: 31_000 })],
      hourMicroUsd: 1_000_001 * 1.5,
      dayMicroUsd: 5_500_000,
      silentMinutes: 130,
    };
    expect(judge(settings, over).map(({ rule, severity }) => [rule, severity])).toEqual([
      ["slow", "low"],
      ["costHour", "high"],
      ["costDay", "high"],
      ["silence", "critical"],
    ]);
    const within = {
      groups: [toRow({ p95: 30_000 })],
      hourMicroUsd: 1e6,
      dayMicroUsd: 5e6,
      silentMinutes: 60,
    };
    expect(judge(settings, within)).toEqual([]);
  });

  it("fire for each breaker that is not closed", () => {
    const state = (name: string, is: "open" | "closed" | "trying") =>
      ({ kind: "engine", name, state: is, failures: 5, retryAfter: null, last: null }) as const;
    const breakers = [state("brave", "open"), state("tavily", "closed"), state("searxng", "trying")];
    expect(judge({ alertBreakers: true }, { breakers }).map(({ subject }) => subject)).toEqual([
      "engine brave",
      "engine searxng",
    ]);
  });
});
