import { describe, expect, it } from "vitest";
import { createConversations } from "@/lib/data/conversations";
import { createMessages, toMessageData } from "@/lib/data/messages";
import { paths } from "@/lib/data/paths";
import { createRunRecords } from "@/lib/data/runs";
import type { BegunTurn, TurnStart } from "@/lib/data/begin-turn";
import { createTurns } from "@/lib/data/turns";
import { defaultSettings } from "@/lib/protocol/settings";
import { openTestStore } from "@/tests/support/open-test-store";
import { toReply, toRunRecord, toUserMessage } from "@/tests/support/messages";

const place = { userId: "u1", conversationId: "c1" };

async function openTurns() {
  const store = await openTestStore();
  const [turns, messages, runs, conversations] = [createTurns(store), createMessages(store), createRunRecords(store), createConversations(store)];
  const tryBegin = (runId: string, changes: Partial<TurnStart> = {}) =>
    turns.begin({
      ...{ ...place, runId, now: 1_000, message: toUserMessage(`${runId}-question`), replaceFrom: null },
      ...{ settings: defaultSettings, ceilingMicroUsd: 100_000, activeUntil: 9_000 },
      toTitle: (message) => JSON.stringify(message.parts),
      toRecord: ({ userMessageId }) => toRunRecord(runId, { userMessageId }),
      ...changes,
    });
  const begin = async (runId: string, changes: Partial<TurnStart> = {}): Promise<BegunTurn> => {
    const beginning = await tryBegin(runId, changes);
    if (beginning.kind !== "begun") throw new Error(`The turn is ${beginning.kind}.`);
    return beginning;
  };
  const end = (runId: string, seq: number, title: string | null = null) =>
    turns.end({ ...place, reply: { seq, message: toReply(`${runId}-reply`) }, record: toRunRecord(runId, { status: "ended", costMicroUsd: 30_000 }), chargedMicroUsd: 30_000, title, now: 2_000 });
  const readQuota = async () => (await store.find(paths.quota("u1")))?.data;
  const listIds = async () => (await messages.listNewest("u1", "c1", { limit: 100 })).messages.map(({ seq, message }) => `${seq} ${message.id}`);
  return { store, turns, messages, runs, conversations, begin, tryBegin, end, listIds, readQuota };
}

describe("a turn that begins", () => {
  it("saves question, run and conversation together", async () => {
    const { begin, conversations, runs, listIds } = await openTurns();
    expect(await begin("r1")).toMatchObject({ seq: 2, isFirstTurn: true });
    expect(await listIds()).toEqual(["1 r1-question"]);
    expect(await conversations.get("u1", "c1")).toMatchObject({ lastSeq: 2, activeRunId: "r1" });
    expect(await runs.get("u1", "r1")).toMatchObject({ userMessageId: "r1-question", status: "running" });
    await expect(runs.get("u2", "r1")).rejects.toMatchObject({ code: "not_found" });
  });

  it("saves nothing when it is refused", async () => {
    const { begin, runs, conversations } = await openTurns();
    await expect(begin("r1", { message: null })).rejects.toMatchObject({ code: "not_found" });
    expect([await runs.find("u1", "r1"), await conversations.find("u1", "c1")]).toEqual([null, null]);
  });

  it("numbers the messages on", async () => {
    const { begin, end, listIds } = await openTurns();
    await begin("r1");
    await end("r1", 2);
    await begin("r2");
    expect(await listIds()).toEqual(["1 r1-question", "2 r1-reply", "3 r2-question"]);
  });

  it("is refused while another run holds the conversation, and says until when at most", async () => {
    const { begin, tryBegin, listIds } = await openTurns();
    await begin("r1");
    expect(await tryBegin("r2")).toEqual({ kind: "busy", runId: "r1", activeUntil: 9_000 });
    expect(await listIds()).toEqual(["1 r1-question"]);
  });

  it("gives the reply that the same message had before, and counts it once", async () => {
    const { begin, tryBegin, end, readQuota } = await openTurns();
    await begin("r1");
    await end("r1", 2);
    expect(await tryBegin("r2", { message: toUserMessage("r1-question") })).toMatchObject({ kind: "answered", reply: { id: "r1-reply" } });
    expect(await readQuota()).toMatchObject({ messages: 1 });
  });

  it("writes the reply of a run that died anew in its place", async () => {
    const { begin, turns, listIds } = await openTurns();
    await begin("r1");
    await turns.settle({ ...place, runId: "r1", now: 3_000 });
    expect(await begin("r2", { message: null })).toMatchObject({ seq: 2, userMessage: { id: "r1-question" } });
    expect(await listIds()).toEqual(["1 r1-question"]);
  });

  it("says whether it is the person's first of the day", async () => {
    const { begin, end } = await openTurns();
    expect((await begin("r1")).isFirstToday).toBe(true);
    await end("r1", 2);
    expect((await begin("r2")).isFirstToday).toBe(false);
    await end("r2", 4);
    expect((await begin("r3", { now: 86_400_000 })).isFirstToday).toBe(true);
  });

  it("sets the ceiling aside, or what is left, and never lets starts at once overshoot", async () => {
    const { tryBegin, readQuota } = await openTurns();
    const settings = { ...defaultSettings, centsPerDay: 25 };
    const starts = Array.from({ length: 20 }, (_, index) => tryBegin(`r${index}`, { conversationId: `c${index}`, settings }));
    const results = await Promise.allSettled(starts);
    const granted = results.flatMap((result) => (result.status === "fulfilled" && result.value.kind === "begun" ? [result.value.grantedMicroUsd] : []));
    expect(granted.sort()).toEqual([100_000, 100_000, 50_000].sort());
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
    expect(refused).toHaveLength(17);
    expect(refused[0]).toMatchObject({ code: "quota_exhausted", retryAfter: 15 });
    expect(await readQuota()).toMatchObject({ messages: 3 });
  });

  it("replaces everything after an early message, in a conversation of any length", async () => {
    const { store, begin, end, listIds } = await openTurns();
    await begin("r0");
    await end("r0", 2);
    const writes = Array.from({ length: 1_200 }, (_, index) => index + 3);
    await store.batch(
      writes.map((seq) => ({ kind: "set", path: `users/u1/conversations/c1/messages/x${seq}`, data: toMessageData({ seq, message: toUserMessage(`x${seq}`) }) })),
    );
    await store.update("users/u1/conversations/c1", { lastSeq: 1_202 });
    await begin("r1", { message: null, replaceFrom: "r0-reply" });
    expect(await listIds()).toEqual(["1 r0-question"]);
  });
});

describe("a turn that ends", () => {
  it("saves the reply and frees the conversation", async () => {
    const { begin, end, conversations, listIds } = await openTurns();
    await begin("r1");
    await end("r1", 2);
    expect(await listIds()).toEqual(["1 r1-question", "2 r1-reply"]);
    expect(await conversations.get("u1", "c1")).toMatchObject({ activeRunId: null, updatedAt: 2_000 });
  });

  it("puts the real cost in the place of what was set aside", async () => {
    const { begin, end, readQuota } = await openTurns();
    await begin("r1");
    expect(await readQuota()).toMatchObject({ microUsdDay: 0, reserved: { r1: { microUsd: 100_000 } } });
    await end("r1", 2);
    expect(await readQuota()).toMatchObject({ microUsdDay: 30_000, microUsdMonth: 30_000, reserved: {} });
  });

  it("is charged once when it is saved twice", async () => {
    const { begin, end, readQuota, listIds } = await openTurns();
    await begin("r1");
    await end("r1", 2);
    expect(await end("r1", 2)).toBe(true);
    expect(await readQuota()).toMatchObject({ microUsdDay: 30_000, reserved: {} });
    expect(await listIds()).toEqual(["1 r1-question", "2 r1-reply"]);
  });

  it("takes a made title along, unless the person has given one", async () => {
    const { begin, end, conversations } = await openTurns();
    await begin("r1");
    await end("r1", 2, "Made");
    expect(await conversations.get("u1", "c1")).toMatchObject({ title: "Made" });
    await conversations.rename("u1", "c1", "Mine");
    await begin("r2");
    await end("r2", 4, "Made again");
    expect(await conversations.get("u1", "c1")).toMatchObject({ title: "Mine" });
  });

  it("saves nothing in a conversation that was deleted meanwhile", async () => {
    const { begin, end, conversations, messages, readQuota } = await openTurns();
    await begin("r1");
    await conversations.deleteTree("u1", "c1");
    expect(await end("r1", 2)).toBe(false);
    expect(await messages.find("u1", "c1", "r1-reply")).toBeNull();
    expect(await readQuota()).toMatchObject({ microUsdDay: 30_000, reserved: {} });
  });
});

describe("a turn whose process died", () => {
  it("is ended as interrupted, with usage and cost, and frees the conversation", async () => {
    const { begin, turns, messages, conversations, runs } = await openTurns();
    await begin("r1");
    expect(await turns.settle({ ...place, runId: "r1", now: 3_000 })).toBe(true);
    const reply = await messages.find("u1", "c1", "r1-reply");
    expect(reply).toMatchObject({ seq: 2, message: { metadata: { outcome: "interrupted", reason: "crashed", costMicroUsd: 0, usage: {}, endedAt: 3_000 } } });
    expect(await conversations.get("u1", "c1")).toMatchObject({ activeRunId: null });
    expect(await runs.get("u1", "r1")).toMatchObject({ status: "ended", outcome: "interrupted" });
  });

  it("keeps what was saved of its reply", async () => {
    const { begin, turns, messages } = await openTurns();
    await begin("r1");
    await messages.save("u1", "c1", { seq: 2, message: toReply("r1-reply", "Half of it") });
    await turns.settle({ ...place, runId: "r1", now: 3_000 });
    expect((await messages.find("u1", "c1", "r1-reply"))?.message.parts).toEqual(toReply("x", "Half of it").parts);
  });

  it("is left alone when another run has begun meanwhile, and when it has ended", async () => {
    const { begin, end, turns, conversations, listIds } = await openTurns();
    await begin("r1");
    await end("r1", 2);
    expect(await turns.settle({ ...place, runId: "r1", now: 3_000 })).toBe(false);
    await begin("r2", { message: null });
    expect(await turns.settle({ ...place, runId: "r1", now: 3_000 })).toBe(false);
    expect(await conversations.get("u1", "c1")).toMatchObject({ activeRunId: "r2" });
    expect(await listIds()).toEqual(["1 r1-question"]);
  });
});
