import { describe, expect, it } from "vitest";
import { cutWindow, widenWindow } from "@/components/evidence/kept-text";

const paragraph = `${"word ".repeat(100)}\n\n`;
const text = paragraph.repeat(400);

describe("what is shown of a long text", () => {
  it("is its beginning without a passage, and all of a short one", () => {
    const { start, end } = cutWindow(text, null);
    expect(start).toBe(0);
    expect(end).toBeLessThan(20_000);
    expect(cutWindow("short", null)).toEqual({ start: 0, end: 5 });
  });

  it("is whole paragraphs around the passage, and grows on both sides to all of it", () => {
    let shown = cutWindow(text, { start: 100_000, end: 100_050 });
    expect(shown.start).toBeLessThan(100_000);
    expect(shown.end).toBeGreaterThan(100_050);
    expect(shown.start % paragraph.length).toBe(0);
    expect(text.slice(shown.end).startsWith("\n\n")).toBe(true);
    for (let count = 0; count < 12; count += 1)
      shown = widenWindow(text, widenWindow(text, shown, "before"), "after");
    expect(shown).toEqual({ start: 0, end: text.length });
  });

  it("begins before a block of code that it would begin in", () => {
    const code = `${paragraph.repeat(5)}\`\`\`\n${"line\n\n".repeat(2_000)}\`\`\`\n`;
    const { start } = cutWindow(code, { start: 12_000, end: 12_010 });
    expect(code.slice(start).startsWith("```")).toBe(true);
  });

  it("cuts no character in two where there are no paragraphs", () => {
    const signs = "🧭".repeat(60_000);
    const { start, end } = cutWindow(signs, { start: 50_001, end: 50_002 });
    expect(signs.slice(start, end).isWellFormed()).toBe(true);
    expect(end - start).toBeLessThan(70_000);
  });
});
