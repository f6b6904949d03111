import { describe, expect, it } from "vitest";
import { createConversations } from "@/lib/data/conversations";
import { createMessages, toMessageData } from "@/lib/data/messages";
import { createRunRecords } from "@/lib/data/runs";
import { createTurns, type TurnStart } from "@/lib/data/turns";
import { openTestStore } from "@/tests/support/open-test-store";
import { toReply, toRunRecord, toUserMessage } from "@/tests/support/messages";

const place = { userId: "u1", conversationId: "c1" };

async function openTurns() {
  const store = await openTestStore();
  const [turns, messages, runs, conversations] = [createTurns(store), createMessages(store), createRunRecords(store), createConversations(store)];
  const begin = (runId: string, changes: Partial<TurnStart> = {}) =>
    turns.begin({
      ...{ ...place, runId, now: 1_000, message: toUserMessage(`${runId}-question`), replaceFrom: null },
      toTitle: (message) => JSON.stringify(message.parts),
      toRecord: ({ userMessageId }) => toRunRecord(runId, { userMessageId }),
      ...changes,
    });
  const end = (runId: string, seq: number) =>
    turns.end({ ...place, reply: { seq, message: toReply(`${runId}-reply`) }, record: toRunRecord(runId, { status: "ended" }), now: 2_000 });
  const listIds = async () => (await messages.listNewest("u1", "c1", { limit: 100 })).messages.map(({ seq, message }) => `${seq} ${message.id}`);
  return { store, turns, messages, runs, conversations, begin, end, listIds };
}

describe("a turn that begins", () => {
  it("saves question, run and conversation together", async () => {
    const { begin, conversations, runs, listIds } = await openTurns();
    expect(await begin("r1")).toMatchObject({ seq: 2, isFirstTurn: true });
    expect(await listIds()).toEqual(["1 r1-question"]);
    expect(await conversations.get("u1", "c1")).toMatchObject({ lastSeq: 2, activeRunId: "r1" });
    expect(await runs.get("u1", "r1")).toMatchObject({ userMessageId: "r1-question", status: "running" });
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

  it("asks a question that was never answered again in its old place", async () => {
    const { begin, listIds } = await openTurns();
    await begin("r1");
    expect(await begin("r2", { message: toUserMessage("r1-question", "Again") })).toMatchObject({ seq: 2, isFirstTurn: true });
    expect(await listIds()).toEqual(["1 r1-question"]);
  });

  it("answers again a question whose reply was never saved", async () => {
    const { begin } = await openTurns();
    await begin("r1");
    expect(await begin("r2", { message: null })).toMatchObject({ seq: 2, userMessage: { id: "r1-question" } });
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

  it("saves nothing in a conversation that was deleted meanwhile", async () => {
    const { begin, end, conversations, messages } = await openTurns();
    await begin("r1");
    await conversations.deleteTree("u1", "c1");
    await expect(end("r1", 2)).rejects.toMatchObject({ code: "not_found" });
    expect(await messages.find("u1", "c1", "r1-reply")).toBeNull();
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
