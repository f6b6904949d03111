import { describe, expect, it } from "vitest";
import { createConversations } from "@/lib/data/conversations";
import { createLeases } from "@/lib/engine/records/leases";
import { createMessages } from "@/lib/data/messages";
import { paths } from "@/lib/data/paths";
import { createQuotas } from "@/lib/features/quotas/records/quotas";
import { createRunRecords } from "@/lib/engine/records/runs";
import type { BegunTurn, TurnEnd, TurnStart } from "@/lib/engine/records/turn";
import { createTurns } from "@/lib/engine/records/turns";
import { turnHooks } from "@/tests/support/turn-hooks";
import { defaultSettings } from "@/lib/protocol/settings";
import { openTestBlobs, openTestStore } from "@/tests/support/open-test-store";
import { toReply, toRunRecord, toUserMessage } from "@/tests/support/messages";

const place = { userId: "u1", conversationId: "c1" };

async function openTurns() {
  const [store, blobs] = [await openTestStore(), await openTestBlobs()];
  const [turns, messages, runs, conversations, leases] = [
    createTurns(store, blobs, turnHooks),
    createMessages(store, blobs),
    createRunRecords(store),
    createConversations(store),
    createLeases(store),
  ];
  const tryBegin = (runId: string, changes: Partial<TurnStart> = {}) =>
    turns.begin({
      ...{
        ...place,
        runId,
        owner: "w1",
        now: 1_000,
        message: toUserMessage(`${runId}-question`),
        messageId: null,
        isContinued: false,
      },
      ...{
        settings: defaultSettings,
        ceilingMicroUsd: 100_000,
        isAnswerFree: false,
        reservedUntil: 9_000,
        maxRuns: 20,
        isLearnedFrom: false,
        isTemporary: false,
      },
      toTitle: (message) => JSON.stringify(message.parts),
      toRecord: ({ question, messageId }) =>
        toRunRecord(runId, { userMessageId: question.id, ...(messageId === null ? {} : { messageId }) }),
      toBrief: ({ seq, record }) => JSON.stringify({ seq, record }),
      ...changes,
    });
  const begin = async (runId: string, changes: Partial<TurnStart> = {}): Promise<BegunTurn> => {
    const beginning = await tryBegin(runId, changes);
    if (beginning.kind !== "begun") throw new Error(`The turn is ${beginning.kind}.`);
    return beginning;
  };
  const end = (runId: string, seq: number, changes: Partial<TurnEnd> = {}) =>
    turns.end({
      ...{
        ...place,
        epoch: 1,
        reply: { seq, message: toReply(`${runId}-reply`) },
        question: toUserMessage(`${runId}-question`),
        record: toRunRecord(runId, { status: "ended", costMicroUsd: 30_000 }),
      },
      ...{ chargedMicroUsd: 30_000, title: null, now: 2_000, ...changes },
    });
  const readQuota = async () => (await store.find(paths.quota("u1")))?.data;
  const listIds = async () =>
    (await messages.listNewest("u1", "c1", { limit: 100 })).messages.map(
      ({ seq, message }) => `${seq} ${message.id}`,
    );
  return { store, turns, messages, runs, conversations, leases, begin, tryBegin, end, listIds, readQuota };
}

describe("a turn that begins", () => {
  it("saves question, conversation and the run's lease together", async () => {
    const { begin, conversations, leases, listIds } = await openTurns();
    expect(await begin("r1")).toMatchObject({ seq: 2, isFirstTurn: true });
    expect(await listIds()).toEqual(["1 r1-question"]);
    expect(await conversations.get("u1", "c1")).toMatchObject({ lastSeq: 2, activeRunId: "r1" });
    const held = await leases.find("r1");
    expect(held).toMatchObject({
      runId: "r1",
      lease: {
        ...place,
        owner: "w1",
        epoch: 1,
        isReleased: false,
        isStopAsked: false,
        endedAt: null,
        steers: {},
      },
    });
    expect(JSON.parse(held?.lease.plan ?? "")).toMatchObject({
      seq: 2,
      record: { userMessageId: "r1-question", status: "running" },
    });
  });

  it("saves nothing when it is refused", async () => {
    const { begin, leases, conversations } = await openTurns();
    await expect(begin("r1", { message: null })).rejects.toMatchObject({ code: "not_found" });
    expect([await leases.find("r1"), await conversations.find("u1", "c1")]).toEqual([null, null]);
  });

  it("numbers the messages on", async () => {
    const { begin, end, listIds } = await openTurns();
    await begin("r1");
    await end("r1", 2);
    await begin("r2");
    expect(await listIds()).toEqual(["1 r1-question", "2 r1-reply", "3 r2-question"]);
  });

  it("is refused while another run holds the conversation, and says which", async () => {
    const { begin, tryBegin, listIds } = await openTurns();
    await begin("r1");
    expect(await tryBegin("r2")).toEqual({ kind: "busy", runId: "r1" });
    expect(await listIds()).toEqual(["1 r1-question"]);
  });

  it("gives the reply that the same message had before, and counts it once", async () => {
    const { begin, tryBegin, end, readQuota } = await openTurns();
    await begin("r1");
    await end("r1", 2);
    expect(await tryBegin("r2", { message: toUserMessage("r1-question") })).toMatchObject({
      kind: "answered",
      reply: { id: "r1-reply" },
    });
    expect(await readQuota()).toMatchObject({ messages: 1 });
  });

  it("writes the reply of a run that nobody could make anew in its place", async () => {
    const { begin, turns, leases, listIds } = await openTurns();
    await begin("r1");
    await turns.drop({ ...place, runId: "r1", chargedMicroUsd: 0, now: 3_000 });
    await leases.delete("r1");
    expect(await begin("r2", { message: null })).toMatchObject({
      seq: 2,
      userMessage: { id: "r1-question" },
    });
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
    const starts = Array.from({ length: 20 }, (_, index) =>
      tryBegin(`r${index}`, { conversationId: `c${index}`, settings }),
    );
    const results = await Promise.allSettled(starts);
    const granted = results.flatMap((result) =>
      result.status === "fulfilled" && result.value.kind === "begun" ? [result.value.grantedMicroUsd] : [],
    );
    expect(granted.sort()).toEqual([100_000, 100_000, 50_000].sort());
    const refused = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason as unknown] : [],
    );
    expect(refused).toHaveLength(17);
    expect(refused[0]).toMatchObject({ code: "quota_exhausted", retryAfter: 15 });
    expect(await readQuota()).toMatchObject({ messages: 3 });
  });
});

describe("a turn that goes on with a reply", () => {
  const cut = {
    message: { ...toReply("r1-reply", "Half of it"), metadata: { outcome: "stopped" as const } },
    seq: 2,
  };
  const goOn = { message: null, isContinued: true };

  it("keeps the reply, its id and its place", async () => {
    const { begin, end, listIds } = await openTurns();
    await begin("r1");
    await end("r1", 2, { reply: cut });
    expect(await begin("r2", goOn)).toMatchObject({
      seq: 2,
      isFirstTurn: true,
      base: cut.message,
      userMessage: { id: "r1-question" },
      record: { messageId: "r1-reply" },
    });
    expect(await listIds()).toEqual(["1 r1-question", "2 r1-reply"]);
  });

  it("is refused when the reply is complete, is not the newest, or is not there", async () => {
    const { begin, end, tryBegin } = await openTurns();
    await expect(tryBegin("r0", goOn)).rejects.toMatchObject({ code: "not_found" });
    await begin("r1");
    await end("r1", 2, { reply: cut });
    await begin("r2");
    await end("r2", 4, {
      reply: { seq: 4, message: { ...toReply("r2-reply"), metadata: { outcome: "completed" } } },
    });
    await expect(tryBegin("r3", { ...goOn, messageId: "r1-reply" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(tryBegin("r3", goOn)).rejects.toMatchObject({ code: "invalid_request" });
  });
});

describe("a turn that ends", () => {
  it("saves the reply and the run, to their owner only, frees the conversation and marks the lease", async () => {
    const { begin, end, conversations, leases, runs, listIds } = await openTurns();
    await begin("r1");
    expect(await end("r1", 2)).toBe("saved");
    expect(await listIds()).toEqual(["1 r1-question", "2 r1-reply"]);
    expect(await conversations.get("u1", "c1")).toMatchObject({ activeRunId: null, updatedAt: 2_000 });
    expect(await runs.find("u1", "r1")).toMatchObject({ status: "ended", costMicroUsd: 30_000 });
    expect(await runs.find("u2", "r1")).toBeNull();
    expect((await leases.find("r1"))?.lease.endedAt).toBe(2_000);
  });

  it("puts the real cost in the place of what was set aside", async () => {
    const { begin, end, readQuota } = await openTurns();
    await begin("r1");
    expect(await readQuota()).toMatchObject({ microUsdDay: 0, held: { 1: { microUsd: 100_000, runs: 1 } } });
    await end("r1", 2);
    expect(await readQuota()).toMatchObject({ microUsdDay: 30_000, microUsdMonth: 30_000, held: {} });
  });

  it("is charged once when it is saved twice", async () => {
    const { begin, end, readQuota, listIds } = await openTurns();
    await begin("r1");
    await end("r1", 2);
    expect(await end("r1", 2)).toBe("saved");
    expect(await readQuota()).toMatchObject({ microUsdDay: 30_000, held: {} });
    expect(await listIds()).toEqual(["1 r1-question", "2 r1-reply"]);
  });

  it("takes a made title along, unless the person has given one", async () => {
    const { begin, end, conversations } = await openTurns();
    await begin("r1");
    await end("r1", 2, { title: "Made" });
    expect(await conversations.get("u1", "c1")).toMatchObject({ title: "Made" });
    await conversations.rename("u1", "c1", "Mine");
    await begin("r2");
    await end("r2", 4, { title: "Made again" });
    expect(await conversations.get("u1", "c1")).toMatchObject({ title: "Mine" });
  });

  it("saves nothing in a conversation that was deleted meanwhile", async () => {
    const { begin, end, conversations, messages, readQuota } = await openTurns();
    await begin("r1");
    await conversations.deleteTree("u1", "c1");
    expect(await end("r1", 2)).toBe("deleted");
    expect(await messages.find("u1", "c1", "r1-reply")).toBeNull();
    expect(await readQuota()).toMatchObject({ microUsdDay: 30_000, held: {} });
  });
});

describe("a turn that a second worker has taken over", () => {
  async function openTaken() {
    const opened = await openTurns();
    await opened.begin("r1");
    await opened.leases.take("r1", { owner: "w2", now: 1_500, isAlone: true });
    return opened;
  }

  it("is not ended by the first, which is neither saved nor charged", async () => {
    const { end, conversations, leases, listIds, readQuota } = await openTaken();
    expect(await end("r1", 2)).toBe("lost");
    expect(await listIds()).toEqual(["1 r1-question"]);
    expect(await conversations.get("u1", "c1")).toMatchObject({ activeRunId: "r1" });
    expect(await readQuota()).toMatchObject({ microUsdDay: 0, held: { 1: { microUsd: 100_000, runs: 1 } } });
    expect((await leases.find("r1"))?.lease.endedAt).toBeNull();
  });

  it("is ended by the second and charged once, whoever tries again", async () => {
    const { end, listIds, readQuota, messages } = await openTaken();
    const reply = { seq: 2, message: toReply("r1-reply", "The second's.") };
    const ends = await Promise.all([
      end("r1", 2),
      end("r1", 2, { epoch: 2, reply }),
      end("r1", 2, { epoch: 2, reply }),
      end("r1", 2),
    ]);
    expect(ends).toEqual(["lost", "saved", "saved", "lost"]);
    expect(await listIds()).toEqual(["1 r1-question", "2 r1-reply"]);
    expect((await messages.find("u1", "c1", "r1-reply"))?.message.parts).toEqual(reply.message.parts);
    expect(await readQuota()).toMatchObject({ microUsdDay: 30_000, held: {} });
  });

  it("is not ended by the first when it wakes up after the second has saved it and cleaned up", async () => {
    const { end, leases, messages, readQuota } = await openTaken();
    const reply = { seq: 2, message: toReply("r1-reply", "The second's.") };
    await end("r1", 2, { epoch: 2, reply });
    await leases.delete("r1");
    expect(await end("r1", 2)).toBe("lost");
    expect((await messages.find("u1", "c1", "r1-reply"))?.message.parts).toEqual(reply.message.parts);
    expect(await readQuota()).toMatchObject({ microUsdDay: 30_000 });
  });
});

describe("a turn that ends without a reply", () => {
  const drop = (runId: string) => ({ ...place, runId, chargedMicroUsd: 40_000, now: 3_000 });

  it("frees the conversation, marks the lease, and is charged what it had cost, once", async () => {
    const { begin, turns, leases, conversations, listIds, readQuota } = await openTurns();
    await begin("r1");
    await turns.drop(drop("r1"));
    await turns.drop(drop("r1"));
    expect(await conversations.get("u1", "c1")).toMatchObject({ activeRunId: null });
    expect((await leases.find("r1"))?.lease.endedAt).toBe(3_000);
    expect(await readQuota()).toMatchObject({ microUsdDay: 40_000, held: {} });
    expect(await listIds()).toEqual(["1 r1-question"]);
  });

  it("frees a conversation whose run's lease is gone", async () => {
    const { begin, turns, leases, conversations } = await openTurns();
    await begin("r1");
    await leases.delete("r1");
    await turns.drop(drop("r1"));
    expect(await conversations.get("u1", "c1")).toMatchObject({ activeRunId: null });
    expect(await leases.find("r1")).toBeNull();
  });

  it("leaves a run alone that began meanwhile, and one that has ended is not charged again", async () => {
    const { begin, end, turns, conversations, listIds, readQuota } = await openTurns();
    await begin("r1");
    await end("r1", 2);
    await begin("r2");
    await turns.drop(drop("r1"));
    expect(await conversations.get("u1", "c1")).toMatchObject({ activeRunId: "r2" });
    expect(await listIds()).toEqual(["1 r1-question", "2 r1-reply", "3 r2-question"]);
    expect(await readQuota()).toMatchObject({
      microUsdDay: 30_000,
      held: { 1: { microUsd: 100_000, runs: 1 } },
    });
  });

  it("is put back to what it really cost when its reply comes after all was taken as spent", async () => {
    const { begin, end, readQuota } = await openTurns();
    await begin("r1");
    // Longer than anything was set aside for.
    await begin("r2", { conversationId: "c2", now: 70_000, reservedUntil: 80_000 });
    expect(await readQuota()).toMatchObject({ microUsdDay: 100_000, held: { 2: { runs: 1 } } });
    await end("r1", 2, { now: 71_000 });
    expect(await readQuota()).toMatchObject({ microUsdDay: 30_000, microUsdMonth: 30_000 });
  });
});

describe("the day of an agent, which all who ask it share", () => {
  it("pays beside the person's own: what is set aside follows both while a reply waits and grows", async () => {
    const { store, begin, tryBegin, end } = await openTurns();
    const quotas = createQuotas(store, () => 1_000);
    const agentDay = { id: "scout", cents: 10 };
    const other = { userId: "u2", conversationId: "c2", agentDay };
    const asked = { microUsd: 200_000, expiresAt: 9_000, settings: defaultSettings };
    const readDay = async () => (await store.find(paths.agentUsage("scout")))?.data;

    expect(await begin("r1", { agentDay, ceilingMicroUsd: 200_000 })).toMatchObject({
      grantedMicroUsd: 100_000,
    });
    // The first one gives back soon: it is not told as a day that is used up.
    await expect(tryBegin("r2", other)).rejects.toMatchObject({ code: "quota_exhausted", retryAfter: 15 });
    await quotas.pauseTurn("u1", "r1", 10_000);
    expect(await begin("r2", other)).toMatchObject({ grantedMicroUsd: 90_000 });
    expect(await quotas.resumeTurn("u1", { ...asked, runId: "r1" })).toBe(10_000);
    const record = toRunRecord("r2", { agent: { id: "scout", name: "Scout", version: 1 } });
    await end("r2", 2, { ...other, record, chargedMicroUsd: 30_000 });
    expect(await quotas.resumeTurn("u1", { ...asked, runId: "r1" })).toBe(70_000);
    expect(await readDay()).toMatchObject({
      microUsdDay: 30_000,
      held: { 1: { microUsd: 70_000, runs: 1 } },
    });
  });
});
