import { beforeEach, describe, expect, it } from "vitest";
import { followUpDelaysMs } from "@/lib/client/conversation/after-answer";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import {
  replyMessage,
  sendJson,
  sendProblem,
  toConversation,
  userMessage,
} from "@/tests/unit/client/chat-server";
import { openBrowser, openStore } from "./open-store";

beforeEach(openBrowser);

const path = "GET /api/conversations/c1?limit=1";
const signal = new AbortController().signal;
const toReply = (
  followUps: { questions: string[]; isPending: boolean },
  endedAt = Date.now(),
): ChatMessage => ({
  ...replyMessage("a0", "Answer"),
  metadata: { outcome: "completed", endedAt, followUps },
});
const pending = { questions: [], isPending: true };
const ready = { questions: ["Why?"], isPending: false };
const question = userMessage("u0", "Before");
const send = (reply: ChatMessage) => sendJson(toConversation([reply]));

describe("questions that may come next", () => {
  it("are asked for until the server has them, also past a failure, and shown", async () => {
    const { store, chatServer, waited } = await openStore(
      {
        [path]: [
          sendProblem(503, "store_unavailable", "Not now."),
          send(toReply(pending)),
          send(toReply(ready)),
        ],
      },
      { messages: [question, toReply(pending)] },
    );
    await store.getState().loadFollowUps("a0", signal);
    expect(store.getState().messages.at(-1)?.metadata?.followUps).toEqual(ready);
    expect([chatServer.asked.length, waited]).toEqual([3, followUpDelaysMs.slice(0, 3)]);
  });

  it("are given up where they do not come, or another message is the newest by now", async () => {
    const { store, chatServer } = await openStore(
      { [path]: [send(toReply(pending)), send({ ...toReply(ready), id: "a1" })] },
      { messages: [question, toReply(pending)] },
    );
    await store.getState().loadFollowUps("a0", signal);
    expect(store.getState().messages.at(-1)?.metadata?.followUps).toEqual(pending);
    expect(chatServer.asked).toHaveLength(followUpDelaysMs.length);
  });

  it("are not asked for where the answer is older than any small model takes, or the page is left", async () => {
    const { store, chatServer } = await openStore(
      { [path]: [send(toReply(ready))] },
      { messages: [toReply(pending, Date.now() - 120_000)] },
    );
    await store.getState().loadFollowUps("a0", signal);
    const fresh = await openStore({ [path]: [send(toReply(ready))] }, { messages: [toReply(pending)] });
    await fresh.store.getState().loadFollowUps("a0", AbortSignal.abort());
    expect([...chatServer.asked, ...fresh.chatServer.asked]).toEqual([]);
  });
});
