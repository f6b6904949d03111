import { describe, expect, it } from "vitest";
import type { RunRecord, ToolCallRecord } from "@/lib/protocol/run-record";
import { countMends, mendsSchema } from "@/lib/features/statistics/records/count-mends";
import { sumCounts } from "@/lib/features/statistics/records/sum-counts";

const toCall = (
  tool: string,
  status: ToolCallRecord["status"],
  input: unknown = {},
): Pick<ToolCallRecord, "tool" | "status" | "input"> => ({ tool, status, input });
type Call = ReturnType<typeof toCall>;

const toRun = (...calls: Call[]) => ({ steps: [{ toolCalls: calls }] }) as unknown as RunRecord;
const isOwn = (tool: string): boolean => tool !== "theirs";
const rowsOf = (...runs: RunRecord[]) =>
  Object.values(mendsSchema.parse(sumCounts(runs.map((run) => countMends(run, isOwn)))));

describe("how the failures of tools were mended", () => {
  it("is counted once a reply by tool and error, with the parameters that were others when it worked", () => {
    const run = toRun(
      toCall("web_fetch", "timeout", { url: "a", maxTokens: 9, reason: "To read it." }),
      toCall("web_fetch", "timeout", { url: "b" }),
      toCall("calculate", "success", {}),
      toCall("web_fetch", "success", { url: "c", maxTokens: 9, reason: "To read another." }),
    );
    const row = { tool: "web_fetch", code: "timeout", failed: 1, changed: 1, again: 0, fields: { url: 1 } };
    expect(rowsOf(run)).toEqual([row]);
    expect(rowsOf(run, run)).toEqual([{ ...row, failed: 2, changed: 2, fields: { url: 2 } }]);
  });

  it("tells the same call that worked later from another one, and what nothing mended", () => {
    const run = toRun(
      toCall("web_search", "unavailable", { query: "x", reason: "one" }),
      toCall("web_search", "success", { query: "x", reason: "two" }),
      toCall("calculate", "invalid_input", { expression: "x" }),
    );
    expect(rowsOf(run)).toMatchObject([
      { tool: "web_search", code: "unavailable", failed: 1, changed: 0, again: 1, fields: {} },
      { tool: "calculate", code: "invalid_input", failed: 1, changed: 0, again: 0, fields: {} },
    ]);
  });

  it("holds nothing that a person wrote: no value, and no name of a parameter that is not ours", () => {
    const run = toRun(
      toCall("theirs", "error", { "my wife Anna": 1 }),
      toCall("theirs", "success", { "my wife Anna": 2, anna: 3 }),
      toCall("calculate", "error", { expression: "Anna owes 6*7" }),
      toCall("calculate", "success", { expression: "6*7", "Anna's debt": 1 }),
      toCall("Anna!", "error"),
    );
    const text = JSON.stringify(countMends(run, isOwn));
    expect(text).not.toMatch(/anna/i);
    expect(rowsOf(run).map(({ tool, fields }) => [tool, fields])).toEqual([
      ["theirs", {}],
      ["calculate", { expression: 1 }],
    ]);
  });
});
