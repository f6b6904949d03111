import { describe, expect, it } from "vitest";
import { estimateInputTokens, estimateMessageTokens, estimateTokens } from "@/lib/engine/loop/tokens";

describe("the estimate of tokens", () => {
  it.each([
    ["", 0],
    ["four", 1],
    ["fives", 2],
    ["中文字符", 2],
    ["ab中文", 2],
  ])("takes %j for %i", (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it("counts calls, results and pictures, not only words", () => {
    const result = {
      type: "tool-result" as const,
      toolCallId: "c",
      toolName: "t",
      output: { type: "text" as const, value: "x".repeat(4_000) },
    };
    expect(estimateMessageTokens({ role: "tool", content: [result] })).toBeGreaterThan(1_000);
    expect(
      estimateMessageTokens({
        role: "user",
        content: [{ type: "file", mediaType: "image/png", data: "AAAA" }],
      }),
    ).toBeGreaterThanOrEqual(1_000);
  });

  it("adds up the system text and the messages", () => {
    const message = { role: "user" as const, content: "x".repeat(400) };
    expect(estimateInputTokens("y".repeat(40), [message])).toBe(10 + estimateMessageTokens(message));
  });
});
