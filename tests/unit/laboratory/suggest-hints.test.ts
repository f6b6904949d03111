import { describe, expect, it } from "vitest";
import { suggestHints, type Mended } from "@/lib/features/laboratory/suggest-hints";
import {
  listHints,
  mostHintCharacters,
  mostHints,
  toolHintsSchema,
} from "@/lib/features/laboratory/shape/hints";

const toMended = (change: Partial<Mended> = {}): Mended => ({
  ...{ tool: "web_fetch", code: "timeout", failed: 6, changed: 4, again: 0 },
  fields: { url: 4, maxTokens: 1 },
  ...change,
});

describe("hints that failures suggest", () => {
  it("name the tool, the error and what was mostly another value", () => {
    expect(suggestHints([toMended()], {})).toEqual([
      {
        ...{ tool: "web_fetch", code: "timeout", failed: 6, changed: 4, again: 0, fields: ["url"] },
        text: "When web_fetch fails with timeout, call it once more with another value for url: here it mostly works then.",
      },
    ]);
    const [again] = suggestHints([toMended({ changed: 1, again: 4 })], {});
    expect(again?.text).toContain("the same call once more");
    expect(suggestHints([toMended({ fields: {} })], {})[0]?.text).toContain("with other values");
  });

  it("need enough replies in which it was mended, and most of those in which it failed", () => {
    expect(suggestHints([toMended({ failed: 3, changed: 2 })], {})).toEqual([]);
    expect(suggestHints([toMended({ failed: 9, changed: 4 })], {})).toEqual([]);
    expect(suggestHints([toMended({ failed: 8, changed: 4 })], {})).toHaveLength(1);
  });

  it("are not made again where there is one, live or dismissed, and are bounded, the most frequent first", () => {
    expect(suggestHints([toMended()], { "web_fetch:timeout": "Known." })).toEqual([]);
    expect(suggestHints([toMended()], { "web_fetch:timeout": "" })).toEqual([]);
    expect(suggestHints([toMended()], { "web_fetch:error": "" })).toHaveLength(1);
    const many = Array.from({ length: 50 }, (_, index) =>
      toMended({ tool: `tool_${index}`, failed: 100 + index, changed: 100 }),
    );
    const suggested = suggestHints(many, {});
    expect(suggested).toHaveLength(mostHints);
    expect(suggested[0]?.tool).toBe("tool_49");
    for (const { text } of suggested) expect(text.length).toBeLessThanOrEqual(mostHintCharacters);
  });
});

describe("hints in the settings", () => {
  it("are so many of such a length, one for a tool and an error", () => {
    const toHints = (count: number, text: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`tool_${index}:error`, text]));
    expect(toolHintsSchema.safeParse(toHints(mostHints, "Do.")).success).toBe(true);
    expect(toolHintsSchema.safeParse(toHints(mostHints + 1, "Do.")).success).toBe(false);
    expect(toolHintsSchema.safeParse(toHints(mostHints + 1, "")).success).toBe(true);
    expect(toolHintsSchema.safeParse({ "a:b": "x".repeat(mostHintCharacters + 1) }).success).toBe(false);
    expect(toolHintsSchema.safeParse({ "no tool": "x" }).success).toBe(false);
  });

  it("are told of the tools that are offered alone, and not when they were dismissed", () => {
    const hints = { "calculate:error": "One.", "web_fetch:error": "Two.", "calculate:timeout": "" };
    expect(listHints(hints, ["calculate", "web_search"])).toEqual(["One."]);
  });
});
