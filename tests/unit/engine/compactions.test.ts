import type { Ask } from "@/lib/engine/ask";
import { estimateTokens } from "@/lib/engine/loop/tokens";
import type { ToolOutputs } from "@/lib/protocol/tools";
import { createCompactions, type LongResult } from "@/lib/engine/context/compactions";
import { createRunLog } from "@/lib/engine/log/run-log";
import type { AskSmall } from "@/lib/protocol/ask";
import { createLog } from "@/lib/log";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";

const meta = { durationMs: 1, costMicroUsd: 0, version: "1.1", attempts: 1 };
const report = (subject: string) =>
  Array.from(
    { length: 150 },
    (_, index) => `The ${subject} report, line ${index}: station ${index * 7} measured ${index}.5 metres.`,
  ).join("\n");

function toResult(callId: string, text: string): LongResult {
  const output: ToolOutputs["recall_details"] = {
    ok: true,
    text,
    summary: { key: "recalled", values: { title: "A report" } },
    data: { resultId: `r_${callId.padEnd(8, "0")}`, title: "A report", text },
    meta,
  };
  return { callId, tool: "recall_details", input: {}, output };
}

/** A small model that answers when it is told to. */
function open() {
  const asked: { prompt: string; signal: AbortSignal; answer: (text: string) => Promise<void> }[] = [];
  const askSmall: AskSmall = ({ prompt, schema }, signal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      const answer = (text: string) => (
        resolve({ answer: schema.parse({ text }), costMicroUsd: 7 }),
        setImmediate()
      );
      asked.push({ prompt, signal, answer });
    });
  const kept: string[] = [];
  const ledger = {
    cite: () => expect.fail("nothing is cited"),
    keep: async ({ text }: { text: string }) => (kept.push(text), "r_kept0001"),
    find: async () => null,
    listSources: async () => [],
  };
  const run = {
    brief: {
      ...{ id: "run1", userId: "u1", sourcesOf: "c1" },
      question: {
        id: "m1",
        role: "user" as const,
        parts: [{ type: "text" as const, text: "How high was it?" }],
      },
    },
    signal: new AbortController().signal,
    log: createRunLog(),
  };
  const costs: number[] = [];
  const ask: Ask = async (question, _paidAs, signal = run.signal) => {
    const told = await askSmall(question, signal);
    costs.push(told.costMicroUsd);
    return told;
  };
  const openAnew = () =>
    createCompactions({ sources: { createLedger: () => ledger }, log: createLog("silent") }, { ...run, ask });
  return { asked, costs, kept, compactions: openAnew(), openAnew };
}

describe("a long result", () => {
  it("is read by the small model only when a further step has begun to call something, once", async () => {
    const { asked, compactions } = open();
    compactions.beginStep();
    compactions.shortenRead();
    await compactions.add(toResult("one", report("tide")));
    compactions.beginStep();
    expect(asked).toHaveLength(0);
    compactions.shortenRead();
    await compactions.add(toResult("two", report("river")));
    compactions.shortenRead();
    expect(asked.map(({ prompt }) => prompt.includes("The tide report"))).toEqual([true]);
  });

  it("stands in the small model's words when they come in time, which are paid for", async () => {
    const { asked, costs, compactions } = open();
    await compactions.add(toResult("one", report("tide")));
    compactions.beginStep();
    compactions.shortenRead();
    await asked[0]?.answer("Station 91 measured 13.5 metres.");
    expect(compactions.find("one", report("tide")).compact).toBe(
      "Station 91 measured 13.5 metres.\n(Shortened; whole with recall_details: r_one00000.)",
    );
    expect(costs).toEqual([7]);
  });

  it("stands in its own words when they do not, and stays so; the small model is stopped", async () => {
    const { asked, compactions } = open();
    await compactions.add(toResult("one", report("tide")));
    compactions.beginStep();
    compactions.shortenRead();
    const { compact } = compactions.find("one", report("tide"));
    expect(compact).toMatch(/^The tide report, line \d[^]+whole with recall_details: r_one00000\.\)$/);
    expect(asked[0]?.signal.aborted).toBe(true);
    await asked[0]?.answer("Station 91 measured 13.5 metres.");
    expect(compactions.find("one", report("tide")).compact).toBe(compact);
  });

  it("takes at most 500 tokens with all the ids it is recalled by", async () => {
    const { compactions } = open();
    const pages = Array.from({ length: 12 }, (_, index) => ({
      resultId: `r_abcd12${String(index).padStart(2, "0")}`,
    }));
    const { output, ...result } = toResult("one", report("tide"));
    if (!output.ok) expect.fail("no result");
    await compactions.add({ ...result, output: { ...output, data: { pages } } as LongResult["output"] });
    const { compact } = compactions.find("one", report("tide"));
    expect(compact).toContain("r_abcd1211");
    expect(estimateTokens(compact ?? "")).toBeLessThanOrEqual(500);
  });

  it("of a tool that gives no id is kept under one, whatever stands in it that looks like an id", async () => {
    const { kept, compactions } = open();
    const text = report("r_position of the tide");
    await compactions.add({
      callId: "one",
      tool: "read_code",
      input: {},
      output: { ok: true, text, summary: "Read it.", meta } as LongResult["output"],
    });
    expect(kept).toEqual([text]);
    expect(compactions.find("one", text).compact).toMatch(
      /\n\(Shortened; whole with recall_details: r_kept0001\.\)$/,
    );
  });

  it("is shown the same and recalled by the same id when another worker goes on", async () => {
    const { compactions, openAnew } = open();
    const text = report("r_position of the tide");
    await compactions.add({
      callId: "one",
      tool: "read_code",
      input: {},
      output: { ok: true, text, summary: "Read it.", meta } as LongResult["output"],
    });
    const { compact } = compactions.find("one", text);
    expect(openAnew().find("one", text)).toMatchObject({ compact, ids: ["r_kept0001"] });
  });

  it("of the last step is shortened for later turns without the small model", async () => {
    const { asked, compactions } = open();
    await compactions.add(toResult("one", report("tide")));
    compactions.beginStep();
    const { callId, output } = toResult("one", report("tide"));
    const part = {
      type: "dynamic-tool",
      toolName: "recall_details",
      toolCallId: callId,
      state: "output-available",
      input: {},
      output,
    } as const;
    const [kept] = compactions.attach({ id: "a1", role: "assistant", parts: [part] }).parts;
    expect(kept).toMatchObject({
      output: {
        text: report("tide"),
        compact: expect.stringContaining("whole with recall_details: r_one00000"),
      },
    });
    expect(asked).toHaveLength(0);
  });
});
