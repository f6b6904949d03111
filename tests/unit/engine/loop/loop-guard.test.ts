import { describe, expect, it } from "vitest";
import { toCallKey } from "@/lib/engine/loop/loop-guard";

const call = (toolName: string, input: unknown) => ({ toolName, input });

describe("toCallKey", () => {
  it("is the same for the same tool and arguments, whatever their order and the reason given", () => {
    const first = call("web_search", { query: "a", freshness: "day", reason: "first" });
    const second = call("web_search", { freshness: "day", query: "a ", reason: "second" });
    expect(toCallKey(first)).toBe(toCallKey(second));
  });

  it("tells other arguments, other tools and nested arguments apart", () => {
    expect(toCallKey(call("web_search", { query: "a" }))).not.toBe(
      toCallKey(call("web_search", { query: "b" })),
    );
    expect(toCallKey(call("web_search", { query: "a" }))).not.toBe(
      toCallKey(call("web_fetch", { query: "a" })),
    );
    expect(toCallKey(call("x", { a: { reason: "kept here" } }))).not.toBe(toCallKey(call("x", { a: {} })));
  });
});
