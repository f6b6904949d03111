import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ConversationSessionOptions, Draft } from "@/lib/client/conversation-session";
import { createQueuedSession, findSteerObstacle } from "@/lib/client/queued-session";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import { waitUntil } from "@/tests/support/wait-until";
import {
  openChatServer,
  replyMessage,
  saidAll,
  sayText,
  sendNothing,
  sendProblem,
  sendStream,
  userMessage,
} from "./chat-server";
import { createRunningReply, stubBrowser } from "./running-reply";

const closers: (() => Promise<void> | void)[] = [];
let browser: ReturnType<typeof stubBrowser>;
beforeEach(() => void (browser = stubBrowser()));
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  vi.unstubAllGlobals();
});

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
    const { session, chatServer } = await openSession({
      "POST /api/chat": [running.handler, sendStream(whole("a2", "Two")), sendStream(whole("a3", "Three"))],
    });
    void session.send(first);
    await waitUntil(running.isRunning);
    session.queue.add(second);
    session.queue.add(third);
    expect(session.queue.get().map(({ text }) => text)).toEqual(["Second", "Third"]);
    running.say(whole("a1", "One"));
    running.end();
    await waitUntil(() => readTexts(session.getMessages()).at(-1) === "Three");
    expect(readTexts(session.getMessages())).toEqual(["First", "One", "Second", "Two", "Third", "Three"]);
    expect(session.queue.get()).toEqual([]);
    expect(browser.items.size).toBe(0);
    expect(chatServer.bodies.map(({ message }) => (message as ChatMessage).id)).toEqual(["u1", "u2", "u3"]);
  });

  it.each(["failed", "stopped"] as const)(
    "waits for the person when the reply has %s, and goes on after that",
    async (outcome) => {
      const running = createRunningReply();
      const { session } = await openSession({
        "POST /api/chat": [running.handler, sendStream(whole("a2", "Two")), sendStream(whole("a3", "Three"))],
      });
      const sent = session.send(first);
      await waitUntil(running.isRunning);
      session.queue.add(second);
      session.queue.add(third);
      running.say(whole("a1", "One", outcome));
      running.end();
      await sent;
      expect(session.state.get().phase).toBe("idle");
      expect(session.queue.get().map(({ text }) => text)).toEqual(["Second", "Third"]);
      session.queue.sendNext();
      await waitUntil(() => readTexts(session.getMessages()).at(-1) === "Three");
    },
  );

  it("goes out behind a reply that was seen to be stopped before its stream was over", async () => {
    const running = createRunningReply();
    const { session } = await openSession({
      "POST /api/chat": [running.handler, sendStream(whole("a2", "Two"))],
    });
    const sent = session.send(first);
    await waitUntil(running.isRunning);
    running.say(whole("a1", "One", "stopped"));
    await waitUntil(() => session.getMessages().at(-1)?.metadata?.outcome === "stopped");
    session.queue.add(second);
    expect(session.queue.get().map(({ text }) => text)).toEqual(["Second"]);
    running.end();
    await sent;
    await waitUntil(() => readTexts(session.getMessages()).at(-1) === "Two");
    expect(session.queue.get()).toEqual([]);
  });

  it("can be changed, emptied and removed while it waits, and is not sent while it is changed", async () => {
    const running = createRunningReply();
    const { session, chatServer } = await openSession({
      "POST /api/chat": [running.handler, sendStream(whole("a2", "Two"))],
    });
    const sent = session.send(first);
    await waitUntil(running.isRunning);
    session.queue.add(second);
    session.queue.add(third);
    session.queue.remove("u3");
    session.queue.beginEdit("u2");
    running.say(whole("a1", "One"));
    running.end();
    await sent;
    expect(chatServer.bodies).toHaveLength(1);
    session.queue.endEdit("u2", "Second thoughts ");
    await waitUntil(() => readTexts(session.getMessages()).at(-1) === "Two");
    expect(readTexts(session.getMessages())).toEqual(["First", "One", "Second thoughts", "Two"]);
  });

  it("waits at its place when the server does not take it, with the reason, and is sent no second time by itself", async () => {
    const running = createRunningReply();
    const { session, chatServer, returned } = await openSession({
      "POST /api/chat": [
        running.handler,
        sendProblem(503, "overloaded", "Too busy."),
        sendStream(whole("a2", "Two")),
      ],
    });
    void session.send(first);
    await waitUntil(running.isRunning);
    session.queue.add(second);
    running.say(whole("a1", "One"));
    running.end();
    await waitUntil(() => session.state.get().problem !== null);
    await waitUntil(() => session.queue.get()[0]?.place === "waiting");
    expect(session.state.get().problem).toMatchObject({
      kind: "refused",
      asked: "queued",
      code: "overloaded",
    });
    expect(readTexts(session.getMessages())).toEqual(["First", "One"]);
    expect([returned, chatServer.bodies.length]).toEqual([[], 2]);
    session.queue.sendNext();
    await waitUntil(() => readTexts(session.getMessages()).at(-1) === "Two");
    expect(session.queue.get()).toEqual([]);
  });

  it("is there that another tab's reply runs: the message waits for its end and goes out once", async () => {
    const { session, chatServer, returned } = await openSession({
      "POST /api/chat": [sendProblem(409, "run_active", "One at a time."), sendStream(whole("a2", "Two"))],
      "GET /api/chat/c1/stream": [sendStream(whole("a0", "Of the other tab"))],
    });
    await session.send(first);
    await waitUntil(() => readTexts(session.getMessages()).at(-1) === "Two");
    expect(readTexts(session.getMessages())).toEqual(["Of the other tab", "First", "Two"]);
    expect([returned, session.state.get().problem]).toEqual([[], null]);
    expect(chatServer.bodies.map(({ message }) => (message as ChatMessage).id)).toEqual(["u1", "u1"]);
  });

  it("is not asked for for ever where the server keeps saying that a reply runs", async () => {
    const { session, chatServer } = await openSession({
      "POST /api/chat": [sendProblem(409, "run_active", "One at a time.")],
      "GET /api/chat/c1/stream": [sendStream(whole("a0", "Of the other tab"))],
    });
    await session.send(first);
    await waitUntil(() => session.state.get().problem !== null);
    expect(chatServer.asked.filter((route) => route === "POST /api/chat")).toHaveLength(2);
    expect(session.queue.get()).toMatchObject([{ id: "u1", place: "waiting" }]);
  });
});

describe("what waits", () => {
  it("is there again after a reload, and goes out when the reply that was joined is over", async () => {
    browser.items.set("queue:c1", JSON.stringify([{ ...second, place: "waiting" }]));
    const { session } = await openSession(
      {
        "GET /api/chat/c1/stream": [sendStream(whole("a1", "One"))],
        "POST /api/chat": [sendStream(whole("a2", "Two"))],
      },
      { isRunning: true, messages: [userMessage("u1", "First")] },
    );
    expect(session.queue.get()).toMatchObject([{ id: "u2", text: "Second" }]);
    await waitUntil(() => readTexts(session.getMessages()).at(-1) === "Two");
  });

  it("is not sent merely because a page is opened", async () => {
    browser.items.set("queue:c1", JSON.stringify([{ ...second, place: "handed" }]));
    const { session, chatServer } = await openSession(
      {},
      { messages: [userMessage("u1", "First"), replyMessage("a1", "One")] },
    );
    expect(session.queue.get()).toMatchObject([{ id: "u2", place: "waiting" }]);
    expect(chatServer.asked).toEqual([]);
  });

  it("is gone after a reload when the conversation has it, as a question or inside a reply", async () => {
    const kept = [first, second, third].map((draft) => ({ ...draft, place: "sending" }));
    browser.items.set("queue:c1", JSON.stringify(kept));
    const reply: ChatMessage = {
      ...replyMessage("a1", "One"),
      parts: [{ type: "steering-message", id: "u2", parts: [{ type: "text", text: "Second" }] }],
    };
    const { session } = await openSession({}, { messages: [userMessage("u1", "First"), reply] });
    expect(session.queue.get()).toMatchObject([{ id: "u3", place: "waiting" }]);
  });

  it("is the same in another tab of the conversation", async () => {
    const { session } = await openSession(
      {},
      { messages: [userMessage("u1", "First"), replyMessage("a1", "One")] },
    );
    browser.items.set("queue:c1", JSON.stringify([{ ...second, place: "waiting" }]));
    browser.tellTabs("queue:c1");
    expect(session.queue.get()).toMatchObject([{ id: "u2" }]);
    session.queue.remove("u2");
    expect(browser.items.has("queue:c1")).toBe(false);
  });

  it("is kept for a new conversation whose first message the server refused", async () => {
    const { session } = await openSession({
      "POST /api/chat": [sendProblem(429, "too_many_runs", "Three at a time.")],
    });
    const sent = session.send(first);
    session.queue.add(second);
    await sent;
    expect([...browser.items.keys()]).toEqual(["queue:new"]);
    expect(session.queue.get()).toMatchObject([{ id: "u2", place: "waiting" }]);
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
    const { session, chatServer } = await openSession({
      "POST /api/chat": [running.handler],
      "POST /api/chat/c1/steer": [sendNothing()],
    });
    const sent = session.send(first);
    await waitUntil(running.isRunning);
    session.queue.add(second);
    await session.queue.sendNow("u2");
    expect(chatServer.bodies.at(-1)).toEqual({ message: { id: "u2", text: "Second" } });
    expect(session.queue.get()).toMatchObject([{ id: "u2", place: "handed" }]);
    running.say([...sayText("One"), { type: "text-end", id: "1" }, steering]);
    await waitUntil(() => session.queue.get().length === 0);
    running.say(saidAll.slice(1));
    running.end();
    await sent;
    expect(
      session
        .getMessages()
        .at(-1)
        ?.parts.map(({ type }) => type),
    ).toEqual(["text", "steering-message"]);
    expect(chatServer.asked.filter((route) => route === "POST /api/chat")).toHaveLength(1);
  });

  it("sends the words as the next message, before the others, when the reply ends without reading them", async () => {
    const running = createRunningReply();
    const { session } = await openSession({
      "POST /api/chat": [running.handler, sendStream(whole("a3", "Three")), sendStream(whole("a2", "Two"))],
      "POST /api/chat/c1/steer": [sendNothing()],
    });
    void session.send(first);
    await waitUntil(running.isRunning);
    session.queue.add(second);
    session.queue.add(third);
    await session.queue.sendNow("u3");
    running.say(whole("a1", "One"));
    running.end();
    await waitUntil(() => readTexts(session.getMessages()).at(-1) === "Two");
    expect(readTexts(session.getMessages())).toEqual(["First", "One", "Third", "Three", "Second", "Two"]);
  });

  it("sends them as a message under the same id when the server says that no reply runs any more", async () => {
    const running = createRunningReply();
    const { session, chatServer } = await openSession({
      "POST /api/chat": [running.handler, sendStream(whole("a2", "Two"))],
      "POST /api/chat/c1/steer": [sendProblem(409, "not_running", "It has ended.")],
    });
    void session.send(first);
    await waitUntil(running.isRunning);
    session.queue.add(second);
    await session.queue.sendNow("u2");
    running.say(whole("a1", "One"));
    running.end();
    await waitUntil(() => readTexts(session.getMessages()).at(-1) === "Two");
    expect((chatServer.bodies.at(-1)?.["message"] as ChatMessage).id).toBe("u2");
  });

  it("leaves them in their place and says so when they cannot be handed over", async () => {
    const running = createRunningReply();
    const { session } = await openSession({
      "POST /api/chat": [running.handler],
      "POST /api/chat/c1/steer": [sendProblem(503, "store_unavailable", "Not now.")],
    });
    void session.send(first);
    await waitUntil(running.isRunning);
    session.queue.add(second);
    await session.queue.sendNow("u2");
    expect(session.queue.get()).toMatchObject([{ id: "u2", place: "waiting", wasNotHanded: true }]);
    running.end();
  });

  it("is not for pictures and very long texts", () => {
    expect(findSteerObstacle(second)).toBeNull();
    expect(findSteerObstacle({ ...second, files: [picture] })).toBe("pictures");
    expect(findSteerObstacle({ ...second, text: "a".repeat(20_001) })).toBe("long");
  });
});

async function openSession(
  routes: Parameters<typeof openChatServer>[0],
  more: Partial<ConversationSessionOptions> = {},
) {
  const chatServer = await openChatServer(routes);
  closers.push(chatServer.close);
  const returned: Draft[] = [];
  const session = createQueuedSession({
    conversationId: "c1",
    messages: [],
    olderCursor: null,
    isRunning: false,
    getOptions: () => ({}),
    onAccepted: () => undefined,
    onReturned: (draft) => returned.push(draft),
    origin: chatServer.origin,
    wait: async () => undefined,
    ...more,
  });
  closers.push(session.open());
  return { session, chatServer, returned };
}

function readTexts(messages: ChatMessage[]): string[] {
  return messages.map(({ parts }) =>
    parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(""),
  );
}
