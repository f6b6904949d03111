import { describe, expect, it } from "vitest";
import { z } from "zod";
import { hearQuestions } from "@/lib/money/asked";
import { askPurposes } from "@/lib/protocol/ask";
import type { TraceEntryOf } from "@/lib/features/traces/shape/traces";
import { createRunTrace } from "@/lib/features/traces/run-trace";
import { createRecorder } from "@/lib/features/traces/recorder";
import { readTrace } from "@/lib/features/traces/trace-file";
import { toWordlessEntry } from "@/lib/features/traces/to-wordless";
import { openAskSmall } from "@/tests/support/ask-small-server";
import { closeAfter } from "@/tests/support/scripted-services";

const schema = z.object({ word: z.string() });
type Question = TraceEntryOf<"question">;

/** A run's recording around what is asked, and the questions that stand in it. */
async function record(work: () => Promise<unknown>): Promise<Question[]> {
  const files: Uint8Array[] = [];
  const recorder = createRecorder({
    ...{ runId: "r1", epoch: 1, reasoningVisible: true, now: Date.now, inBackground: () => undefined },
    sink: {
      put: async ({ bytes }) => void files.push(bytes),
      finish: async ({ bytes }) => void files.push(bytes),
    },
  });
  const trace = createRunTrace(recorder);
  await hearQuestions(trace.question, work);
  await trace.finish();
  const { entries, faults } = await readTrace(Buffer.concat(files));
  expect(faults).toEqual([]);
  return entries.filter((entry): entry is Question => entry.kind === "question");
}

describe("a small question that is asked during a run", () => {
  it("stands in its recording with prompt and answer, whatever it is for, in order", async () => {
    const { askSmall, server } = await openAskSmall([{ word: "north" }]);
    closeAfter(server);
    const recorded = await record(async () => {
      for (const purpose of askPurposes)
        await askSmall(
          { purpose, instructions: `Judge ${purpose}.`, prompt: `Of ${purpose}?`, schema },
          new AbortController().signal,
        );
    });
    expect(recorded.map(({ purpose }) => purpose)).toEqual([...askPurposes]);
    for (const entry of recorded) {
      const { purpose } = entry;
      expect(entry).toMatchObject({
        ...{ instructions: `Judge ${purpose}.`, prompt: `Of ${purpose}?`, answer: { word: "north" } },
        ...{ model: "openai:gpt-5.4-nano", usage: { inputTokens: 100, outputTokens: 20 } },
      });
      expect(JSON.stringify(toWordlessEntry(entry))).not.toMatch(/Of |north/);
    }
  });

  it("stands in it without an answer where none could be used, or the person stopped it", async () => {
    const { askSmall, server } = await openAskSmall(["nothing of the kind"]);
    closeAfter(server);
    const stop = new AbortController();
    const held = await openAskSmall(() => {
      stop.abort();
      return { word: "late" };
    });
    closeAfter(held.server);
    const question = { instructions: "Judge.", prompt: "Which way?", schema };
    const recorded = await record(async () => {
      await askSmall({ ...question, purpose: "plan_make" }, new AbortController().signal);
      const stopped = held.askSmall({ ...question, purpose: "plan_change" }, stop.signal);
      await expect(stopped).rejects.toThrow();
    });
    expect(recorded.map(({ purpose, prompt, answer }) => [purpose, prompt, answer])).toEqual([
      ["plan_make", "Which way?", null],
      ["plan_change", "Which way?", null],
    ]);
  });
});
