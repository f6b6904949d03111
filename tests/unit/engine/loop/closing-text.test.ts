import { describe, expect, it } from "vitest";
import { writeClosingText } from "@/lib/engine/loop/closing-text";

const none = { findings: [], hasResults: false };

describe("writeClosingText", () => {
  it("says why it ended and that nothing was found", () => {
    expect(writeClosingText("budget", "en", none)).toBe(
      "The budget for this question was spent before I had an answer. I had found nothing useful yet.",
    );
  });

  it("does not say that nothing was found when a step gave something", () => {
    expect(writeClosingText("iterations", "en", { findings: [], hasResults: true })).not.toContain(
      "Nothing useful",
    );
  });

  it("does not say that steps were repeated when they only brought nothing", () => {
    expect(writeClosingText("no_progress", "en", none)).toContain("brought nothing new");
    expect(writeClosingText("no_progress", "zh", none)).not.toContain("重复");
  });

  it("lists what was found with the numbers to cite it by", () => {
    const text = writeClosingText("time", "en", {
      findings: [{ number: 2, title: "Sextant" }],
      hasResults: true,
    });
    expect(text).toMatch(/What I had found so far:\n\n- Sextant \[2\]$/);
  });

  it("speaks Chinese to whoever does", () => {
    expect(writeClosingText("no_progress", "zh", none)).toContain("没有找到");
  });
});
