import { describe, expect, it } from "vitest";
import type { LanguageModelUsage } from "ai";
import { createMeter } from "@/lib/engine/run/meter";
import type { RunModels } from "@/lib/engine/ports";
import { createModels } from "@/lib/models/models";

/** A micro-dollar a token for `paid:…`, no known price for the rest. */
const models: RunModels = {
  chain: createModels({ compatible: [], tiers: {}, keySources: {} }).chain,
  open: () => {
    throw new Error("A meter opens no model.");
  },
  isSetUp: () => true,
  noteTools: () => undefined,
  describe: () => ({
    isStandIn: false,
    maxOutputTokens: 1,
    contextWindow: 1,
    seesImages: false,
    takesTemperature: true,
    takesSeed: true,
    isNear: false,
    price: null,
  }),
  toCharge: () => 0,
  toMostCharge: () => 0,
  costOf: (ref, usage) => (ref.startsWith("paid:") ? usage.inputTokens + usage.outputTokens : null),
};

function createTestMeter() {
  const clock = { at: 0 };
  const costs: number[] = [];
  return {
    clock,
    meter: createMeter(models, () => clock.at, {
      temperature: 0.7,
      seed: null,
      onStepCost: (cost) => costs.push(cost),
    }),
    costs,
  };
}
const toUsage = (inputTokens: number, outputTokens: number): LanguageModelUsage => ({
  inputTokens,
  outputTokens,
  totalTokens: inputTokens + outputTokens,
  inputTokenDetails: { noCacheTokens: undefined, cacheReadTokens: 4, cacheWriteTokens: undefined },
  outputTokenDetails: { textTokens: undefined, reasoningTokens: 3 },
});
const toStep = (finishReason: string, usage: LanguageModelUsage, estimate: typeof noEstimate) => ({
  ...{ finishReason, usage, estimate },
  toolChoice: "auto" as const,
});
const noEstimate = { inputTokens: 0, outputTokens: 0 };
const toolCall = {
  id: "c1",
  tool: "image_generate",
  input: {},
  status: "success" as const,
  summary: "s",
  durationMs: 5,
  costMicroUsd: 40,
};

describe("the meter", () => {
  it("keeps for each step what it used, what it cost and how long it took", () => {
    const { clock, meter } = createTestMeter();
    meter.startStep(false);
    clock.at = 30;
    meter.noteFirstToken();
    clock.at = 50;
    meter.noteFirstToken();
    meter.addToolCall(toolCall);
    meter.endStep("paid:a", toStep("stop", toUsage(10, 5), noEstimate));
    expect(meter.steps).toEqual([
      {
        ...{
          number: 1,
          model: "paid:a",
          startedAt: 0,
          firstTokenMs: 30,
          durationMs: 50,
          finishReason: "stop",
          forced: false,
          toolChoice: "auto",
          temperature: 0.7,
          costMicroUsd: 15,
          toolCalls: [toolCall],
        },
        usage: { inputTokens: 10, outputTokens: 5, reasoningTokens: 3, cachedInputTokens: 4 },
      },
    ]);
  });

  it("adds up models and tools, and the tools by name", () => {
    const { meter } = createTestMeter();
    for (const output of [5, 7]) {
      meter.startStep(false);
      meter.addToolCall(toolCall);
      meter.endStep("paid:a", toStep("tool-calls", toUsage(10, output), noEstimate));
    }
    expect(meter.spentMicroUsd()).toBe(15 + 17 + 80);
    expect(meter.costByTool()).toEqual({ image_generate: 80 });
    expect(meter.usage()).toEqual({
      inputTokens: 20,
      outputTokens: 12,
      reasoningTokens: 6,
      cachedInputTokens: 8,
    });
  });

  it("marks the usage of a call that was cut as estimated", () => {
    const { meter } = createTestMeter();
    meter.startStep(false);
    meter.endCutStep("paid:a", { inputTokens: 100, outputTokens: 20 });
    expect(meter.spentMicroUsd()).toBe(120);
    expect(meter.usage()).toMatchObject({ inputTokens: 100, outputTokens: 20, estimated: true });
  });

  it("charges nothing for a call that was refused", () => {
    const { meter } = createTestMeter();
    meter.startStep(false);
    meter.endRefusedStep("paid:a");
    expect(meter.spentMicroUsd()).toBe(0);
    expect(meter.steps).toHaveLength(1);
  });

  it("counts the tokens whose price is unknown by themselves", () => {
    const { meter } = createTestMeter();
    meter.startStep(false);
    meter.endStep("new:model", toStep("stop", toUsage(10, 5), noEstimate));
    expect([meter.spentMicroUsd(), meter.unpricedTokens()]).toEqual([0, 15]);
  });

  it("estimates a call whose vendor tells no usage, and marks it so", () => {
    const { meter } = createTestMeter();
    meter.startStep(false);
    meter.endStep("paid:a", toStep("stop", toUsage(0, 0), { inputTokens: 900, outputTokens: 100 }));
    expect(meter.usage()).toMatchObject({ inputTokens: 900, outputTokens: 100, estimated: true });
    expect(meter.spentMicroUsd()).toBe(1_000);
  });
});
