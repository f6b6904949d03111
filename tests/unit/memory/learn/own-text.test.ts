import { maskForeignText, quoteMark } from "@/lib/memory/learn/own-text";
import { describe, expect, it } from "vitest";

describe("maskForeignText", () => {
  it.each([
    ["code between fences", "I ask:\n```js\nmy code\n```\nplease"],
    ["a fence that never closes", "I ask:\n```\nmy code"],
    ["quoted lines", "He wrote\n> my code\nright"],
    ["markup", "Look\n<p>my code</p>"],
    ["a comment", "Look\n// my code"],
    ["indented code", "Look\n    my code"],
    ["a long line", `Look\n${"my code ".repeat(90)}`],
    ["a letter", "Look at this\nDear Bob,\nmy code is here.\nKind regards,\nAnn"],
    ["words in quotation marks", 'He said "my code" twice'],
    ["words in Chinese quotation marks", "他说“my code”"],
    ["a title", "《my code》是一本书"],
    ["inline code", "What is `my code`?"],
    ["words in single quotes", "He said 'my code' twice"],
  ])("leaves out %s, and keeps every place", (_name, text) => {
    const masked = maskForeignText(text);
    expect(masked).not.toContain("my code");
    expect(masked).toHaveLength(text.length);
    expect(
      [...masked].every(
        (character, index) => character === text[index] || character === "\n" || character === quoteMark,
      ),
    ).toBe(true);
  });

  it.each([
    "I'm here and don't know",
    "- a list\n- of things",
    "My dog's bone, my cats' food",
    'A 12" screen',
    "Dear me, what a day",
    "Hi Bob,\nhow are you?",
    "第一行\n第二行",
  ])("keeps %j as it is", (text) => {
    expect(maskForeignText(text)).toBe(text);
  });

  it("keeps the first and the last paragraph of a long message", () => {
    const middle = Array.from({ length: 8 }, () => "my code ".repeat(40)).join("\n\n");
    const masked = maskForeignText(`I begin.\n\n${middle}\n\nI end.`);
    expect(masked.replace(/\n+/g, " ").trim()).toBe("I begin. I end.");
  });
});
