import { describe, expect, it } from "vitest";
import { classifyComplexity } from "@/lib/agent/complexity";
import type { Complexity } from "@/lib/protocol/run-record";

const labelled: [string, Complexity][] = [
  ["What is the capital of France?", "simple"],
  ["现在几点？", "simple"],
  ["Remember that I am vegetarian.", "simple"],
  ["15% of 240", "simple"],
  ["谢谢你", "simple"],
  ["Who wrote Hamlet? And when was it first performed?", "moderate"],
  ["Compare SQLite and PostgreSQL.", "simple"],
  ["北京有多少人？上海呢？", "moderate"],
  ["What is 15*24? And who invented the telephone?", "moderate"],
  [
    "Compare the pros and cons of three databases. Which is fastest? Which is cheapest? Which lasts?",
    "complex",
  ],
  ["请分析以下三点：\n1. 市场规模\n2. 主要竞争者\n3. 风险，然后写一份报告。", "complex"],
  [`Research this in depth and also write a report:\n- history\n- people\n- money`, "complex"],
];

describe("classifyComplexity", () => {
  it.each(labelled)("takes %j as %s", (text, expected) => {
    expect(classifyComplexity({ text, fileCount: 0, mode: "balanced" })).toBe(expected);
  });

  it("counts a picture as work, and long texts by their length in either language", () => {
    expect(classifyComplexity({ text: "What is this?", fileCount: 1, mode: "balanced" })).toBe("moderate");
    expect(classifyComplexity({ text: "word ".repeat(300), fileCount: 0, mode: "balanced" })).toBe("complex");
    expect(classifyComplexity({ text: "字".repeat(420), fileCount: 0, mode: "balanced" })).toBe("complex");
  });

  it("follows the mode that the person chose", () => {
    expect(classifyComplexity({ text: "Hi", fileCount: 0, mode: "thinking" })).toBe("complex");
    expect(
      classifyComplexity({ text: "Compare the pros and cons. Which? Why? How?", fileCount: 0, mode: "fast" }),
    ).toBe("moderate");
  });
});
