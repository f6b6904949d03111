import { describe, expect, it } from "vitest";
import { toConversationData, toNewConversation } from "@/lib/data/conversations";
import { paths } from "@/lib/data/paths";
import { toRunData } from "@/lib/engine/records/runs";
import { listSiteRuns } from "@/lib/features/traces/records/list-runs";
import type { RunRecord, ToolCallRecord } from "@/lib/protocol/run-record";
import { siteRunsQuerySchema } from "@/lib/protocol/runs";
import { defaultSettings } from "@/lib/protocol/settings";
import type { Store } from "@/lib/store/store";
import { createBilledStore, sumCalls } from "@/tests/support/billed-store";
import { bothStores } from "@/tests/support/both-stores";

const usage = { inputTokens: 1, outputTokens: 1, reasoningTokens: 0, cachedInputTokens: 0 };
const call: ToolCallRecord = {
  ...{ id: "t", tool: "read_page", input: null, status: "timeout", summary: "" },
  ...{ durationMs: 1, costMicroUsd: 0 },
};
const step: RunRecord["steps"][number] = {
  ...{ number: 1, model: "local:test", startedAt: 1, firstTokenMs: null, durationMs: 1 },
  ...{ finishReason: "stop", forced: false, usage, costMicroUsd: 0, toolCalls: [call] },
};

function toRun(id: string, startedAt: number, change: Partial<RunRecord> = {}): RunRecord {
  return {
    ...{ id, conversationId: `c-${id}`, userMessageId: "m", messageId: "a", status: "ended", reason: null },
    ...{ style: "balanced", outcome: "completed", mode: "balanced", model: "local:test" },
    ...{ settings: defaultSettings, steps: [], usage, costMicroUsd: 100, costByTool: {} },
    ...{ startedAt, firstTokenAt: null, endedAt: startedAt + 5_000 },
    ...change,
  };
}

const save = (store: Store, userId: string, run: RunRecord) =>
  store.set(paths.run(userId, run.id), toRunData(run));

async function listAll(store: Store, asked: Record<string, string> = {}) {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  do {
    const query = siteRunsQuerySchema.parse({ ...asked, ...(cursor && { cursor }) });
    const page = await listSiteRuns(store, query);
    ids.push(...page.runs.map(({ userId, run }) => `${userId} ${run.id}`));
    ({ cursor } = page);
  } while (cursor !== null);
  return ids;
}

describe.each(bothStores)("the runs of everybody in $name", ({ openStore }) => {
  it("come newest first, each once, whoever's they are, page by page", async () => {
    const store = await openStore();
    for (let number = 10; number < 45; number += 1)
      await save(store, `u${number % 4}`, toRun(`r${number}`, number));
    const expected = Array.from({ length: 35 }, (_, index) => `u${(44 - index) % 4} r${44 - index}`);
    expect(await listAll(store, { limit: "7" })).toEqual(expected);
    expect(await listAll(store, { limit: "7", since: "20", until: "30" })).toEqual(expected.slice(14, 25));
  });

  it("are narrowed by each of their traits, and by two together", async () => {
    const store = await openStore();
    const agent = { id: "a1", name: "Contracts", version: 1, picture: null };
    await save(store, "u1", toRun("plain", 1));
    await save(store, "u2", toRun("failed", 2, { outcome: "failed", reason: "model_unavailable" }));
    await save(store, "u2", toRun("read", 3, { steps: [step], model: "local:other", costMicroUsd: 9_000 }));
    await save(store, "u3", toRun("rated", 4, { rating: { value: "down" }, agent, endedAt: 60_004 }));
    const ids = async (asked: Record<string, string>) =>
      (await listAll(store, asked)).map((row) => row.split(" ")[1]);
    expect(await ids({ status: "failed" })).toEqual(["failed"]);
    expect(await ids({ cause: "model_unavailable" })).toEqual(["failed"]);
    expect(await ids({ cause: "read_page" })).toEqual(["read"]);
    expect(await ids({ cause: "read_page:timeout" })).toEqual(["read"]);
    expect(await ids({ cause: "read_page:error" })).toEqual([]);
    expect(await ids({ tool: "read_page" })).toEqual(["read"]);
    expect(await ids({ model: "local:other" })).toEqual(["read"]);
    expect(await ids({ minCost: "9000" })).toEqual(["read"]);
    expect(await ids({ minSeconds: "60" })).toEqual(["rated"]);
    expect(await ids({ rating: "down" })).toEqual(["rated"]);
    expect(await ids({ agent: "Contracts" })).toEqual(["rated"]);
    expect(await ids({ agent: "built_in", status: "completed" })).toEqual(["read", "plain"]);
  });

  it("leave out what nobody asked until it is asked for, and temporary conversations always", async () => {
    const store = await openStore();
    await save(store, "u1", toRun("own", 1));
    await save(store, "u1", toRun("hidden", 2));
    await save(store, "u1", toRun("trial", 3, { origin: "trial" }));
    await save(store, "u1", toRun("nightly", 4, { origin: "schedule" }));
    for (const id of ["hidden", "trial"])
      await store.set(paths.conversation("u1", `c-${id}`), toConversationData(toNewConversation(1, true)));
    expect(await listAll(store)).toEqual(["u1 own"]);
    expect(await listAll(store, { origin: "trial" })).toEqual(["u1 trial"]);
    expect(await listAll(store, { origin: "all" })).toEqual(["u1 nightly", "u1 trial", "u1 own"]);
  });
});

it("a page over a thousand people reads a bounded number of documents, whatever is looked for", async () => {
  const [embedded] = bothStores;
  const store = createBilledStore((await embedded?.openStore()) as Store);
  for (let from = 0; from < 1_000; from += 250)
    await store.batch(
      Array.from({ length: 250 }, (_, index) => {
        const run = toRun(`r${from + index}`, from + index);
        return { kind: "set", path: paths.run(`u${from + index}`, run.id), data: toRunData(run) } as const;
      }),
    );
  const count = async (asked: Record<string, string>) => {
    await store.take();
    const { runs, cursor } = await listSiteRuns(store, siteRunsQuerySchema.parse(asked));
    return { runs: runs.length, leadsOn: cursor !== null, ...sumCalls(await store.take()) };
  };
  // One more of each page says that another follows; the rest are the conversations of what was found.
  expect(await count({})).toEqual({ runs: 50, leadsOn: true, reads: 101, writes: 0, deletes: 0 });
  expect(await count({ status: "failed" })).toEqual({
    runs: 0,
    leadsOn: true,
    reads: 255,
    writes: 0,
    deletes: 0,
  });
});
