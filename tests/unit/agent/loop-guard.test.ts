import { describe, expect, it } from "vitest";
import { countRepeats, toCallKey } from "@/lib/agent/loop-guard";

const call = (toolName: string, input: unknown) => ({ toolName, input });

describe("countRepeats", () => {
  it("counts earlier calls with the same tool and arguments, whatever their order and the reason given", () => {
    const steps = [
      [call("web_search", { query: "a", freshness: "day", reason: "first" })],
      [call("web_search", { freshness: "day", query: "a ", reason: "second" })],
    ];
    expect(countRepeats(steps)).toBe(1);
  });

  it("does not count other arguments, other tools or older repeats", () => {
    expect(countRepeats([[call("web_search", { query: "a" })], [call("web_search", { query: "b" })]])).toBe(0);
    expect(countRepeats([[call("web_search", { query: "a" })], [call("web_fetch", { query: "a" })]])).toBe(0);
    expect(countRepeats([[call("calculate", { expression: "1" })], [call("calculate", { expression: "1" })], [call("calculate", { expression: "2" })]])).toBe(0);
  });

  it("is zero before anything was called", () => {
    expect(countRepeats([])).toBe(0);
    expect(countRepeats([[]])).toBe(0);
  });

  it("tells nested arguments apart", () => {
    expect(toCallKey(call("x", { a: { reason: "kept here" } }))).not.toBe(toCallKey(call("x", { a: {} })));
  });
});
