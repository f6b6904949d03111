import { describe, expect, it } from "vitest";
import { paths } from "@/lib/data/paths";
import { createUsage } from "@/lib/data/usage";
import { openTestStore } from "@/tests/support/open-test-store";

const cost = { runs: 1, usage: { inputTokens: 10, outputTokens: 5, reasoningTokens: 2, cachedInputTokens: 1 }, costMicroUsd: 7 };

describe("usage", () => {
  it("adds up by person and day, also when the first runs of a day end at once", async () => {
    const store = await openTestStore();
    const usage = createUsage(store, () => Date.UTC(2026, 10, 20, 23, 59));
    await Promise.all(Array.from({ length: 20 }, () => usage.add("u1", cost)));
    await usage.add("u2", cost);
    expect((await store.find(paths.usageDay("u1", "2026-11-20")))?.data).toEqual({ runs: 20, inputTokens: 200, outputTokens: 100, costMicroUsd: 140 });
  });

  it("begins anew at midnight, UTC", async () => {
    const store = await openTestStore();
    const clock = { at: Date.UTC(2026, 10, 20, 23, 59) };
    const usage = createUsage(store, () => clock.at);
    await usage.add("u1", cost);
    clock.at += 60_000;
    await usage.add("u1", cost);
    expect((await store.find(paths.usageDay("u1", "2026-11-21")))?.data).toMatchObject({ runs: 1 });
  });
});
