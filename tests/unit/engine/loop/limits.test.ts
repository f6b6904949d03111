import { describe, expect, it } from "vitest";
import { decideStep, unknownPrice, type Limits, type RunStanding } from "@/lib/engine/loop/limits";

const limits: Limits = {
  iterations: 5,
  timeLimitMs: 100_000,
  budgetMicroUsd: 100_000,
  modelOutputTokens: 8_000,
  price: { input: 1, output: 10 },
};
const standing: RunStanding = {
  callsMade: 0,
  elapsedMs: 0,
  spentMicroUsd: 0,
  inputTokens: 2_000,
  stuckTimes: 0,
};

describe("decideStep", () => {
  it("lets the agent act while nothing is short", () => {
    expect(decideStep(standing, limits).kind).toBe("act");
  });

  it("asks for the answer once the calls that may use tools are made", () => {
    expect(decideStep({ ...standing, callsMade: 5 }, limits)).toMatchObject({
      kind: "answer",
      reason: "iterations",
    });
  });

  it("asks for the answer before the time is over", () => {
    expect(decideStep({ ...standing, elapsedMs: 70_000 }, limits)).toMatchObject({
      kind: "answer",
      reason: "time",
    });
    expect(decideStep({ ...standing, elapsedMs: 69_999 }, limits).kind).toBe("act");
  });

  it("lets the agent act when one step led nowhere, and asks for the answer when the next one does, too", () => {
    expect(decideStep({ ...standing, stuckTimes: 1 }, limits).kind).toBe("act");
    expect(decideStep({ ...standing, stuckTimes: 2 }, limits)).toMatchObject({
      kind: "answer",
      reason: "no_progress",
    });
  });

  it("keeps the reserve for the answer out of what a step may write", () => {
    // 100,000 − 2,000 input − (2,000 input + 1,000 × 10 of the answer) = 86,000 → 8,600 tokens.
    expect(decideStep(standing, limits)).toEqual({ kind: "act", payableTokens: 8_600 });
  });

  it("asks for the answer when a step no longer fits, and ends when not even the answer does", () => {
    expect(decideStep({ ...standing, spentMicroUsd: 85_000 }, limits)).toMatchObject({
      kind: "answer",
      reason: "budget",
    });
    expect(decideStep({ ...standing, spentMicroUsd: 97_000 }, limits)).toEqual({
      kind: "end",
      reason: "budget",
    });
  });

  it("never lets a call cost more than what is left, whatever the standing", () => {
    for (let spent = 0; spent <= 120_000; spent += 1_777) {
      for (const inputTokens of [10, 1_000, 9_000, 50_000]) {
        const decision = decideStep({ ...standing, spentMicroUsd: spent, inputTokens }, limits);
        const cost =
          decision.kind === "end"
            ? 0
            : inputTokens * limits.price.input + decision.payableTokens * limits.price.output;
        expect(spent + cost).toBeLessThanOrEqual(Math.max(limits.budgetMicroUsd, spent));
      }
    }
  });

  it("does not limit the output of a model that costs nothing", () => {
    expect(decideStep(standing, { ...limits, price: { input: 0, output: 0 } })).toEqual({
      kind: "act",
      payableTokens: Number.POSITIVE_INFINITY,
    });
  });

  it("takes an unknown price as a ceiling of 10,000 tokens a cent", () => {
    const decision = decideStep({ ...standing, spentMicroUsd: 99_000 }, { ...limits, price: unknownPrice });
    expect(decision).toEqual({ kind: "end", reason: "budget" });
  });
});
