import { describe, expect, it } from "vitest";
import { createBacktest } from "@/lib/features/alerts/backtest";
import type { BacktestQuery } from "@/lib/features/alerts/shape";
import { createStatistics } from "@/lib/features/statistics/records/statistics";
import { defaultSettings } from "@/lib/protocol/settings";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { Store } from "@/lib/store/store";
import { createBilledStore } from "@/tests/support/billed-store";
import { bothStores } from "@/tests/support/both-stores";
import { toRunRecord } from "@/tests/support/messages";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const now = Date.UTC(2026, 10, 20, 12, 30);
const at = (day: number, hour: number) => Date.UTC(2026, 10, day, hour, 10);

const usage = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedInputTokens: 0 };
const call = { id: "c", tool: "web_fetch", input: {}, summary: "", durationMs: 10, costMicroUsd: 0 };

/** A step with ten calls of a tool, so many of them failed. */
const toCalls = (failed: number): RunRecord["steps"] => [
  {
    ...{
      number: 1,
      model: "offline:guide",
      startedAt: 0,
      firstTokenMs: null,
      durationMs: 1,
      costMicroUsd: 0,
    },
    ...{ finishReason: "stop", forced: false, usage },
    toolCalls: Array.from({ length: 10 }, (_, n) => ({
      ...call,
      status: n < failed ? ("error" as const) : ("success" as const),
    })),
  },
];

async function open(openStore: () => Promise<Store>) {
  const store = createBilledStore(await openStore());
  const clock = { now };
  const statistics = createStatistics(store, { now: () => clock.now, random: () => 0.5 });
  let runs = 0;
  /** One that began so and lasted so long. */
  const count = async (startedAt: number, changes: Partial<RunRecord> = {}, ms = 1_000) => {
    clock.now = startedAt + ms;
    const run = toRunRecord(`r${(runs += 1)}`, { startedAt, endedAt: startedAt + ms, steps: [], ...changes });
    await statistics.record(run, { isFirstToday: true, fellBack: false });
    clock.now = now;
  };
  const start = () => {
    const backtest = createBacktest({ statistics, now: () => clock.now });
    return (query: BacktestQuery) => backtest(defaultSettings, query);
  };
  return { store, count, start, ask: start() };
}

describe.each(bothStores)("what rules would have opened, in $name", ({ openStore }) => {
  it("is nothing where nothing was counted", async () => {
    const { ask } = await open(openStore);
    expect(await ask({ tool: 1, silence: 5 })).toEqual({
      tool: { times: 0, lastAt: null },
      silence: { times: 0, lastAt: null },
    });
  });

  it("is one alert for failures in hours on end, and another after a calm one", async () => {
    const { count, ask } = await open(openStore);
    await count(at(2, 9), { steps: toCalls(4) });
    await count(at(2, 10), { steps: toCalls(4) });
    await count(at(5, 23), { steps: toCalls(3) });
    await count(at(9, 9), { steps: toCalls(2) });
    const twice = { times: 2, lastAt: Date.UTC(2026, 10, 5, 23) };
    expect(await ask({ tool: 20 })).toEqual({ tool: twice });
    expect(await ask({ tool: 39 })).toEqual({ tool: { times: 1, lastAt: Date.UTC(2026, 10, 2, 9) } });
    expect(await ask({ tool: 40 })).toEqual({ tool: { times: 0, lastAt: null } });
  });

  it("goes by the costs of each hour and each day, and forgets what is older than 30 days", async () => {
    const { count, ask } = await open(openStore);
    await count(now - 31 * dayMs, { costMicroUsd: 90_000_000 });
    await count(at(3, 9), { costMicroUsd: 1_500_000 });
    await count(at(3, 15), { costMicroUsd: 1_500_000 });
    await count(at(4, 1), { costMicroUsd: 1_500_000 });
    expect(await ask({ costHour: 100, costDay: 200 })).toEqual({
      costHour: { times: 3, lastAt: Date.UTC(2026, 10, 4, 1) },
      costDay: { times: 1, lastAt: Date.UTC(2026, 10, 3, 15) },
    });
  });

  it("goes by slow answers, at least five of them, and by the time without any", async () => {
    const { count, ask, start } = await open(openStore);
    for (const minute of [1, 2, 3, 4]) await count(at(18, 9) + minute * 60_000, {}, 45_000);
    expect(await ask({ slow: 30 })).toEqual({ slow: { times: 0, lastAt: null } });
    await count(at(18, 9) + 5 * 60_000, {}, 45_000);
    await count(at(20, 9));
    // What is over stays as a process has read it.
    expect(await start()({ slow: 30, silence: 240 })).toEqual({
      slow: { times: 1, lastAt: Date.UTC(2026, 10, 18, 9) },
      silence: { times: 1, lastAt: Date.UTC(2026, 10, 18, 13) },
    });
  });

  it("costs one query a day, and later those of days that are not over", async () => {
    const { store, count, ask } = await open(openStore);
    await count(at(18, 9), { steps: toCalls(4) });
    await count(at(20, 9), { steps: toCalls(4) });
    await store.take();
    await ask({ tool: 20 });
    expect((await store.take()).filter(({ collection }) => collection === "statistics/shards")).toHaveLength(
      30,
    );
    await ask({ tool: 30 });
    expect((await store.take()).filter(({ collection }) => collection === "statistics/shards")).toHaveLength(
      1,
    );
  });
});
