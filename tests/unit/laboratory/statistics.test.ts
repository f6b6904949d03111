import { describe, expect, it } from "vitest";
import { checkExpectations, hasPassed } from "@/lib/features/laboratory/check-expectations";
import { estimateExperiment } from "@/lib/features/laboratory/estimate";
import { isDraftFirst, toWinner } from "@/lib/features/laboratory/judge-pair";
import { testSigns, toMedian, toShare, toWins } from "@/lib/features/laboratory/statistics";
import { summarize } from "@/lib/features/laboratory/summarize";
import {
  expectationsSchema,
  type QuestionResult,
  type Trial,
} from "@/lib/features/laboratory/shape/laboratory";
import type { RunSummary } from "@/lib/protocol/runs";
import { defaultSettings } from "@/lib/protocol/settings";

const expected = (fields: object) => expectationsSchema.parse(fields);
const toTrial = (more: Partial<Trial> = {}): Trial => ({
  ...{ outcome: "completed", text: "The ferry leaves at 8.", model: "local:test" },
  ...{ costMicroUsd: 10_000, tookMs: 2_000, searches: 0, sources: [], marks: {} },
  checks: [{ kind: "answered", isMet: true }],
  ...more,
});

describe("the statistics of an experiment", () => {
  it("give Wilson's interval, also for none and all", () => {
    // 8 of 10 and 0 of 10 as in R's binom.confint(method = "wilson").
    const { low, high } = toShare(8, 10);
    expect([low, high]).toEqual([expect.closeTo(0.4902, 4), expect.closeTo(0.9433, 4)]);
    expect(toShare(0, 10).low).toBe(0);
    expect(toShare(0, 10).high).toBeCloseTo(0.2775, 4);
    expect(toShare(10, 10).low).toBeCloseTo(0.7225, 4);
    expect(toShare(0, 0)).toEqual({ count: 0, of: 0, low: 0, high: 1 });
  });

  it("test signs exactly and from both sides, without the ties", () => {
    // As R's binom.test(k, n)$p.value.
    expect(testSigns(8, 2)).toBeCloseTo(0.109375, 8);
    expect(testSigns(2, 8)).toBeCloseTo(0.109375, 8);
    expect(testSigns(10, 0)).toBeCloseTo(0.001953125, 10);
    expect([testSigns(0, 0), testSigns(5, 5)]).toEqual([1, 1]);
    expect(toWins(["live", "draft", "draft", "tie"])).toEqual({ live: 1, draft: 2, tie: 1, p: 1 });
  });

  it("take the middle of the values, and of nothing none", () => {
    expect([toMedian([3, 1, 2]), toMedian([4, 1, 2, 3]), toMedian([])]).toEqual([2, 2.5, null]);
  });

  it("tell how often the right tools were called, of those of which it is expected", () => {
    const toChosen = (kind: "mustCall" | "mustNotCall", isMet: boolean): QuestionResult => ({
      ...{ questionId: `${kind}-${isMet}`, draft: null, judged: null, chosen: null },
      live: toTrial({ checks: [{ kind, isMet }] }),
    });
    const others: QuestionResult = { ...toChosen("mustCall", true), questionId: "q", live: toTrial() };
    const { rows } = summarize([
      ...[toChosen("mustCall", true), toChosen("mustNotCall", true), toChosen("mustCall", false), others],
    ]);
    expect(rows[0]?.chosenWell).toMatchObject({ count: 2, of: 3 });
  });

  it("compare pairs only where both sides have answered", () => {
    const results: QuestionResult[] = [
      {
        ...{ questionId: "q1", live: toTrial(), draft: toTrial({ costMicroUsd: 5_000, tookMs: 3_000 }) },
        ...{ judged: { winner: "draft", reason: "" }, chosen: "live" },
      },
      { questionId: "q2", live: toTrial({ costMicroUsd: 1 }), draft: null, judged: null, chosen: null },
      {
        ...{ questionId: "q3", live: toTrial({ checks: [{ kind: "cites", isMet: false }] }) },
        ...{
          draft: toTrial({ marks: { supported: 2 } }),
          judged: { winner: null, reason: "" },
          chosen: null,
        },
      },
    ];
    const table = summarize(results);
    expect(
      table.rows.map(({ answered, costMicroUsd, passed }) => [answered, costMicroUsd, passed.count]),
    ).toEqual([
      [3, 20_001, 2],
      [2, 15_000, 2],
    ]);
    expect(table.rows.map(({ chosenWell }) => chosenWell)).toEqual([null, null]);
    expect(table.rows[1]?.marks).toEqual({ supported: 2 });
    expect(table.cheaper).toMatchObject({ live: 0, draft: 1, tie: 1 });
    expect(table.faster).toMatchObject({ live: 1, draft: 0, tie: 1 });
    expect(table.passes).toMatchObject({ live: 0, draft: 1, tie: 1 });
    expect(table.judged).toMatchObject({ live: 0, draft: 1, tie: 0 });
    expect(table.chosen).toMatchObject({ live: 1, draft: 0, tie: 0 });
  });
});

describe("an expectation", () => {
  it("is met by what the answer is, whatever the case and the blanks", () => {
    const answer = toTrial({ sources: [{ number: 1, url: "https://a.example", title: "A" }] });
    const checks = checkExpectations(
      expected({
        cites: true,
        contains: ["FERRY  leaves"],
        isSearchFree: true,
        mustCall: ["calculate"],
        mustNotCall: ["web_search"],
        mostCents: 1,
        mostSeconds: 2,
      }),
      { ...answer, calls: ["calculate"] },
    );
    expect(checks.map(({ kind }) => kind)).toEqual([
      ...["answered", "cites", "contains", "isSearchFree", "mustCall", "mustNotCall"],
      ...["mostCents", "mostSeconds"],
    ]);
    expect(hasPassed({ checks })).toBe(true);
  });

  it.each([
    ["cites", { cites: true }, {}],
    ["contains", { contains: ["ferry", "nine"] }, {}],
    ["isSearchFree", { isSearchFree: true }, { searches: 1 }],
    ["mustCall", { mustCall: ["calculate", "web_fetch"] }, {}],
    ["mustNotCall", { mustNotCall: ["calculate"] }, {}],
    ["mostCents", { mostCents: 0.99 }, {}],
    ["mostSeconds", { mostSeconds: 1.9 }, {}],
    ["answered", {}, { outcome: "failed" }],
    ["answered", {}, { text: " " }],
  ] as const)("%s is not met by an answer that is otherwise", (kind, expectations, answer) => {
    const checks = checkExpectations(expected(expectations), {
      ...toTrial(answer),
      calls: ["calculate"],
    });
    expect(checks.filter(({ isMet }) => !isMet).map((check) => check.kind)).toEqual([kind]);
  });
});

describe("an estimate", () => {
  const toRun = (costMicroUsd: number, durationMs: number): RunSummary => ({
    ...{ id: "r", conversationId: "c", startedAt: 0, outcome: "completed", reason: null, mode: "balanced" },
    ...{ model: "local:a", agent: null, steps: 1, tools: [], rating: null, stepOf: null, step: null },
    ...{ branchOf: null, planIn: null, origin: null, causes: [] },
    userMessageId: "m",
    ...{ costMicroUsd, durationMs },
  });
  const side = (model: string) => ({ settings: defaultSettings, chain: [model], isFree: false });
  const toCharge = (_chain: readonly string[], tokens: { inputTokens: number }) => tokens.inputTokens;

  it("is the median of recorded runs, and the model's price where there are none", () => {
    const runs = [toRun(100, 1_000), toRun(300, 3_000), toRun(200, 2_000)];
    const known = estimateExperiment({ toCharge, runs }, [side("local:a"), side("local:a")], {
      ...{ questions: 10, judges: [] },
    });
    expect(known).toMatchObject({ microUsd: 4_000, tookMs: 40_000, basis: "runs" });
    const unknown = estimateExperiment({ toCharge, runs }, [side("local:a"), side("local:b")], {
      ...{ questions: 10, judges: ["local:b"] },
    });
    expect(unknown).toMatchObject({ microUsd: 10 * (200 + 8_000 + 3_000), basis: "price" });
    expect(unknown.mostMicroUsd).toBe(10 * (2 * defaultSettings.costBudgetPerRequest * 10_000 + 3_000));
  });
});

describe("a pair that is compared blindly", () => {
  it("is shown in an order drawn by lot, which the winner is read back from", () => {
    const orders = Array.from({ length: 200 }, (_, n) => isDraftFirst("e1", `q${n}`, "person"));
    const first = orders.filter(Boolean).length;
    expect(first).toBeGreaterThan(60);
    expect(first).toBeLessThan(140);
    expect(orders).toEqual(Array.from({ length: 200 }, (_, n) => isDraftFirst("e1", `q${n}`, "person")));
    expect([toWinner("left", true), toWinner("left", false), toWinner("right", true)]).toEqual([
      ...["draft", "live", "live"],
    ]);
    expect(toWinner("tie", true)).toBe("tie");
  });
});
