import { describe, expect, it } from "vitest";
import { concludeRun, type Ending } from "@/lib/engine/loop/conclude";

const ending: Ending = {
  isUnreadable: false,
  ...{ cut: null, failure: null, forced: null, isDesigned: false },
  ...{ finishReason: "stop", hasAnswer: true },
};

describe("concludeRun", () => {
  it.each<[string, Partial<Ending>, { outcome: string; reason?: string }]>([
    ["an answer of the model's own is completed", {}, { outcome: "completed" }],
    [
      "a stop by the person wins over everything",
      { cut: "stopped", failure: "internal", forced: "time" },
      { outcome: "stopped", reason: "stopped" },
    ],
    ["the time limit is a limit", { cut: "time" }, { outcome: "limited", reason: "time" }],
    [
      "a failure is told by its kind",
      { failure: "model_key", hasAnswer: false },
      { outcome: "failed", reason: "model_key" },
    ],
    [
      "a forced answer tells why it was forced",
      { forced: "iterations" },
      { outcome: "limited", reason: "iterations" },
    ],
    [
      "an answer after the rounds of a mode is as designed",
      { forced: "iterations", isDesigned: true },
      { outcome: "completed" },
    ],
    [
      "a budget that ran out is a limit in every mode",
      { forced: "budget", isDesigned: true },
      { outcome: "limited", reason: "budget" },
    ],
    [
      "no answer after the rounds of a mode is a limit",
      { forced: "iterations", isDesigned: true, hasAnswer: false },
      { outcome: "limited", reason: "iterations" },
    ],
    [
      "an answer cut at its length is limited",
      { finishReason: "length" },
      { outcome: "limited", reason: "output_limit" },
    ],
    [
      "a filtered answer is limited",
      { finishReason: "content-filter", hasAnswer: false },
      { outcome: "limited", reason: "filtered" },
    ],
    ["nothing at all is a failure", { hasAnswer: false }, { outcome: "failed", reason: "empty" }],
    [
      "an answer that the vendor broke off is interrupted",
      { finishReason: "error" },
      { outcome: "interrupted", reason: "model_unavailable" },
    ],
    [
      "a stream that just ended is interrupted",
      { finishReason: "other" },
      { outcome: "interrupted", reason: "model_unavailable" },
    ],
  ])("%s", (_title, change, expected) => {
    expect(concludeRun({ ...ending, ...change })).toEqual(expected);
  });
});
