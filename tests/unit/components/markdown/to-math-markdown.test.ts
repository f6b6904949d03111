import { describe, expect, it } from "vitest";
import { createMathConverter, toMathMarkdown } from "@/components/markdown/to-math-markdown";
import { createRandom, toRandomMarkdown } from "./random-markdown";

describe("toMathMarkdown", () => {
  it.each([
    ["inline brackets", "Is \\(x^2\\) even?", "Is $$x^2$$ even?"],
    ["display brackets", "\\[ a = b \\]", "$$\na = b\n$$"],
    ["single dollars around a formula", "So $E = mc^2$ holds.", "So $$E = mc^2$$ holds."],
    ["double dollars", "$$x$$", "$$x$$"],
  ])("reads formulas in %s", (_kind, text, markdown) => {
    expect(toMathMarkdown(text)).toBe(markdown);
  });

  it.each([
    ["prices", "It costs $5 or $10, at most $20."],
    ["code", "Use `$x_1$` and\n```sh\necho $A_B $C_D\n```"],
    ["a fence that is still open", "```sh\necho $A_B$ "],
    ["plain text", "Nothing here."],
  ])("leaves %s alone", (_kind, text) => {
    expect(toMathMarkdown(text)).toBe(text);
  });
});

describe("createMathConverter", () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    "converts each prefix of a growing text as the whole (seed %i)",
    (seed) => {
      const random = createRandom(seed);
      const text = toRandomMarkdown(random);
      const convert = createMathConverter();
      for (let end = 1; end <= text.length; end += 1 + Math.floor(random() * 12)) {
        expect(convert(text.slice(0, end))).toBe(toMathMarkdown(text.slice(0, end)));
      }
    },
  );
});
