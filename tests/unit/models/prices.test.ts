import { describe, expect, it } from "vitest";
import { costMicroUsd, estimateTokens, findPrice, type Price } from "@/lib/models/prices";

const price: Price = {
  inputPerMillion: 1.25,
  cachedInputPerMillion: 0.125,
  outputPerMillion: 10,
  asOf: "2026-01-01",
  source: "a test",
};

describe("the cost of a call", () => {
  it("adds input, cached input and output at their own prices", () => {
    expect(costMicroUsd({ inputTokens: 10_000, cachedInputTokens: 8_000, outputTokens: 500 }, price)).toBe(
      2_500 + 1_000 + 5_000,
    );
  });

  it("is rounded up to a whole millionth of a dollar", () => {
    expect(costMicroUsd({ inputTokens: 1 }, price)).toBe(2);
    expect(costMicroUsd({ cachedInputTokens: 1, inputTokens: 1 }, price)).toBe(1);
  });

  it("is exact where the price has no exact binary form", () => {
    const odd = { ...price, inputPerMillion: 1.1 };
    expect(costMicroUsd({ inputTokens: 10 }, odd)).toBe(11);
  });

  it("counts the full input price where no cached price is known", () => {
    const { cachedInputPerMillion: _, ...uncached } = price;
    expect(costMicroUsd({ inputTokens: 1_000, cachedInputTokens: 1_000 }, uncached)).toBe(1_250);
  });

  it("counts images where a vendor tells no tokens, and tokens where it does", () => {
    const image = { ...price, outputPerMillion: 40, perImage: 0.167 };
    expect(costMicroUsd({ images: 2 }, image)).toBe(334_000);
    expect(costMicroUsd({ images: 1, outputTokens: 1_000 }, image)).toBe(40_000);
  });

  it("is nothing for local and offline models", () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 1_000_000 };
    const free = [findPrice("local:llama3"), findPrice("offline:guide")];
    expect(free.map((known) => known && costMicroUsd(usage, known))).toEqual([0, 0]);
  });
});

describe("the price table", () => {
  it("knows dated variants of a model by the model's price", () => {
    expect(findPrice("anthropic:claude-sonnet-4-5-20250929")).toBe(findPrice("anthropic:claude-sonnet-4-5"));
    expect(findPrice("openai:gpt-4.1-2025-04-14")).toBe(findPrice("openai:gpt-4.1"));
  });

  it("says null for a model whose price nobody wrote down", () => {
    expect(findPrice("openai:gpt-99")).toBeNull();
    expect(findPrice("groq:llama-4")).toBeNull();
  });

  it("carries a date and a source with each price", () => {
    expect(findPrice("google:gemini-2.5-flash")).toMatchObject({
      asOf: "2026-07-04",
      source: expect.stringContaining("https://"),
    });
  });
});

describe("the token estimate", () => {
  it("counts about four characters of English and about two of Chinese as a token", () => {
    const english = "The quick brown fox jumps over the lazy dog. ".repeat(20);
    const chinese = "敏捷的棕色狐狸跳过了懒狗。".repeat(20);
    expect(english.length / estimateTokens(english)).toBeGreaterThan(3);
    expect(chinese.length / estimateTokens(chinese)).toBeLessThan(2.5);
  });
});
