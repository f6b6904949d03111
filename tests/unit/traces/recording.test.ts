import { describe, expect, it } from "vitest";
import type { TraceEntry, TraceReply } from "@/lib/protocol/traces";
import { ask, call, openWith, text } from "@/tests/support/scripted-services";
import type { TestServices } from "@/tests/support/test-services";

export async function readOwn(services: TestServices, runId: string): Promise<TraceReply> {
  await services.settleBackground();
  return services.traces.read("owner", await services.runs.getRecord("owner", runId), false);
}

const listOf = <KIND extends TraceEntry["kind"]>(trace: TraceReply, kind: KIND) =>
  trace.entries.filter((entry): entry is Extract<TraceEntry, { kind: KIND }> => entry.kind === kind);

describe("the trace of a run", () => {
  it("holds each call of the model with what was new in its prompt, and each call of a tool", async () => {
    const { services } = await openWith(({ turn }) =>
      turn === 0 ? call("calculate", { expression: "2*21" }) : text("It ", "is 42."),
    );
    const reply = await ask(services, "What is twice 21?");
    const trace = await readOwn(services, reply.metadata?.runId ?? "");
    expect(trace.faults).toEqual([]);
    const calls = listOf(trace, "call");
    expect(calls.map(({ finishReason, error }) => [finishReason, error])).toEqual([
      ["tool-calls", null],
      ["stop", null],
    ]);
    const [first, second] = calls;
    expect(second?.kept).toBe(first?.messages.length);
    const messages = new Map(listOf(trace, "message").map((entry) => [entry.id, entry]));
    expect(second?.messages.slice(second.kept).map((id) => messages.get(id)?.role)).toEqual([
      "assistant",
      "tool",
    ]);
    expect(listOf(trace, "message").filter(({ role }) => role === "system")).toHaveLength(1);
    expect(JSON.stringify(second?.answer)).toContain("It is 42.");
    expect(listOf(trace, "tool")).toMatchObject([
      { tool: "calculate", status: "success", attempts: 1, input: { expression: "2*21" } },
    ]);
    expect(listOf(trace, "step").map(({ step }) => step.usage.inputTokens)).toEqual([20, 20]);
    expect(listOf(trace, "consent")).toMatchObject([{ tool: "calculate", judged: "free" }]);
  });
});
