import { noBlobs } from "@/tests/support/open-test-store";
import { describe, expect, it } from "vitest";
import type { TurnStart } from "@/lib/engine/records/turn";
import { createConversations } from "@/lib/data/conversations";
import { createJobRecords } from "@/lib/data/jobs";
import { createSearchIndex } from "@/lib/features/conversation-search/records/search-index";
import { createTemporaryChats } from "@/lib/features/temporary-chats/records";
import { createTurns } from "@/lib/engine/records/turns";
import { turnHooks } from "@/tests/support/turn-hooks";
import { defaultSettings } from "@/lib/protocol/settings";
import { bothStores } from "@/tests/support/both-stores";
import { toReply, toRunRecord, toUserMessage } from "@/tests/support/messages";
import type { Store } from "@/lib/store/store";

const place = { userId: "u1", conversationId: "c1" };
const hour = 3_600_000;
const minute = 60_000;

function openChats(store: Store) {
  let now = 1_000;
  const turns = createTurns(store, noBlobs, turnHooks);
  const begin = (runId: string, changes: Partial<TurnStart> = {}) =>
    turns.begin({
      ...{
        ...place,
        runId,
        owner: "w1",
        now,
        message: toUserMessage(`${runId}-question`, "Where do buoys drift?"),
        messageId: null,
        isContinued: false,
      },
      ...{
        settings: defaultSettings,
        ceilingMicroUsd: 0,
        isAnswerFree: false,
        reservedUntil: now + hour,
        maxRuns: 20,
        isLearnedFrom: true,
        isTemporary: true,
      },
      toTitle: () => "A title",
      toRecord: ({ question: { id } }) =>
        toRunRecord(runId, { userMessageId: id, messageId: `${runId}-reply` }),
      toBrief: () => "{}",
      ...changes,
    });
  const end = (runId: string, seq: number) =>
    turns.end({
      ...place,
      epoch: 1,
      reply: { seq, message: toReply(`${runId}-reply`) },
      question: toUserMessage(`${runId}-question`, "Where do buoys drift?"),
      record: toRunRecord(runId, { status: "ended" }),
      chargedMicroUsd: 0,
      title: null,
      now,
    });
  /** When the conversation is to be deleted. */
  const readBrief = async () =>
    (await createJobRecords(store).listDue(Number.MAX_SAFE_INTEGER, 10)).map(({ kind, dueAt }) => [
      kind,
      dueAt,
    ]);
  const list = async () =>
    (await createConversations(store).list("u1", { limit: 10 })).conversations.map(({ id }) => id);
  const search = async (words: string) =>
    (await createSearchIndex(store).search("u1", words, { limit: 10 })).conversations.map(({ id }) => id);
  return {
    ...{ begin, end, readBrief, list, search },
    conversations: createConversations(store),
    chats: createTemporaryChats(store, () => now),
    pass: (ms: number) => void (now += ms),
  };
}

describe.each(bothStores)("a temporary conversation in $name", ({ openStore }) => {
  it("is found and in no list, and each message puts its end off to an hour later", async () => {
    const { begin, end, readBrief, list, search, conversations, pass } = openChats(await openStore());
    await begin("r1");
    expect(await readBrief()).toEqual([["forget", 1_000 + hour]]);
    pass(10_000);
    await end("r1", 2);
    expect(await conversations.get("u1", "c1")).toMatchObject({
      temporary: true,
      updatedAt: 11_000,
      lastSeq: 2,
      learningAt: null,
    });
    expect([await list(), await search("buoys")]).toEqual([[], []]);
    await begin("r2", { isTemporary: false });
    expect(await conversations.get("u1", "c1")).toMatchObject({ temporary: true, updatedAt: 11_000 });
    expect(await readBrief()).toEqual([["forget", 11_000 + hour]]);
    expect(await list()).toEqual([]);
  });

  it("cannot be made of an ordinary one", async () => {
    const { begin, end, list, conversations } = openChats(await openStore());
    await begin("r1", { isTemporary: false });
    await end("r1", 2);
    await expect(begin("r2")).rejects.toMatchObject({
      code: "invalid_request",
      fields: { "options.temporary": expect.any(String) },
    });
    expect(await conversations.get("u1", "c1")).toMatchObject({
      temporary: false,
      lastSeq: 2,
      activeRunId: null,
    });
    expect(await list()).toEqual(["c1"]);
  });

  it("is an ordinary one once it is kept, with its words to be found by, and nothing of it is learned", async () => {
    const { begin, end, readBrief, list, search, conversations, chats } = openChats(await openStore());
    await begin("r1");
    await end("r1", 2);
    await chats.keep(place);
    await chats.keep(place);
    expect(await readBrief()).toEqual([]);
    expect([await list(), await search("buoys")]).toEqual([["c1"], ["c1"]]);
    expect(await conversations.get("u1", "c1")).toMatchObject({
      temporary: false,
      updatedAt: 1_000,
      learnedSeq: 2,
    });
    await expect(chats.keep({ ...place, conversationId: "gone" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("ends a minute after it was left, and lasts when it is opened or used again", async () => {
    const { begin, end, readBrief, chats, pass } = openChats(await openStore());
    await begin("r1");
    await end("r1", 2);
    pass(5_000);
    await chats.note(place, { id: "tab-1", isOver: true });
    expect(await readBrief()).toEqual([["forget", 6_000 + minute]]);
    await chats.note(place, { id: "tab-2", isOver: false });
    expect(await readBrief()).toEqual([["forget", 1_000 + hour]]);
    await chats.note(place, { id: "tab-2", isOver: true });
    expect(await readBrief()).toEqual([["forget", 6_000 + minute]]);
    await begin("r2");
    expect(await readBrief()).toEqual([["forget", 6_000 + hour]]);
  });

  it("is not left by a page that was loaded anew since, whichever word arrives first", async () => {
    const { begin, end, readBrief, chats } = openChats(await openStore());
    await begin("r1");
    await end("r1", 2);
    await chats.note(place, { id: "after", isOver: false });
    await chats.note(place, { id: "before", isOver: true });
    expect(await readBrief()).toEqual([["forget", 1_000 + hour]]);
  });

  it("never lasts longer because somebody looks at it", async () => {
    const { begin, end, readBrief, chats, pass } = openChats(await openStore());
    await begin("r1");
    await end("r1", 2);
    pass(hour - 10_000);
    await chats.note(place, { id: "tab-1", isOver: false });
    expect(await readBrief()).toEqual([["forget", 1_000 + hour]]);
    await chats.note(place, { id: "tab-1", isOver: true });
    expect(await readBrief()).toEqual([["forget", 1_000 + hour]]);
  });

  it("is ended when its time is over, and not when it is used or kept by then", async () => {
    const { begin, end, conversations, chats, pass } = openChats(await openStore());
    await begin("r1");
    pass(2 * hour);
    expect(await chats.end(place)).toBe(false);
    await end("r1", 2);
    expect(await chats.end(place)).toBe(false);
    pass(hour);
    expect(await chats.end(place)).toBe(true);
    expect([await conversations.find("u1", "c1"), await chats.end(place)]).toEqual([null, true]);
    await expect(chats.keep(place)).rejects.toMatchObject({ code: "not_found" });
    await begin("r2");
    await end("r2", 2);
    await chats.keep(place);
    pass(2 * hour);
    expect(await chats.end(place)).toBe(false);
  });
});
