import { selectPromptFacts } from "@/lib/memory/prompt-facts";
import { buildFact } from "@/tests/support/facts";
import { estimateTokenCount } from "tokenx";
import { describe, expect, it } from "vitest";

describe("selectPromptFacts", () => {
  it("takes the highest ranked that fit the budget", () => {
    const facts = Array.from({ length: 26 }, (_empty, index) =>
      buildFact({ id: `f${index}`, content: "word ".repeat(80), confidence: 0.6 + index / 100 }),
    );
    const selected = selectPromptFacts(facts, 0);
    expect(estimateTokenCount(selected.map(({ content }) => `- ${content}\n`).join(""))).toBeLessThanOrEqual(500);
    expect(selected.slice(0, 3).map(({ id }) => id)).toEqual(["f25", "f24", "f23"]);
  });

  it("passes over one that does not fit for a shorter one", () => {
    const facts = [buildFact({ id: "long", content: "word ".repeat(100), confidence: 1 }), buildFact({ id: "short", content: "Short" })];
    expect(selectPromptFacts(facts, 0, 50).map(({ id }) => id)).toEqual(["short"]);
  });

  it("leaves out what has expired", () => {
    expect(selectPromptFacts([buildFact({ expiresAt: 5 })], 5)).toEqual([]);
  });
});
