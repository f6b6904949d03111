import { describe, expect, it } from "vitest";
import { findOrder, lastWord, toQuestion, toTokens } from "@/tests/bench/answer-text";

describe("the provider's answers", () => {
  it("follow the last order in a request, whatever stands before and after it", () => {
    const early = toQuestion({ kind: "numbers", tokens: 1, paceMs: 1 });
    const late = toQuestion({ kind: "markdown", tokens: 5000, paceMs: 5 });
    expect(findOrder(JSON.stringify({ messages: [early, late], tools: ["x"] }))).toEqual({
      kind: "markdown",
      tokens: 5000,
      paceMs: 5,
    });
    expect(findOrder('{"messages":["Hello"]}')).toBeNull();
  });

  it("have as many tokens as were ordered", () => {
    expect(toTokens({ kind: "numbers", tokens: 200 })).toHaveLength(200);
    expect(toTokens({ kind: "markdown", tokens: 5000 })).toHaveLength(5000);
  });

  it("number every token, so that each is different", () => {
    expect(new Set(toTokens({ kind: "numbers", tokens: 1000 })).size).toBe(1000);
  });

  it("end Markdown with its last word, which stands nowhere else", () => {
    const text = toTokens({ kind: "markdown", tokens: 3000 }).join("");
    expect(text.endsWith(lastWord)).toBe(true);
    expect(text.split(lastWord)).toHaveLength(2);
    expect(text).toContain("| High water |");
    expect(text).toContain("```ts");
  });
});
