import { describe, expect, it } from "vitest";
import { findDynamicResult, isUnknownTool } from "@/lib/client/message/dynamic-result";
import type { ToolStepPart } from "@/lib/client/message/approvals";
import { readTurn } from "@/lib/client/message/read-turn";
import { countTrail } from "@/lib/client/message/summarize-trail";
import { meta } from "@/tests/unit/client/parts";

type DynamicPart = Extract<ToolStepPart, { type: "dynamic-tool" }>;
const toPart = (output: unknown): DynamicPart => ({
  type: "dynamic-tool",
  toolName: "weather",
  toolCallId: "t1",
  state: "output-available",
  input: {},
  output,
});
const toErrorPart = (errorText: string): DynamicPart => ({
  type: "dynamic-tool",
  toolName: "weather",
  toolCallId: "t2",
  state: "output-error",
  input: {},
  errorText,
});
const done = toPart({ ok: true, text: "Rain.", summary: "Looked at Oslo.", meta });
const failed = toPart({ ok: false, kind: "denied", message: "Not allowed.", hint: "", meta });

describe("a call of a dynamic tool", () => {
  it("has the result that the runner wrote, and none of another form", () => {
    expect(findDynamicResult(done)).toMatchObject({ ok: true, summary: "Looked at Oslo." });
    expect(
      [toPart("Rain."), toPart(null), toPart({ rain: true }), toErrorPart("Ended.")].map(findDynamicResult),
    ).toEqual([null, null, null, null]);
  });

  it("counts as another step when it worked and as failed when it did not", () => {
    const { steps } = readTurn({ id: "m1", role: "assistant", parts: [done, failed, toErrorPart("Ended.")] });
    expect(countTrail(steps)).toMatchObject({ calls: [{ toolName: "weather" }], failed: 2 });
  });

  it("is of an unknown tool only in the library's words for that", () => {
    expect(
      isUnknownTool(
        toErrorPart("Model tried to call unavailable tool 'weather'. Available tools: calculate."),
      ),
    ).toBe(true);
    expect([toErrorPart("Ended before it had a result."), failed].map(isUnknownTool)).toEqual([false, false]);
  });
});
