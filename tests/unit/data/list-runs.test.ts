import { describe, expect, it } from "vitest";
import { toConversationData, toNewConversation } from "@/lib/data/conversations";
import { listRuns } from "@/lib/features/traces/records/list-runs";
import { paths } from "@/lib/data/paths";
import { toRunData } from "@/lib/engine/records/runs";
import type { RunRecord } from "@/lib/protocol/run-record";
import { runsQuerySchema } from "@/lib/protocol/runs";
import { defaultSettings } from "@/lib/protocol/settings";
import { bothStores } from "@/tests/support/both-stores";

const usage = { inputTokens: 1, outputTokens: 1, reasoningTokens: 0, cachedInputTokens: 0 };

function toRun(number: number): RunRecord {
  return {
    id: `r${number}`,
    conversationId: number % 2 === 0 ? "even" : "odd",
    ...{ userMessageId: "m", messageId: "a", status: "ended", reason: null, style: "balanced" },
    outcome: number % 5 === 0 ? "failed" : "completed",
    ...{ mode: "balanced", model: number === 7 ? "local:other" : "local:test", settings: defaultSettings },
    ...{ steps: [], usage, costMicroUsd: number * 100, costByTool: {} },
    ...{ startedAt: number * 1_000, firstTokenAt: null, endedAt: number * 1_000 + number },
  };
}

describe.each(bothStores)("the list of a person's runs in $name", ({ openStore }) => {
  const open = async () => {
    const store = await openStore();
    for (let number = 1; number <= 12; number += 1)
      await store.set(paths.run("u1", `r${number}`), toRunData(toRun(number)));
    return async (query: Record<string, string>, userId = "u1") => {
      const { runs, cursor } = await listRuns(store, userId, runsQuerySchema.parse(query));
      return { ids: runs.map(({ id }) => id), cursor };
    };
  };

  it("leaves out those of temporary conversations until they are kept", async () => {
    const store = await openStore();
    for (let number = 1; number <= 4; number += 1)
      await store.set(paths.run("u1", `r${number}`), toRunData(toRun(number)));
    const list = async () =>
      (await listRuns(store, "u1", runsQuerySchema.parse({}))).runs.map(({ id }) => id);
    await store.set(paths.conversation("u1", "odd"), toConversationData(toNewConversation(1, true)));
    expect(await list()).toEqual(["r4", "r2"]);
    await store.set(paths.conversation("u1", "odd"), toConversationData(toNewConversation(1, false)));
    expect(await list()).toEqual(["r4", "r3", "r2", "r1"]);
  });

  it("comes newest first, a page at a time", async () => {
    const list = await open();
    const first = await list({ limit: "5" });
    expect(first.ids).toEqual(["r12", "r11", "r10", "r9", "r8"]);
    const second = await list({ limit: "5", cursor: first.cursor ?? "" });
    expect(second.ids).toEqual(["r7", "r6", "r5", "r4", "r3"]);
    expect(await list({ limit: "5", cursor: second.cursor ?? "" })).toEqual({
      ids: ["r2", "r1"],
      cursor: null,
    });
  });

  it("is narrowed by conversation, time, outcome, model and cost, each with the others", async () => {
    const list = await open();
    expect((await list({ conversation: "even", since: "5000", until: "10000" })).ids).toEqual([
      "r10",
      "r8",
      "r6",
    ]);
    expect((await list({ status: "failed", limit: "2" })).ids).toEqual(["r10", "r5"]);
    expect((await list({ status: "failed", conversation: "odd" })).ids).toEqual(["r5"]);
    expect((await list({ model: "local:other" })).ids).toEqual(["r7"]);
    expect((await list({ minCost: "1100" })).ids).toEqual(["r12", "r11"]);
  });

  it("is narrowed by what the person thought of the answer", async () => {
    const store = await openStore();
    for (const [number, value] of [
      [1, "up"],
      [2, "down"],
      [3, "up"],
    ] as const)
      await store.set(paths.run("u1", `r${number}`), toRunData({ ...toRun(number), rating: { value } }));
    await store.set(paths.run("u1", "r4"), toRunData(toRun(4)));
    const { runs } = await listRuns(store, "u1", runsQuerySchema.parse({ rating: "up" }));
    expect(runs.map(({ id }) => id)).toEqual(["r3", "r1"]);
  });

  it("holds nobody else's", async () => {
    const list = await open();
    expect((await list({}, "u2")).ids).toEqual([]);
  });
});
