import { wholePath } from "@/lib/data/branches";
import { createMessages } from "@/lib/data/messages";
import { createSearchIndex } from "@/lib/features/conversation-search/records/search-index";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { findEarlier } from "@/lib/engine/context/find-earlier";
import { createBilledStore, sumCalls } from "@/tests/support/billed-store";
import { noBlobs, openTestStore } from "@/tests/support/open-test-store";
import { createSpeaker } from "@/tests/support/say-turn";
import { describe, expect, it } from "vitest";

const userId = "u1";
const conversationId = "c1";

async function open() {
  const store = createBilledStore(await openTestStore());
  const deps = { messages: createMessages(store, noBlobs), searchIndex: createSearchIndex(store) };
  const find = async (focus: string, seq: number) =>
    (await findEarlier(deps, { userId, conversationId, seq, path: wholePath }, focus)).map(
      (message) => message.seq,
    );
  return { store, ...deps, say: createSpeaker(store), find };
}

/** The reply as it is when a page was read for it. */
function withPage(message: ChatMessage, text: string): ChatMessage {
  const source = {
    number: 1,
    evidenceId: "r_ab12cd34",
    url: "https://example.org/",
    title: "A page",
    site: "example.org",
  };
  const data = {
    pages: [{ ...source, resultId: "r_ab12cd34", passages: [{ text }], truncated: false }],
    failures: [],
  };
  const meta = { durationMs: 1, costMicroUsd: 0, version: "1.1", attempts: 1 };
  const output = {
    ok: true as const,
    text,
    summary: { key: "readPages" as const, values: { read: 1, total: 1 } },
    data,
    meta,
  };
  return {
    ...message,
    parts: [
      {
        type: "tool-web_fetch",
        toolCallId: "call1",
        state: "output-available",
        input: { urls: [source.url], query: "x" },
        output,
      },
      ...message.parts,
    ],
  };
}

describe("earlier messages of a conversation", () => {
  it("are found as whole exchanges, four at most, in their order", async () => {
    const { say, find } = await open();
    for (let n = 1; n <= 12; n += 1)
      await say(
        conversationId,
        n % 2 === 0 ? `And harbour ${n}?` : "Something else.",
        n === 5 ? "The pilot of the harbour is called Jonas." : "It has a quay.",
      );
    expect(await find("Which pilot does the harbour have?", 25)).toEqual([9, 10, 15, 16, 19, 20, 23, 24]);
  });

  it("count what their tools gave, and name its id", async () => {
    const { say, find, messages, searchIndex } = await open();
    for (let n = 1; n <= 8; n += 1)
      await say(
        conversationId,
        `Read the page on the harbour, part ${n}.`,
        "I have read the page on the harbour.",
      );
    await messages.change(userId, conversationId, "a2", (message) =>
      withPage(message, "A berth for a yacht costs 175 crowns a night."),
    );
    expect((await find("What does a berth cost, by the page on the harbour?", 17)).slice(0, 2)).toEqual([
      3, 4,
    ]);
    const found = await findEarlier(
      { messages, searchIndex },
      { userId, conversationId, seq: 17, path: wholePath },
      "What does a berth cost, by the page on the harbour?",
    );
    expect(found.map(({ resultIds }) => resultIds).flat()).toEqual(["r_ab12cd34"]);
  });

  it("hold what the person said while the reply was made", async () => {
    const { say, messages, searchIndex } = await open();
    for (let n = 1; n <= 4; n += 1)
      await say(conversationId, `Question ${n}`, "The yacht lies in the harbour.");
    await messages.change(userId, conversationId, "a2", (message) => ({
      ...message,
      parts: [
        {
          type: "steering-message",
          id: "s1",
          parts: [{ type: "text", text: "I mean the yacht Albatross." }],
        },
        ...message.parts,
      ],
    }));
    const exchange = await findEarlier(
      { messages, searchIndex },
      { userId, conversationId, seq: 9, path: wholePath },
      "#4",
    );
    expect(exchange.map(({ text }) => text)).toEqual([
      "Question 2",
      "(The person said meanwhile: I mean the yacht Albatross.)\nThe yacht lies in the harbour.",
    ]);
  });

  it("come before others where everything that is looked for stands in one sentence", async () => {
    const { say, find } = await open();
    await say(
      conversationId,
      "Ana's boat is in the shed. It rained for days, nobody went out, and the road to the old mill was under water until the end of March.",
      "I see.",
    );
    for (let n = 1; n <= 6; n += 1)
      await say(
        conversationId,
        "Ben came late. Ana laughed. Then Ana slept. He sold a boat. Which boat?",
        "I see.",
      );
    expect(await find("Where is Ana's boat?", 15)).toContain(1);
  });

  it("are given by their numbers, question or reply, but never this reply or what comes after it", async () => {
    const { say, find } = await open();
    for (let n = 1; n <= 5; n += 1) await say(conversationId, `Question ${n}`, `Reply ${n}`);
    expect(await find("#4", 11)).toEqual([3, 4]);
    expect(await find("#3 and #10", 11)).toEqual([3, 4, 9, 10]);
    expect(await find("#7", 7)).toEqual([]);
    expect(await find("#9 Reply 5", 8)).not.toContain(9);
  });

  it("are looked through where nobody wrote their words down", async () => {
    const { say, find } = await open();
    for (let n = 1; n <= 6; n += 1)
      await say(conversationId, `Harbour ${n}`, n === 2 ? "The pilot is Jonas." : "A quay.", {
        isTemporary: true,
      });
    expect((await find("Who is the pilot?", 13)).slice(0, 2)).toEqual([3, 4]);
    expect(await find("submarine", 13)).toEqual([]);
  });

  it("cost a bounded number of reads", async () => {
    const { store, say, find } = await open();
    for (let n = 1; n <= 40; n += 1)
      await say(
        conversationId,
        "Harbours, pilots, quays, yachts, berths, crowns, lighthouses, bridges and ferries.",
        "Quays and pilots.",
      );
    await store.take();
    await find("harbours pilots quays yachts berths crowns lighthouses bridges ferries", 81);
    expect(sumCalls(await store.take()).reads).toBeLessThanOrEqual(208 + 16 * 3);
  });
});
