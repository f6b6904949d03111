import { describe, expect, it } from "vitest";
import { paths } from "@/lib/data/paths";
import { createRunRecords, toRunData } from "@/lib/engine/records/runs";
import type { RunRecord, StepRecord } from "@/lib/protocol/run-record";
import { openTestStore } from "@/tests/support/open-test-store";
import { toRunRecord } from "@/tests/support/messages";

const usage = { inputTokens: 1, outputTokens: 1, reasoningTokens: 0, cachedInputTokens: 0 };
const toStep = (number: number, input: unknown): StepRecord => ({
  ...{
    number,
    model: "m",
    startedAt: 0,
    firstTokenMs: null,
    durationMs: 1,
    finishReason: "stop",
    forced: false,
    usage,
    costMicroUsd: 0,
  },
  toolCalls: [
    { id: "c", tool: "calculate", input, status: "success", summary: "s", durationMs: 1, costMicroUsd: 0 },
  ],
});

async function openRuns() {
  const store = await openTestStore();
  const save = (userId: string, record: RunRecord) =>
    store.set(paths.run(userId, record.id), toRunData(record));
  return { runs: createRunRecords(store), save };
}

describe("run records", () => {
  it("are given back as they were saved, to their owner only", async () => {
    const { runs, save } = await openRuns();
    const record = toRunRecord("r1", { steps: [toStep(1, { expression: "1+1" })] });
    await save("u1", record);
    expect(await runs.find("u1", "r1")).toEqual(record);
    expect(await runs.find("u2", "r1")).toBeNull();
  });

  it("are deleted with their conversation, however many there are, and no others", async () => {
    const { runs, save } = await openRuns();
    for (let index = 0; index < 205; index += 1) await save("u1", toRunRecord(`r${index}`));
    await save("u1", toRunRecord("other", { conversationId: "c2" }));
    await runs.deleteOfConversation("u1", "c1");
    expect(await runs.find("u1", "r0")).toBeNull();
    expect(await runs.find("u1", "r204")).toBeNull();
    expect(await runs.find("u1", "other")).not.toBeNull();
  });

  it("that are larger than a document lose the length of their inputs, never the steps and costs", async () => {
    const { runs, save } = await openRuns();
    const steps = Array.from({ length: 20 }, (_, index) => toStep(index + 1, { text: "\\".repeat(100_000) }));
    await save("u1", toRunRecord("r1", { steps, costMicroUsd: 7 }));
    const found = await runs.find("u1", "r1");
    expect(found?.steps).toHaveLength(20);
    expect(found?.costMicroUsd).toBe(7);
    expect(JSON.stringify(found?.steps[0]?.toolCalls[0]?.input)).toContain("(cut: too long");
  });
});
