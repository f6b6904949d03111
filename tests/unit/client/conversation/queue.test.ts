import { beforeEach, describe, expect, it } from "vitest";
import { findSteerObstacle } from "@/lib/client/conversation/queue";
import type { Draft } from "@/lib/client/conversation/state";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import { waitUntil } from "@/tests/support/wait-until";
import {
  replyMessage,
  saidAll,
  sayText,
  sendNothing,
  sendProblem,
  sendStream,
  userMessage,
} from "@/tests/unit/client/chat-server";
import { browser, openBrowser, openStore as openClosedStore, readTexts } from "./open-store";
import { createRunningReply } from "./running-reply";

beforeEach(openBrowser);

const first: Draft = { id: "u1", text: "First", files: [] };
const second: Draft = { id: "u2", text: "Second", files: [] };
const third: Draft = { id: "u3", text: "Third", files: [] };
const picture = { type: "file" as const, mediaType: "image/png", url: "data:image/png;base64,AA==" };

const whole = (
  id: string,
  text: string,
  outcome: "completed" | "failed" | "stopped" | "limited" = "completed",
): ChatChunk[] => [
  { type: "start", messageId: id },
  { type: "text-start", id: "1" },
  { type: "text-delta", id: "1", delta: text },
  { type: "text-end", id: "1" },
  { type: "finish", messageMetadata: { outcome } },
];

describe("what is written while a reply runs", () => {
  it("goes out by itself, one message after the reply of the one before", async () => {
    const running = createRunningReply();
    const { store, chatServer } = await openStore({
      "POST /api/chat": [running.handler, sendStream(whole("a2", "Two")), sendStream(whole("a3", "Three"))],
    });
    void store.getState().send(first);
    await waitUntil(running.isRunning);
    store.getState().enqueue(second);
    store.getState().enqueue(third);
    const waiting = store.getState().queued.filter(({ status }) => status === "waiting");
    expect(waiting.map(({ text }) => text)).toEqual(["Second", "Third"]);
    running.say(whole("a1", "One"));
    running.end();
    await waitUntil(() => readTexts(store.getState().messages).at(-1) === "Three");
    expect(readTexts(store.getState().messages)).toEqual(["First", "One", "Second", "Two", "Third", "Three"]);
    expect(store.getState().queued).toEqual([]);
    expect(browser.items.size).toBe(0);
    expect(chatServer.bodies.map(({ message }) => (message as ChatMessage).id)).toEqual(["u1", "u2", "u3"]);
  });

  it("goes out with what it mentions and what was pasted into it", async () => {
    const running = createRunningReply();
    const { store, chatServer } = await openStore({
      "POST /api/chat": [running.handler, sendStream(whole("a2", "Two"))],
    });
    void store.getState().send(first);
    await waitUntil(running.isRunning);
    const mentions = [{ kind: "agent" as const, id: "careful", name: "Careful" }];
    store.getState().enqueue({ ...second, mentions, pasted: ["Second"] });
    running.say(whole("a1", "One"));
    running.end();
    await waitUntil(() => readTexts(store.getState().messages).at(-1) === "Two");
    expect(chatServer.bodies.at(-1)).toMatchObject({
      message: { metadata: { mentions: [{ kind: "agent", id: "careful" }], pasted: [{ start: 0, end: 6 }] } },
    });
  });

  it.each(["failed", "stopped"] as const)(
    "waits for the person when the reply has %s, and goes on after that",
    async (outcome) => {
      const running = createRunningReply();
      const { store } = await openStore({
        "POST /api/chat": [running.handler, sendStream(whole("a2", "Two")), sendStream(whole("a3", "Three"))],
      });
      const sent = store.getState().send(first);
      await waitUntil(running.isRunning);
      store.getState().enqueue(second);
      store.getState().enqueue(third);
      running.say(whole("a1", "One", outcome));
      running.end();
      await sent;
      expect(store.getState().phase).toBe("idle");
      expect(store.getState().queued.map(({ text }) => text)).toEqual(["Second", "Third"]);
      store.getState().sendNext();
      await waitUntil(() => readTexts(store.getState().messages).at(-1) === "Three");
    },
  );

  it("goes out behind a reply that was seen to be stopped before its stream was over", async () => {
    const running = createRunningReply();
    const { store } = await openStore({
      "POST /api/chat": [running.handler, sendStream(whole("a2", "Two"))],
    });
    const sent = store.getState().send(first);
    await waitUntil(running.isRunning);
    running.say(whole("a1", "One", "stopped"));
    await waitUntil(() => store.getState().messages.at(-1)?.metadata?.outcome === "stopped");
    store.getState().enqueue(second);
    expect(store.getState().queued.map(({ text }) => text)).toEqual(["Second"]);
    running.end();
    await sent;
    await waitUntil(() => readTexts(store.getState().messages).at(-1) === "Two");
    expect(store.getState().queued).toEqual([]);
  });

  it("can be changed, emptied and removed while it waits, and is not sent while it is changed", async () => {
    const running = createRunningReply();
    const { store, chatServer } = await openStore({
      "POST /api/chat": [running.handler, sendStream(whole("a2", "Two"))],
    });
    const sent = store.getState().send(first);
    await waitUntil(running.isRunning);
    store.getState().enqueue(second);
    store.getState().enqueue(third);
    store.getState().removeQueued("u3");
    store.getState().beginEdit("u2");
    running.say(whole("a1", "One"));
    running.end();
    await sent;
    expect(chatServer.bodies).toHaveLength(1);
    store.getState().endEdit("u2", "Second thoughts ");
    await waitUntil(() => readTexts(store.getState().messages).at(-1) === "Two");
    expect(readTexts(store.getState().messages)).toEqual(["First", "One", "Second thoughts", "Two"]);
  });

  it("waits at its place when the server does not take it, with the reason, and is sent no second time by itself", async () => {
    const running = createRunningReply();
    const { store, chatServer, returned } = await openStore({
      "POST /api/chat": [
        running.handler,
        sendProblem(503, "overloaded", "Too busy."),
        sendStream(whole("a2", "Two")),
      ],
    });
    void store.getState().send(first);
    await waitUntil(running.isRunning);
    store.getState().enqueue(second);
    running.say(whole("a1", "One"));
    running.end();
    await waitUntil(() => store.getState().problem !== null);
    await waitUntil(() => store.getState().queued[0]?.status === "waiting");
    expect(store.getState().problem).toMatchObject({
      kind: "refused",
      asked: "queued",
      code: "overloaded",
    });
    expect(readTexts(store.getState().messages)).toEqual(["First", "One"]);
    expect([returned, chatServer.bodies.length]).toEqual([[], 2]);
    store.getState().sendNext();
    await waitUntil(() => readTexts(store.getState().messages).at(-1) === "Two");
    expect(store.getState().queued).toEqual([]);
  });

  it("is there that another tab's reply runs: the message waits for its end and goes out once", async () => {
    const { store, chatServer, returned } = await openStore({
      "POST /api/chat": [sendProblem(409, "run_active", "One at a time."), sendStream(whole("a2", "Two"))],
      "GET /api/chat/c1/stream": [sendStream(whole("a0", "Of the other tab"))],
    });
    await store.getState().send(first);
    await waitUntil(() => readTexts(store.getState().messages).at(-1) === "Two");
    expect(readTexts(store.getState().messages)).toEqual(["Of the other tab", "First", "Two"]);
    expect([returned, store.getState().problem]).toEqual([[], null]);
    expect(chatServer.bodies.map(({ message }) => (message as ChatMessage).id)).toEqual(["u1", "u1"]);
  });

  it("is not asked for for ever where the server keeps saying that a reply runs", async () => {
    const { store, chatServer } = await openStore({
      "POST /api/chat": [sendProblem(409, "run_active", "One at a time.")],
      "GET /api/chat/c1/stream": [sendStream(whole("a0", "Of the other tab"))],
    });
    await store.getState().send(first);
    await waitUntil(() => store.getState().problem !== null);
    expect(chatServer.asked.filter((route) => route === "POST /api/chat")).toHaveLength(2);
    expect(store.getState().queued).toMatchObject([{ id: "u1", status: "waiting" }]);
  });
});

describe("what waits", () => {
  it("is there again after a reload, and goes out when the reply that was joined is over", async () => {
    browser.items.set("queue:c1", JSON.stringify([{ ...second, status: "waiting" }]));
    const { store } = await openStore(
      {
        "GET /api/chat/c1/stream": [sendStream(whole("a1", "One"))],
        "POST /api/chat": [sendStream(whole("a2", "Two"))],
      },
      { isRunning: true, messages: [userMessage("u1", "First")] },
    );
    expect(store.getState().queued).toMatchObject([{ id: "u2", text: "Second" }]);
    await waitUntil(() => readTexts(store.getState().messages).at(-1) === "Two");
  });

  it("is not sent merely because a page is opened", async () => {
    browser.items.set("queue:c1", JSON.stringify([{ ...second, status: "steered" }]));
    const { store, chatServer } = await openStore(
      {},
      { messages: [userMessage("u1", "First"), replyMessage("a1", "One")] },
    );
    expect(store.getState().queued).toMatchObject([{ id: "u2", status: "waiting" }]);
    expect(chatServer.asked).toEqual([]);
  });

  it("is gone after a reload when the conversation has it, as a question or inside a reply", async () => {
    const kept = [first, second].map((draft) => ({ ...draft, status: "sending" }));
    browser.items.set("queue:c1", JSON.stringify([...kept, { ...third, status: "waiting" }]));
    const reply: ChatMessage = {
      ...replyMessage("a1", "One"),
      parts: [{ type: "steering-message", id: "u2", parts: [{ type: "text", text: "Second" }] }],
    };
    const { store } = await openStore({}, { messages: [userMessage("u1", "First"), reply] });
    expect(store.getState().queued).toMatchObject([{ id: "u3", status: "waiting" }]);
  });

  it("is the same in another tab of the conversation", async () => {
    const { store } = await openStore(
      {},
      { messages: [userMessage("u1", "First"), replyMessage("a1", "One")] },
    );
    browser.items.set("queue:c1", JSON.stringify([{ ...second, status: "waiting" }]));
    browser.tellTabs("queue:c1");
    expect(store.getState().queued).toMatchObject([{ id: "u2" }]);
    store.getState().removeQueued("u2");
    expect(browser.items.has("queue:c1")).toBe(false);
  });

  it("is kept for a new conversation whose first message the server refused", async () => {
    const { store } = await openStore({
      "POST /api/chat": [sendProblem(429, "too_many_runs", "Three at a time.")],
    });
    const sent = store.getState().send(first);
    store.getState().enqueue(second);
    await sent;
    expect([...browser.items.keys()]).toEqual(["queue:new"]);
    expect(store.getState().queued).toMatchObject([{ id: "u2", status: "waiting" }]);
  });
});

describe("sending now", () => {
  const steering: ChatChunk = {
    type: "steering-message",
    id: "u2",
    parts: [{ type: "text", text: "Second" }],
  };

  it("hands the words to the running reply, which shows them where it has read them", async () => {
    const running = createRunningReply();
    const { store, chatServer } = await openStore({
      "POST /api/chat": [running.handler],
      "POST /api/chat/c1/steer": [sendNothing()],
    });
    const sent = store.getState().send(first);
    await waitUntil(running.isRunning);
    store.getState().enqueue(second);
    await store.getState().steer("u2");
    expect(chatServer.bodies.at(-1)).toEqual({ message: { id: "u2", text: "Second" } });
    expect(store.getState().queued).toMatchObject([{ id: "u2", status: "steered" }]);
    running.say([...sayText("One"), { type: "text-end", id: "1" }, steering]);
    await waitUntil(() => store.getState().queued.length === 0);
    running.say(saidAll.slice(1));
    running.end();
    await sent;
    expect(
      store
        .getState()
        .messages.at(-1)
        ?.parts.map(({ type }) => type),
    ).toEqual(["text", "steering-message"]);
    expect(chatServer.asked.filter((route) => route === "POST /api/chat")).toHaveLength(1);
  });

  it("sends the words as the next message, before the others, when the reply ends without reading them", async () => {
    const running = createRunningReply();
    const { store } = await openStore({
      "POST /api/chat": [running.handler, sendStream(whole("a3", "Three")), sendStream(whole("a2", "Two"))],
      "POST /api/chat/c1/steer": [sendNothing()],
    });
    void store.getState().send(first);
    await waitUntil(running.isRunning);
    store.getState().enqueue(second);
    store.getState().enqueue(third);
    await store.getState().steer("u3");
    running.say(whole("a1", "One"));
    running.end();
    await waitUntil(() => readTexts(store.getState().messages).at(-1) === "Two");
    expect(readTexts(store.getState().messages)).toEqual(["First", "One", "Third", "Three", "Second", "Two"]);
  });

  it("sends them as a message under the same id when the server says that no reply runs any more", async () => {
    const running = createRunningReply();
    const { store, chatServer } = await openStore({
      "POST /api/chat": [running.handler, sendStream(whole("a2", "Two"))],
      "POST /api/chat/c1/steer": [sendProblem(409, "not_running", "It has ended.")],
    });
    void store.getState().send(first);
    await waitUntil(running.isRunning);
    store.getState().enqueue(second);
    await store.getState().steer("u2");
    running.say(whole("a1", "One"));
    running.end();
    await waitUntil(() => readTexts(store.getState().messages).at(-1) === "Two");
    expect((chatServer.bodies.at(-1)?.["message"] as ChatMessage).id).toBe("u2");
  });

  it("leaves them in their place and says so when they cannot be handed over", async () => {
    const running = createRunningReply();
    const { store } = await openStore({
      "POST /api/chat": [running.handler],
      "POST /api/chat/c1/steer": [sendProblem(503, "store_unavailable", "Not now.")],
    });
    void store.getState().send(first);
    await waitUntil(running.isRunning);
    store.getState().enqueue(second);
    await store.getState().steer("u2");
    expect(store.getState().queued).toMatchObject([{ id: "u2", status: "waiting", hasSteerFailed: true }]);
    running.end();
  });

  it("is not for pictures, very long texts and what mentions something", () => {
    expect(findSteerObstacle(second)).toBeNull();
    expect(findSteerObstacle({ ...second, files: [picture] })).toBe("pictures");
    expect(findSteerObstacle({ ...second, text: "a".repeat(20_001) })).toBe("long");
    const mentions = [{ kind: "agent" as const, id: "a1", name: "Clerk" }];
    expect(findSteerObstacle({ ...second, mentions })).toBe("mentions");
  });
});

async function openStore(...parameters: Parameters<typeof openClosedStore>) {
  const opened = await openClosedStore(...parameters);
  opened.open();
  return opened;
}
