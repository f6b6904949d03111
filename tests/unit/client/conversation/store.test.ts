import type { ServerResponse } from "node:http";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  subscribeToConversationChanges,
  type ConversationChange,
} from "@/lib/client/conversation/conversation-list";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { waitUntil } from "@/tests/support/wait-until";
import {
  replyMessage,
  saidAll,
  sayText,
  sendJson,
  sendNothing,
  sendProblem,
  sendStream,
  toConversation,
  userMessage,
} from "@/tests/unit/client/chat-server";
import { draft, openBrowser, openStore, readTexts, untilIdle, untilText } from "./open-store";
import { createRunningReply } from "./running-reply";

beforeEach(openBrowser);

describe("a question that is changed", () => {
  const first = { ...userMessage("u0", "Before"), metadata: { parentId: null } };
  const shown = [first, replyMessage("a0", "Answer")];

  it("stands beside the first one, and both can be shown without asking the server for them", async () => {
    const { store, chatServer } = await openStore(
      { "POST /api/chat": [sendStream([...sayText("Hi"), ...saidAll])] },
      { messages: shown },
    );
    await store.getState().edit("u0", draft);
    expect(chatServer.bodies[0]).toMatchObject({ message: { id: "u1" }, parentId: null });
    const texts = () => readTexts(store.getState().messages);
    expect(texts()).toEqual(["Hello", "Hi"]);
    expect(store.getState().versions.get("u1")).toEqual(["u0", "u1"]);
    expect([store.getState().showVersion("u0"), texts()]).toEqual([true, ["Before", "Answer"]]);
    expect([store.getState().showVersion("u1"), texts()]).toEqual([true, ["Hello", "Hi"]]);
    expect([store.getState().showVersion("gone"), texts()]).toEqual([false, ["Hello", "Hi"]]);
  });

  it("is in the person's hands again when the server does not take it, and what was there is shown", async () => {
    const { store } = await openStore(
      { "POST /api/chat": [sendProblem(429, "quota_exhausted", "Enough for today.")] },
      { messages: shown },
    );
    await store.getState().edit("u0", draft);
    expect(readTexts(store.getState().messages)).toEqual(["Before", "Answer"]);
    expect(store.getState()).toMatchObject({ editing: { messageId: "u0", text: "Hello" } });
    expect(store.getState().versions.size).toBe(0);
  });
});

describe("a rating", () => {
  const path = "/api/conversations/c1/messages/a0/rating";
  const messages = [userMessage("u0", "Before"), replyMessage("a0", "Answer")];
  const bad = { value: "down", reasons: ["too_long"] } as const;

  it("is shown before the server has it, and taken back", async () => {
    const { store, chatServer } = await openStore(
      { [`PUT ${path}`]: [sendNothing()], [`DELETE ${path}`]: [sendNothing()] },
      { messages },
    );
    const rating = () => store.getState().messages.at(-1)?.metadata?.rating;
    const rated = store.getState().rate("a0", { ...bad, reasons: [...bad.reasons] });
    expect(rating()).toEqual(bad);
    expect(await rated).toMatchObject({ ok: true });
    expect(chatServer.bodies[0]).toEqual(bad);
    await store.getState().rate("a0", null);
    expect(rating()).toBeUndefined();
    expect(readTexts(store.getState().messages)).toEqual(["Before", "Answer"]);
  });

  it("is what it was when the server does not take it", async () => {
    const { store } = await openStore(
      { [`PUT ${path}`]: [sendNothing(), sendProblem(503, "store_unavailable", "Not now.")] },
      { messages },
    );
    await store.getState().rate("a0", { value: "up" });
    expect(await store.getState().rate("a0", { value: "down" })).toMatchObject({ ok: false, status: 503 });
    expect(store.getState().messages.at(-1)?.metadata?.rating).toEqual({ value: "up" });
  });
});

describe("sending a question", () => {
  it("shows the question at once and the answer when it has been streamed", async () => {
    const { store, open } = await openStore({
      "POST /api/chat": [sendStream([...sayText("Hi"), ...saidAll])],
    });
    open();
    await store.getState().send(draft);
    expect(readTexts(store.getState().messages)).toEqual(["Hello", "Hi"]);
    expect(store.getState()).toMatchObject({ phase: "idle", problem: null });
  });

  it("sends the last message only, with what the person chose", async () => {
    const { store, chatServer } = await openStore(
      { "POST /api/chat": [sendStream([...sayText("Hi"), ...saidAll])] },
      { messages: [userMessage("u0", "Before"), replyMessage("a0", "Answer")] },
    );
    await store.getState().send(draft);
    expect(chatServer.bodies).toEqual([
      {
        id: "c1",
        trigger: "submit-message",
        message: { id: "u1", role: "user", parts: [{ type: "text", text: "Hello" }] },
        parentId: "a0",
        options: { mode: "fast" },
      },
    ]);
  });

  it("tells the list of the new conversation when the server has taken its first message, and when the reply is over", async () => {
    const { store } = await openStore({ "POST /api/chat": [sendStream([...sayText("Hi"), ...saidAll])] });
    const changes: ConversationChange[] = [];
    onTestFinished(subscribeToConversationChanges((change) => changes.push(change)));
    await store.getState().send(draft);
    expect(changes).toEqual([
      { id: "c1", isRunning: true, title: "Hello" },
      { id: "c1", isRunning: false },
    ]);
  });

  it("does not enter a temporary conversation into the list", async () => {
    const { store } = await openStore(
      { "POST /api/chat": [sendStream([...sayText("Hi"), ...saidAll])] },
      { isTemporary: () => true },
    );
    const changes: ConversationChange[] = [];
    onTestFinished(subscribeToConversationChanges((change) => changes.push(change)));
    await store.getState().send(draft);
    expect(changes).toEqual([
      { id: "c1", isRunning: true },
      { id: "c1", isRunning: false },
    ]);
  });

  it("gives a refused question back and says why", async () => {
    const { store, returned } = await openStore({
      "POST /api/chat": [sendProblem(413, "too_large", "Too long.")],
    });
    await store.getState().send(draft);
    expect(returned).toEqual([draft]);
    expect(store.getState().messages).toEqual([]);
    expect(store.getState().problem).toMatchObject({
      kind: "refused",
      asked: "message",
      code: "too_large",
      detail: "Too long.",
    });
  });

  it("follows the reply of another tab when the server says that one runs, and keeps the question for later", async () => {
    const { store, returned } = await openStore({
      "POST /api/chat": [sendProblem(409, "run_active", "One at a time.")],
      "GET /api/chat/c1/stream": [sendStream([...sayText("Other answer"), ...saidAll])],
    });
    await store.getState().send(draft);
    await waitUntil(() => store.getState().problem !== null);
    expect(readTexts(store.getState().messages)).toEqual(["Other answer"]);
    expect(store.getState().queued).toMatchObject([draft]);
    expect(returned).toEqual([]);
  });

  it("gives a question back that three times did not arrive at a server that could be reached", async () => {
    const { store, returned, chatServer } = await openStore({
      "POST /api/chat": [(request) => void request.socket.destroy()],
      "GET /api/chat/c1/stream": [sendNothing()],
      "GET /api/conversations/c1": [sendProblem(404, "not_found", "Unknown.")],
    });
    await store.getState().send(draft);
    expect(returned).toEqual([draft]);
    expect(store.getState().problem).toMatchObject({ kind: "unsent" });
    const once = ["POST /api/chat", "GET /api/chat/c1/stream", "GET /api/conversations/c1"];
    expect(chatServer.asked).toEqual([...once, ...once, ...once]);
  });
});

describe("opening a conversation", () => {
  it("joins the reply that runs", async () => {
    const { store, open } = await openStore(
      { "GET /api/chat/c1/stream": [sendStream([...sayText("Running"), ...saidAll])] },
      { isRunning: true, messages: [userMessage("u1", "Hello")] },
    );
    open();
    await untilIdle(store);
    expect(readTexts(store.getState().messages)).toEqual(["Hello", "Running"]);
  });

  it("reads the conversation again when the reply has ended before it could be joined", async () => {
    const { store, open } = await openStore(
      {
        "GET /api/chat/c1/stream": [sendNothing()],
        "GET /api/conversations/c1": [
          sendJson(toConversation([userMessage("u1", "Hello"), replyMessage("a1", "Done")])),
        ],
      },
      { isRunning: true, messages: [userMessage("u1", "Hello")] },
    );
    open();
    await untilIdle(store);
    expect(readTexts(store.getState().messages)).toEqual(["Hello", "Done"]);
  });

  it("waits for a reply that another server makes, and shows it when that one has saved it", async () => {
    const question = userMessage("u1", "Hello");
    const { store, open } = await openStore(
      {
        "GET /api/chat/c1/stream": [sendNothing()],
        "GET /api/conversations/c1": [
          sendJson({ ...toConversation([question]), activeRunId: "r1" }),
          sendJson({ ...toConversation([question]), activeRunId: "r1" }),
          sendJson(toConversation([question, replyMessage("a1", "Made elsewhere")])),
        ],
      },
      { isRunning: true, messages: [question] },
    );
    open();
    await untilIdle(store);
    expect(readTexts(store.getState().messages)).toEqual(["Hello", "Made elsewhere"]);
  });

  it("puts older messages in front, a page at a time", async () => {
    const { store } = await openStore(
      {
        "GET /api/conversations/c1?cursor=p2": [sendJson(toConversation([userMessage("u0", "Older")], "p3"))],
      },
      { messages: [userMessage("u1", "Newer")], olderCursor: "p2" },
    );
    await store.getState().loadOlder();
    expect(readTexts(store.getState().messages)).toEqual(["Older", "Newer"]);
    expect(store.getState()).toMatchObject({ olderCursor: "p3", isLoadingOlder: false });
  });

  it("asks for a larger page of older messages where one is wanted", async () => {
    const { store } = await openStore(
      {
        "GET /api/conversations/c1?cursor=p2&limit=100": [
          sendJson(toConversation([userMessage("u0", "Older")], null)),
        ],
      },
      { messages: [userMessage("u1", "Newer")], olderCursor: "p2" },
    );
    await store.getState().loadOlder(100);
    expect(readTexts(store.getState().messages)).toEqual(["Older", "Newer"]);
  });
});

describe("ending a reply", () => {
  it("asks the server to stop and keeps what was written", async () => {
    const running: { end?: () => void } = {};
    const { store } = await openStore({
      "POST /api/chat": [
        (_request, response) => {
          response.writeHead(200, { "content-type": "text/event-stream" });
          const write = (chunk: object) => response.write(`data: ${JSON.stringify(chunk)}\n\n`);
          sayText("Partly").forEach(write);
          running.end = () => {
            write({ type: "finish", messageMetadata: { outcome: "stopped" } });
            response.end();
          };
        },
      ],
      "POST /api/chat/c1/stop": [
        (_request, response) => {
          response.writeHead(204).end();
          running.end?.();
        },
      ],
    });
    const sent = store.getState().send(draft);
    await untilText(store, "Partly");
    await store.getState().stop();
    await sent;
    expect(store.getState().messages.at(-1)).toMatchObject({
      metadata: { outcome: "stopped" },
      parts: [{ text: "Partly" }],
    });
  });

  it("asks once more when the question came to the server behind the stop", async () => {
    const isStopped = Promise.withResolvers<void>();
    const isStoppedAgain = Promise.withResolvers<void>();
    const stops = [isStopped, isStoppedAgain].map(
      ({ resolve }) =>
        (_request: unknown, response: ServerResponse) => {
          response.writeHead(204).end();
          resolve();
        },
    );
    const { store, chatServer } = await openStore({
      "POST /api/chat": [
        async (_request, response) => {
          await isStopped.promise;
          response.writeHead(200, { "content-type": "text/event-stream" });
          response.write(`data: ${JSON.stringify({ type: "start", messageId: "a1" })}\n\n`);
          await isStoppedAgain.promise;
          const metadata = { outcome: "stopped", reason: "stopped" };
          response.end(
            `data: ${JSON.stringify({ type: "finish", messageMetadata: metadata })}\n\ndata: [DONE]\n\n`,
          );
        },
      ],
      "POST /api/chat/c1/stop": stops,
    });
    const sent = store.getState().send(draft);
    await waitUntil(() => chatServer.asked.includes("POST /api/chat"));
    await store.getState().stop();
    await sent;
    expect(chatServer.asked.filter((asked) => asked.endsWith("/stop"))).toHaveLength(2);
    expect(store.getState()).toMatchObject({ phase: "idle", problem: null });
    expect(store.getState().messages.at(-1)?.metadata).toMatchObject({ outcome: "stopped" });
  });

  it("is followed by another one when the person stops it to try again", async () => {
    const running = createRunningReply();
    const stopped = { ...replyMessage("a1", "Partly"), metadata: { outcome: "stopped" as const } };
    const { store, chatServer } = await openStore({
      "POST /api/chat": [
        running.handler,
        sendStream([{ type: "start", messageId: "a2" }, ...sayText("Whole").slice(1), ...saidAll]),
      ],
      "POST /api/chat/c1/stop": [
        (_request, response) => {
          response.writeHead(204).end();
          running.say([{ type: "finish", messageMetadata: stopped.metadata }]);
          running.end();
        },
      ],
    });
    const sent = store.getState().send(draft);
    await waitUntil(running.isRunning);
    running.say(sayText("Partly"));
    await untilText(store, "Partly");
    await store.getState().restart("a1");
    await sent;
    await untilText(store, "Whole");
    await untilIdle(store);
    expect(chatServer.bodies.at(-1)).toMatchObject({ trigger: "regenerate-message", messageId: "a1" });
  });

  it("goes on when it could not be stopped to try again", async () => {
    const running = createRunningReply();
    const { store, chatServer } = await openStore({
      "POST /api/chat": [running.handler],
      "POST /api/chat/c1/stop": [sendProblem(503, "store_unavailable", "Not now.")],
    });
    const sent = store.getState().send(draft);
    await waitUntil(running.isRunning);
    running.say(sayText("Partly"));
    await untilText(store, "Partly");
    await store.getState().restart("a1");
    running.say(saidAll);
    running.end();
    await sent;
    expect(chatServer.asked.filter((asked) => asked === "POST /api/chat")).toHaveLength(1);
  });

  it("says so when the server does not stop it", async () => {
    const { store } = await openStore({
      "POST /api/chat/c1/stop": [sendProblem(503, "store_unavailable", "Not now.")],
    });
    await store.getState().stop();
    expect(store.getState().problem).toMatchObject({
      kind: "not_stopped",
      code: "store_unavailable",
      detail: "Not now.",
    });
  });

  it("shows the reply as the server kept it when the stream ends with an error", async () => {
    const failed: ChatMessage = {
      ...replyMessage("a1", "Partly"),
      metadata: { outcome: "failed", reason: "model_unavailable" },
    };
    const { store } = await openStore({
      "POST /api/chat": [
        sendStream([...sayText("Partly"), { type: "error", errorText: "The model does not answer." }]),
      ],
      "GET /api/conversations/c1": [sendJson(toConversation([userMessage("u1", "Hello"), failed]))],
    });
    await store.getState().send(draft);
    expect(store.getState().messages.at(-1)?.metadata?.outcome).toBe("failed");
    expect(store.getState().problem).toBeNull();
  });

  it("puts the former reply back when the server refuses to write it anew", async () => {
    const messages = [userMessage("u1", "Hello"), replyMessage("a1", "Hi")];
    const { store, chatServer } = await openStore(
      { "POST /api/chat": [sendProblem(429, "quota_exhausted", "Tomorrow.")] },
      { messages },
    );
    await store.getState().regenerate("a1");
    expect(store.getState().messages).toEqual(messages);
    expect(store.getState().problem).toMatchObject({ kind: "refused", detail: "Tomorrow." });
    expect(chatServer.bodies).toEqual([
      { id: "c1", trigger: "regenerate-message", messageId: "a1", options: { mode: "fast" } },
    ]);
  });
});
