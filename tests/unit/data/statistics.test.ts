import { describe, expect, it } from "vitest";
import { paths } from "@/lib/data/paths";
import { toKey } from "@/lib/features/statistics/records/count-groups";
import { createStatistics } from "@/lib/features/statistics/records/statistics";
import type { StepRecord, ToolCallRecord } from "@/lib/protocol/run-record";
import type { Store } from "@/lib/store/store";
import { bothStores } from "@/tests/support/both-stores";
import { toRunRecord } from "@/tests/support/messages";

const hourMs = 3_600_000;
const noon = Date.UTC(2026, 10, 20, 12);
const extra = { isFirstToday: true, fellBack: false };
const toRun = (startedAt: number) =>
  toRunRecord("r1", { startedAt, endedAt: startedAt + 1_000, outcome: "completed", costMicroUsd: 7 });

const toCall = (status: "success" | "invalid_input", expression: string): ToolCallRecord => ({
  ...{ id: "1", tool: "calculate", status, input: { expression } },
  ...{ summary: "", durationMs: 1, costMicroUsd: 0 },
});
const usage = { inputTokens: 1, outputTokens: 1, reasoningTokens: 0, cachedInputTokens: 0 };
const toStep = (toolCalls: ToolCallRecord[]): StepRecord => ({
  ...{ number: 1, model: "local:test", startedAt: noon, firstTokenMs: 1, durationMs: 2, forced: false },
  ...{ finishReason: "stop", temperature: null, usage, costMicroUsd: 0, toolCalls },
});

/** The store, counting the documents that are read and the writes. */
function countCosts(store: Store) {
  const costs = { reads: 0, writes: 0 };
  const counted: Store = {
    ...store,
    findMany: (all) => ((costs.reads += all.length), store.findMany(all)),
    async list(query) {
      const page = await store.list(query);
      costs.reads += Math.max(1, page.documents.length);
      return page;
    },
    set: (path, data) => ((costs.writes += 1), store.set(path, data)),
    merge: (path, patch) => ((costs.writes += 1), store.merge(path, patch)),
  };
  return { costs, counted };
}

async function openStatistics(openStore: () => Promise<Store>) {
  const store = await openStore();
  const { costs, counted } = countCosts(store);
  const clock = { at: noon };
  let calls = 0;
  const random = () => (calls++ % 10) / 10;
  const open = () => createStatistics(counted, { now: () => clock.at, random });
  return { store, clock, costs, statistics: open(), another: open() };
}

describe.each(bothStores)("statistics in $name", ({ openStore }) => {
  it("lose nothing when fifty runs end at once, for one write each", async () => {
    const { statistics, another, costs } = await openStatistics(openStore);
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? statistics : another).record(toRun(noon), extra),
      ),
    );
    expect(costs.writes).toBe(50);
    const { days } = await statistics.overview(1);
    expect(days).toMatchObject([
      {
        day: "2026-11-20",
        runs: 50,
        people: 50,
        costMicroUsd: 350,
        outcomes: { completed: 50 },
        iterations: { 0: 50 },
        totalMs: { p50: 1077 },
      },
    ]);
  });

  it("add up over days how tools failed and were mended, in the write that counts a reply", async () => {
    const { statistics, costs, clock } = await openStatistics(openStore);
    const toFailed = (startedAt: number) => {
      const [failed, mended] = [toCall("invalid_input", "six"), toCall("success", "6")];
      return { ...toRun(startedAt), steps: [toStep([failed, mended])] };
    };
    const own = { ...extra, isOwnTool: () => true };
    await statistics.record(toFailed(noon), own);
    clock.at += 24 * hourMs;
    await statistics.record(toFailed(clock.at), own);
    expect(costs.writes).toBe(2);
    const counted = { tool: "calculate", code: "invalid_input", again: 0 };
    expect(await statistics.mends(1)).toEqual([
      { ...counted, failed: 1, changed: 1, fields: { expression: 1 } },
    ]);
    expect(await statistics.mends(2)).toEqual([
      { ...counted, failed: 2, changed: 2, fields: { expression: 2 } },
    ]);
  });

  it("give the days oldest first, those without a run with zeros", async () => {
    const { statistics, clock } = await openStatistics(openStore);
    await statistics.record(toRun(clock.at), extra);
    clock.at += 48 * hourMs;
    await statistics.record(toRun(clock.at), extra);
    const { days } = await statistics.overview(4);
    expect(days.map(({ day, runs }) => [day, runs])).toEqual([
      ["2026-11-19", 0],
      ["2026-11-20", 1],
      ["2026-11-21", 0],
      ["2026-11-22", 1],
    ]);
    expect(days[0]).toMatchObject({ people: 0, models: [], outcomes: {}, totalMs: { p50: null } });
  });

  it("read a day that is over once, and then its sum: thirty days are at most forty reads", async () => {
    const { statistics, clock, costs } = await openStatistics(openStore);
    for (let day = 0; day < 30; day += 1, clock.at += 24 * hourMs) {
      await Promise.all(Array.from({ length: 20 }, () => statistics.record(toRun(clock.at), extra)));
    }
    clock.at -= 24 * hourMs;
    const first = await statistics.overview(30);
    costs.reads = costs.writes = 0;
    expect(await statistics.overview(30)).toEqual(first);
    expect(costs).toEqual({ reads: 29 + 10, writes: 0 });
    expect(first.days.every(({ runs }) => runs === 20)).toBe(true);
  });

  it("sum a day when it has been over for an hour, the same by two readers at once", async () => {
    const { store, statistics, another, clock } = await openStatistics(openStore);
    await statistics.record(toRun(noon), extra);
    clock.at = Date.UTC(2026, 10, 21, 0, 59);
    await statistics.overview(2);
    expect(await store.find(paths.statisticsDay("2026-11-20"))).toBeNull();
    clock.at += 60_000;
    const [one, two] = await Promise.all([statistics.overview(2), another.overview(2)]);
    expect(one).toEqual(two);
    expect((await store.find(paths.statisticsDay("2026-11-20")))?.data).toMatchObject({
      runs: 1,
      closedAt: clock.at,
    });
  });

  it("count a run on the day it began, unless that has been over for half an hour", async () => {
    const { statistics, clock } = await openStatistics(openStore);
    const startedAt = Date.UTC(2026, 10, 20, 23, 59);
    clock.at = startedAt + hourMs / 2;
    await statistics.record(toRun(startedAt), extra);
    clock.at = startedAt + hourMs;
    await statistics.record(toRun(startedAt), extra);
    expect((await statistics.overview(2)).days.map(({ runs }) => runs)).toEqual([1, 1]);
  });

  it("are readable although a part of them is damaged", async () => {
    const { store, statistics } = await openStatistics(openStore);
    await statistics.record(toRun(noon), extra);
    await store.merge(paths.statisticsShard("2026-11-20", 12, 5), {
      runs: "many",
      models: null,
      outcomes: { completed: 2 },
    });
    expect((await statistics.overview(1)).days).toMatchObject([{ runs: 1, outcomes: { completed: 3 } }]);
  });

  it("tell what replies of the last days usually took, those of a day that is over too", async () => {
    const { statistics, clock } = await openStatistics(openStore);
    const record = (times: number) =>
      Promise.all(Array.from({ length: times }, () => statistics.record(toRun(clock.at), extra)));
    await record(6);
    clock.at += 24 * hourMs;
    await record(3);
    expect(await statistics.usual(2)).toEqual([]);
    await record(1);
    expect(await statistics.usual(2)).toMatchObject([{ mode: "balanced", ms: 1_077, microUsd: 10 }]);
    expect(await statistics.usual(1)).toEqual([]);
  });

  it("tell the last hours one by one, and read one that is over only once", async () => {
    const { statistics, another, clock, costs } = await openStatistics(openStore);
    await statistics.record(toRun(clock.at), extra);
    clock.at += 2 * hourMs + 600_000;
    await another.record(toRun(clock.at), extra);
    const { days, groups, before } = await statistics.compare({ days: 30, hours: 3 });
    expect(before.days.map(({ day, runs }) => [day, runs])).toEqual([
      ["2026-11-20T09", 0],
      ["2026-11-20T10", 0],
      ["2026-11-20T11", 0],
    ]);
    expect(days.map(({ day, runs }) => [day, runs])).toEqual([
      ["2026-11-20T12", 1],
      ["2026-11-20T13", 0],
      ["2026-11-20T14", 1],
    ]);
    expect(groups).toContainEqual(
      expect.objectContaining({ kind: "site", count: 2, succeeded: 2, p50: 1_077 }),
    );
    expect((await statistics.readHours(3)).map(({ lastAt }) => lastAt)).toEqual([noon, null, clock.at]);
    costs.reads = 0;
    await statistics.compare({ days: 30, hours: 3 });
    expect(costs.reads).toBe(10);
  });

  it("compare days that are named with as many before them", async () => {
    const { statistics, clock } = await openStatistics(openStore);
    await statistics.record(toRun(clock.at), extra);
    clock.at += 3 * 24 * hourMs;
    await statistics.record(toRun(clock.at), extra);
    await statistics.record(toRun(clock.at), extra);
    const { days, before } = await statistics.compare({ days: 30, from: "2026-11-22", to: "2026-11-23" });
    expect(days.map(({ day, runs }) => [day, runs])).toEqual([
      ["2026-11-22", 0],
      ["2026-11-23", 2],
    ]);
    expect(before.days.map(({ day, runs }) => [day, runs])).toEqual([
      ["2026-11-20", 1],
      ["2026-11-21", 0],
    ]);
  });

  it("name each of a thousand people, for one read each once their keys are known", async () => {
    const { store, statistics, costs } = await openStatistics(openStore);
    const ids = Array.from({ length: 1_000 }, (_, index) => `p${String(index).padStart(4, "0")}`);
    for (let from = 0; from < ids.length; from += 200)
      await store.batch(
        ids.slice(from, from + 200).map((id) => ({
          ...{ kind: "set" as const, path: paths.person(id), data: { name: `Name of ${id}` } },
        })),
      );
    await statistics.record(toRun(noon), { ...extra, userId: "p0999" });
    await statistics.record(toRun(noon), { ...extra, userId: "deleted" });
    const listNamed = async () => {
      costs.reads = 0;
      const { groups } = await statistics.compare({ days: 1 });
      return groups.flatMap(({ kind, id, name }) => (kind === "person" ? [{ id, name }] : []));
    };
    const named = [
      { id: "p0999", name: "Name of p0999" },
      { id: toKey("deleted"), name: "unknown" },
    ];
    expect(await listNamed()).toEqual(expect.arrayContaining(named));
    const all = costs.reads;
    expect(await listNamed()).toHaveLength(2);
    expect(all - costs.reads).toBeGreaterThanOrEqual(1_000);
  });

  it("tell people apart by what their replies cost, as they are called now, and a day keeps the dearest 500", async () => {
    const { statistics, store, clock } = await openStatistics(openStore);
    await store.set(paths.person("ada"), { name: "Ada" });
    await statistics.record(toRun(clock.at), { ...extra, userId: "ada" });
    await statistics.record({ ...toRun(clock.at), costMicroUsd: 500 }, { ...extra, userId: "gone" });
    const people = async (days: number) =>
      (await statistics.compare({ days })).groups.filter(({ kind }) => kind === "person");
    expect((await people(1)).map(({ id, name, count }) => [id, name, count])).toEqual([
      [toKey("gone"), "unknown", 1],
      ["ada", "Ada", 1],
    ]);
    const crowd = Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => [
        `k${index}`,
        { name: `u${index}`, count: 1, costMicroUsd: 1 },
      ]),
    );
    await store.set(paths.statisticsShard("2026-11-20", 1, 0), { groups: { person: crowd } });
    clock.at += 2 * 24 * hourMs;
    await statistics.overview(3);
    const kept = (await store.find(paths.statisticsDay("2026-11-20")))?.data["groups"] as { person: object };
    expect(Object.keys(kept.person)).toHaveLength(500);
    expect((await people(3))[0]?.id).toBe(toKey("gone"));
    expect(JSON.stringify(kept)).not.toMatch(/"(?:ada|gone)"/);
  });

  it("add marks and ratings that come later to the groups of their reply", async () => {
    const { statistics } = await openStatistics(openStore);
    await statistics.record(toRun(noon), { ...extra, marks: { quoted: 1, unchecked: 2 } });
    await statistics.recordLater(toRun(noon), { marks: { unchecked: -2, supported: 2 }, down: 1 });
    const { groups } = await statistics.overview(1);
    const model = groups.find(({ kind }) => kind === "model");
    expect(model).toMatchObject({ name: "offline:guide", count: 1, up: 0, down: 1 });
    expect(model?.marks).toEqual({
      quoted: 1,
      supported: 2,
      partly: 0,
      differs: 0,
      not_found: 0,
      unchecked: 0,
    });
  });
});
