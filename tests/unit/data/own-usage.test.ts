import { describe, expect, it } from "vitest";
import { readOwnUsage } from "@/lib/features/statistics/records/own-usage";
import { paths } from "@/lib/data/paths";
import { toRunData } from "@/lib/engine/records/runs";
import type { RunRecord, StepRecord } from "@/lib/protocol/run-record";
import type { Store } from "@/lib/store/store";
import { bothStores } from "@/tests/support/both-stores";
import { toRunRecord } from "@/tests/support/messages";

const dayMs = 86_400_000;
const noon = Date.UTC(2026, 10, 20, 12);
const usage = { inputTokens: 10, outputTokens: 5, reasoningTokens: 0, cachedInputTokens: 0 };
const toStep = (model: string, costMicroUsd: number): StepRecord => ({
  ...{ number: 1, model, startedAt: noon, firstTokenMs: 1, durationMs: 2, forced: false },
  ...{ finishReason: "stop", temperature: null, usage, costMicroUsd, toolCalls: [] },
});
const save = (store: Store, userId: string, id: string, changes: Partial<RunRecord>) =>
  store.set(
    paths.run(userId, id),
    toRunData(toRunRecord(id, { status: "ended", outcome: "completed", usage, ...changes })),
  );

describe.each(bothStores)("a person's own usage in $name", ({ openStore }) => {
  it("is summed up by day and model, of that person and 30 days alone", async () => {
    const store = await openStore();
    const [cheap, dear] = [[toStep("local:a", 0)], [toStep("local:a", 0), toStep("openai:b", 900)]];
    await save(store, "u1", "r1", { startedAt: noon, steps: dear, costMicroUsd: 1_000 });
    await save(store, "u1", "r2", { startedAt: noon - 1, steps: cheap, origin: "schedule" });
    await save(store, "u1", "r3", { startedAt: noon - 29 * dayMs, steps: cheap });
    await save(store, "u1", "r4", { startedAt: noon - 30 * dayMs, steps: cheap });
    await save(store, "u2", "r5", { startedAt: noon, steps: dear, costMicroUsd: 1_000 });
    const { days, models, counted } = await readOwnUsage(store, "u1", noon);
    expect(days).toHaveLength(30);
    expect(days.filter(({ answers }) => answers > 0)).toEqual([
      { day: "2026-10-22", answers: 1, costMicroUsd: 0 },
      { day: "2026-11-20", answers: 2, costMicroUsd: 1_000 },
    ]);
    expect(days.at(-1)?.day).toBe("2026-11-20");
    expect(models).toEqual([
      { model: "openai:b", answers: 1, tokens: 15, costMicroUsd: 900 },
      { model: "local:a", answers: 3, tokens: 45, costMicroUsd: 0 },
    ]);
    expect(counted).toBeNull();
  });

  it("reads the newest 500 answers at most, and says so", async () => {
    const store = await openStore();
    const ids = Array.from({ length: 501 }, (_, index) => index);
    for (let from = 0; from < ids.length; from += 100)
      await store.batch(
        ids.slice(from, from + 100).map((index) => ({
          ...{ kind: "set" as const, path: paths.run("u1", `r${index}`) },
          data: toRunData(toRunRecord(`r${index}`, { status: "ended", startedAt: noon - index })),
        })),
      );
    const { days, counted } = await readOwnUsage(store, "u1", noon);
    expect([days.at(-1)?.answers, counted]).toEqual([500, 500]);
  });
});
