import { describe, expect, it } from "vitest";
import { fillVariables, listVariables } from "@/lib/protocol/prompt-text";
import { newPromptSchema } from "@/lib/features/prompts/shape";

describe("the variables of a prompt", () => {
  it("are the names in two braces, in any script, each once and in their order", () => {
    expect(listVariables("From {{from}} to {{ to city }} on {{日期}}, from {{from}}.")).toEqual([
      "from",
      "to city",
      "日期",
    ]);
  });

  it("are not what is empty, runs over a line or stands in one brace", () => {
    expect(listVariables("{{}} {{ }} {{a\nb}} {a} {{a} } {{{{}}}}")).toEqual([]);
  });

  it("take values that are not read again, and stay as they stand without one", () => {
    const values = new Map([["a", "{{b}} $& $1"]]);
    expect(fillVariables("{{a}}, {{ a }} and {{b}}", values)).toBe("{{b}} $& $1, {{b}} $& $1 and {{b}}");
  });
});

describe("a prompt that is entered", () => {
  const isTaken = (fields: object) =>
    newPromptSchema.safeParse({ name: "plan", text: "Plan.", ...fields }).success;

  it("has a name that can be typed behind a slash", () => {
    expect(["plan-2", "每日", "mañana", "हिन्दी"].every((name) => isTaken({ name }))).toBe(true);
    expect(["", "two words", "/plan", "a.b", "x".repeat(41)].some((name) => isTaken({ name }))).toBe(false);
  });

  it("has a text of bounded length that asks for at most ten things", () => {
    const asking = (count: number) => Array.from({ length: count }, (_, n) => `{{v${n}}}`).join(" ");
    expect([isTaken({ text: "x".repeat(8_000) }), isTaken({ text: asking(10) })]).toEqual([true, true]);
    expect([" ", "x".repeat(8_001), asking(11)].some((text) => isTaken({ text }))).toBe(false);
  });
});
