import { readdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { listOf, readTraceOf } from "@/tests/support/read-trace";
import { ask, call, openWith, text } from "@/tests/support/scripted-services";
import { toQuestion, type TestServices } from "@/tests/support/test-services";
import {
  copyFolder,
  goOn,
  openProcess,
  openProvider,
  readUntil,
  stalled,
} from "@/tests/unit/engine/cut-runs";

const listFiles = async ({ dataDir }: TestServices): Promise<string[]> => {
  const all = await readdir(path.join(dataDir, "blobs"), { recursive: true });
  return all.filter((name) => name.includes("traces") && name.endsWith("~file"));
};
const dayMs = 86_400_000;

describe("the trace of a run", () => {
  it("holds each call of the model with what was new in its prompt, and each call of a tool", async () => {
    const { services } = await openWith(({ turn }) =>
      turn === 0 ? call("calculate", { expression: "2*21" }) : text("It ", "is 42."),
    );
    const reply = await ask(services, "What is twice 21?");
    const trace = await readTraceOf(services, reply.metadata?.runId ?? "");
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

  it("holds no key and nothing of what the model thought where that is not shown", async () => {
    const { services } = await openWith(() => ({
      parts: [
        { type: "reasoning", chunks: ["a hidden thought"] },
        { type: "text", chunks: ["The key is sk-abcdefghijklmnop1234."] },
      ],
    }));
    await services.settings.update({ reasoningVisible: false }, 0, "owner");
    const reply = await ask(services, "What is my key sk-abcdefghijklmnop1234?");
    const trace = JSON.stringify(await readTraceOf(services, reply.metadata?.runId ?? ""));
    expect(trace).toContain("The key is sk-…");
    expect(trace).not.toContain("abcdefghijklmnop");
    expect(trace).not.toContain("hidden thought");
  });

  it("is not kept of a temporary conversation, nor where nothing is to be kept", async () => {
    const { services } = await openWith(() => text("Yes."));
    await (
      await services.runs.start("owner", { ...toQuestion("Really?"), options: { temporary: true } })
    ).reply;
    await services.settings.update({ traceDays: 0 }, 0, "owner");
    await ask(services, "And now?", { conversation: "c2", message: "m2" });
    await services.settleBackground();
    expect(await listFiles(services)).toEqual([]);
  });

  it("goes with its conversation, and when its days are over", async () => {
    let now = Date.now();
    const { services } = await openProcess(await openProvider(() => text("Yes.")), {
      outside: { now: () => now },
    });
    for (const [conversation, message] of [
      ["c1", "m1"],
      ["c2", "m2"],
    ])
      await ask(services, "Really?", { conversation, message });
    await services.settleBackground();
    expect(await listFiles(services)).toHaveLength(2);
    await services.runs.deleteConversation("owner", "c1");
    expect(await listFiles(services)).toEqual([expect.stringContaining("c2")]);
    now += 30 * dayMs;
    await (
      await services.sweep()
    ).done;
    expect(await listFiles(services)).toHaveLength(1);
    now += dayMs;
    await (
      await services.sweep()
    ).done;
    expect(await listFiles(services)).toEqual([]);
  });

  it("says after a crash that what came since the last write is missing, and goes on", async () => {
    let isBack = false;
    const provider = await openProvider(({ turn }) => {
      if (turn === 0) return call("calculate", { expression: "2*21" });
      return isBack ? text("It is 42.") : stalled;
    });
    const { services: crashed } = await openProcess(provider);
    const started = await crashed.runs.start("owner", toQuestion("What is twice 21?"));
    await readUntil(started.stream(), "two");
    isBack = true;
    const { services } = await openProcess(provider, { folder: await copyFolder(crashed) });
    const reply = await goOn(services);
    const trace = await readTraceOf(services, reply.metadata?.runId ?? "");
    expect(trace.faults).toEqual(["recovered"]);
    expect(listOf(trace, "begin").map(({ epoch }) => epoch)).toEqual([2]);
    expect(JSON.stringify(listOf(trace, "call").at(-1)?.answer)).toContain("It is 42.");
  });

  it("is one file again when the run was handed over in between", async () => {
    let isBack = false;
    const provider = await openProvider(({ turn }) => {
      if (turn === 0) return call("calculate", { expression: "2*21" });
      return isBack ? text("It is 42.") : stalled;
    });
    const { services: first } = await openProcess(provider);
    const started = await first.runs.start("owner", toQuestion("What is twice 21?"));
    await readUntil(started.stream(), "two");
    await first.close();
    isBack = true;
    const { services } = await openProcess(provider, { folder: first.dataDir });
    const reply = await goOn(services);
    const trace = await readTraceOf(services, reply.metadata?.runId ?? "");
    expect(trace.faults).toEqual([]);
    expect(listOf(trace, "begin").map(({ epoch }) => epoch)).toEqual([1, 2]);
    expect(listOf(trace, "tool")).toHaveLength(1);
    expect(await listFiles(services)).toHaveLength(1);
  });
});
