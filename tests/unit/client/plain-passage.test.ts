import { describe, expect, it } from "vitest";
import { toPlainPassage } from "@/lib/client/plain-passage";

describe("a passage as a page shows it", () => {
  it.each([
    ["It is **120 degrees**.", "It is 120 degrees."],
    ["# Head\n\n- *one* `two`\n- [three](https://x.example)", "Head one two three"],
    ["snake_case and 2 * 3", "snake_case and 2 * 3"],
    ["---\n\n| a | long cell |", "long cell"],
  ])("%j is %j", (markdown, plain) => {
    expect(toPlainPassage(markdown)).toBe(plain);
  });
});
