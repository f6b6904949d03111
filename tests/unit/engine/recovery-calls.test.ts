import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { CallRules } from "@/lib/engine/consent/settle-approvals";
import { repairOpenStep } from "@/lib/engine/turn/repair-step";
import type { RunEntry } from "@/lib/engine/log/entries";
import { isMark } from "@/lib/engine/log/entries";
import { createRunLog } from "@/lib/engine/log/run-log";
import { ask, call, closeAfter, openWith, read, text, toolParts } from "@/tests/support/scripted-services";
import { openTestServices, type TestServices } from "@/tests/support/test-services";

function toLog(entries: readonly RunEntry[]) {
  const log = createRunLog();
  for (const entry of entries) {
    if (isMark(entry)) log.mark(entry);
    else log.push(entry);
  }
  return log;
}

const options: CallRules = {
  callTool: async ({ toolName, input }) => ({ again: toolName, input }),
  needsConsent: async () => false,
  isRepeatable: () => false,
  isDynamic: () => false,
  goesOn: () => true,
};
const saved = (callId: string, input: unknown) => ({ callId, tool: "memory_save", input });
const outputsOf = (chunks: readonly ChatChunk[]) =>
  chunks.flatMap((chunk) => (chunk.type === "tool-output-available" ? [chunk.output] : []));

describe("a step that was cut while its calls were made", () => {
  it("makes the calls whose events had not come through the stream yet", async () => {
    const beside = [{ callId: "b", tool: "calculate", input: { expression: "1+1" } }];
    const log = toLog([
      { type: "start-step" },
      { type: "tool-input-start", toolCallId: "a", toolName: "memory_save" },
      { type: "tool-input-start", toolCallId: "b", toolName: "calculate" },
      { mark: "intent", ...saved("a", {}), beside },
      { mark: "done", ...saved("a", {}), output: "saved" },
    ]);
    expect(await repairOpenStep(log, options)).toBe("finished");
    expect(outputsOf(log.chunks())).toEqual(["saved", { again: "calculate", input: { expression: "1+1" } }]);
  });

  it("does not take an earlier step's result for a call that has the same id", async () => {
    const first: RunEntry[] = [
      { type: "start-step" },
      { type: "tool-input-available", toolCallId: "a", toolName: "memory_save", input: {} },
      { mark: "intent", ...saved("a", {}) },
      { mark: "done", ...saved("a", {}), output: "saved first" },
      { type: "tool-output-available", toolCallId: "a", output: "saved first" },
      { type: "finish-step" },
    ];
    const log = toLog([...first, { type: "start-step" }, { mark: "intent", ...saved("a", { facts: [] }) }]);
    await repairOpenStep(log, { ...options, isRepeatable: () => true });
    expect(outputsOf(log.chunks()).at(-1)).toEqual({ again: "memory_save", input: { facts: [] } });
  });
});

describe("a call that changes something and may have been made", () => {
  it("is not made again after a crash unless its tool allows it, and the model reads that nobody knows", async () => {
    const rung = Promise.withResolvers<void>();
    let count = 0;
    const { services, provider } = await openWith(({ turn }) =>
      turn === 0 ? call("ring_bell", {}) : text("Rung, perhaps."),
    );
    const ring = (wait: () => Promise<void>) => ({
      ...{
        name: "ring_bell",
        description: "Rings the bell.",
        inputSchema: z.object({}),
        effect: "changes" as const,
      },
      async execute() {
        count += 1;
        await wait();
        return { text: "Rung.", summary: "Rang the bell" };
      },
    });
    const isOver = Promise.withResolvers<void>();
    services.tools.register(ring(() => (rung.resolve(), isOver.promise)));
    const dying = ask(services);
    await rung.promise;
    const next = await openCopy(services, {
      LOCAL_BASE_URL: `${provider.url}/v1`,
      MODEL_MAIN: "local:test",
      MODEL_LITE: "offline:guide",
    });
    next.tools.register(ring(async () => undefined));
    await Promise.all(await next.runs.sweep());
    const reply = (await read(next)).messages[1];
    expect(count).toBe(1);
    expect(toolParts(reply ?? { id: "", role: "assistant", parts: [] })).toMatchObject([
      {
        state: "output-available",
        output: { ok: false, message: expect.stringContaining("may or may not have been made") },
      },
    ]);
    expect(reply?.metadata?.outcome).toBe("completed");
    isOver.resolve();
    await dying;
  });
});

/** The state of the folder as another process would find it after a crash. */
async function openCopy({ dataDir }: TestServices, env: Record<string, string>): Promise<TestServices> {
  const folder = await mkdtemp(path.join(tmpdir(), "sextant-crash-"));
  await cp(dataDir, folder, { recursive: true, filter: (source) => !source.includes("lock") });
  const copy = await openTestServices(env, folder);
  closeAfter({ close: () => copy.dispose() });
  return copy;
}
