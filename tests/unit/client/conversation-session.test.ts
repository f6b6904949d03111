import { describe, expect, it } from "vitest";
import { subscribeToConversationChanges, type ConversationChange } from "@/lib/client/conversation-list";
import type { ChatMessage } from "@/lib/protocol/chat-message";
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
} from "./chat-server";
import { atEnd, draft, openSession, readTexts, untilIdle, untilText } from "./open-session";

describe("sending a question", () => {
  it("shows the question at once and the answer when it has been streamed", async () => {
    const { session, open } = await openSession({
      "POST /api/chat": [sendStream([...sayText("Hi"), ...saidAll])],
    });
    open();
    await session.send(draft);
    expect(readTexts(session.chat.messages)).toEqual(["Hello", "Hi"]);
    expect(session.state.get()).toMatchObject({ phase: "idle", problem: null });
  });

  it("sends the last message only, with what the person chose", async () => {
    const { session, chatServer } = await openSession(
      { "POST /api/chat": [sendStream([...sayText("Hi"), ...saidAll])] },
      { messages: [userMessage("u0", "Before"), replyMessage("a0", "Answer")] },
    );
    await session.send(draft);
    expect(chatServer.bodies).toEqual([
      {
        id: "c1",
        trigger: "submit-message",
        message: { id: "u1", role: "user", parts: [{ type: "text", text: "Hello" }] },
        options: { mode: "fast" },
      },
    ]);
  });

  it("tells the list of the new conversation when the server has taken its first message, and when the reply is over", async () => {
    const { session } = await openSession({ "POST /api/chat": [sendStream([...sayText("Hi"), ...saidAll])] });
    const changes: ConversationChange[] = [];
    atEnd(subscribeToConversationChanges((change) => changes.push(change)));
    await session.send(draft);
    expect(changes).toEqual([
      { id: "c1", isRunning: true, title: "Hello" },
      { id: "c1", isRunning: false },
    ]);
  });

  it("does not enter a temporary conversation into the list", async () => {
    const { session } = await openSession(
      { "POST /api/chat": [sendStream([...sayText("Hi"), ...saidAll])] },
      { isTemporary: () => true },
    );
    const changes: ConversationChange[] = [];
    atEnd(subscribeToConversationChanges((change) => changes.push(change)));
    await session.send(draft);
    expect(changes).toEqual([
      { id: "c1", isRunning: true },
      { id: "c1", isRunning: false },
    ]);
  });

  it("gives a refused question back and says why", async () => {
    const { session, returned } = await openSession({
      "POST /api/chat": [sendProblem(413, "too_large", "Too long.")],
    });
    await session.send(draft);
    expect(returned).toEqual([draft]);
    expect(session.chat.messages).toEqual([]);
    expect(session.state.get().problem).toMatchObject({
      kind: "refused",
      asked: "message",
      code: "too_large",
      detail: "Too long.",
    });
  });

  it("follows the reply of another tab when the server says that one runs, and keeps the question for later", async () => {
    const { session, returned } = await openSession({
      "POST /api/chat": [sendProblem(409, "run_active", "One at a time.")],
      "GET /api/chat/c1/stream": [sendStream([...sayText("Other answer"), ...saidAll])],
    });
    await session.send(draft);
    expect(readTexts(session.chat.messages)).toEqual(["Other answer"]);
    expect(returned).toEqual([draft]);
  });

  it("gives a question back that never reached the server", async () => {
    const { session, returned, chatServer } = await openSession({
      "POST /api/chat": [(request) => void request.socket.destroy()],
      "GET /api/chat/c1/stream": [sendNothing()],
      "GET /api/conversations/c1": [sendProblem(404, "not_found", "Unknown.")],
    });
    await session.send(draft);
    expect(returned).toEqual([draft]);
    expect(session.state.get().problem).toMatchObject({ kind: "unsent" });
    expect(chatServer.asked).toEqual([
      "POST /api/chat",
      "GET /api/chat/c1/stream",
      "GET /api/conversations/c1",
    ]);
  });
});

describe("opening a conversation", () => {
  it("joins the reply that runs", async () => {
    const { session, open } = await openSession(
      { "GET /api/chat/c1/stream": [sendStream([...sayText("Running"), ...saidAll])] },
      { isRunning: true, messages: [userMessage("u1", "Hello")] },
    );
    open();
    await untilIdle(session);
    expect(readTexts(session.chat.messages)).toEqual(["Hello", "Running"]);
  });

  it("reads the conversation again when the reply has ended before it could be joined", async () => {
    const { session, open } = await openSession(
      {
        "GET /api/chat/c1/stream": [sendNothing()],
        "GET /api/conversations/c1": [
          sendJson(toConversation([userMessage("u1", "Hello"), replyMessage("a1", "Done")])),
        ],
      },
      { isRunning: true, messages: [userMessage("u1", "Hello")] },
    );
    open();
    await untilIdle(session);
    expect(readTexts(session.chat.messages)).toEqual(["Hello", "Done"]);
  });

  it("waits for a reply that another server makes, and shows it when that one has saved it", async () => {
    const question = userMessage("u1", "Hello");
    const { session, open } = await openSession(
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
    await untilIdle(session);
    expect(readTexts(session.chat.messages)).toEqual(["Hello", "Made elsewhere"]);
  });

  it("puts older messages in front, a page at a time", async () => {
    const { session } = await openSession(
      {
        "GET /api/conversations/c1?cursor=p2": [sendJson(toConversation([userMessage("u0", "Older")], "p3"))],
      },
      { messages: [userMessage("u1", "Newer")], olderCursor: "p2" },
    );
    await session.loadOlder();
    expect(readTexts(session.chat.messages)).toEqual(["Older", "Newer"]);
    expect(session.state.get()).toMatchObject({ olderCursor: "p3", isLoadingOlder: false });
  });

  it("asks for a larger page of older messages where one is wanted", async () => {
    const { session } = await openSession(
      {
        "GET /api/conversations/c1?cursor=p2&limit=100": [
          sendJson(toConversation([userMessage("u0", "Older")], null)),
        ],
      },
      { messages: [userMessage("u1", "Newer")], olderCursor: "p2" },
    );
    await session.loadOlder(100);
    expect(readTexts(session.chat.messages)).toEqual(["Older", "Newer"]);
  });
});

describe("ending a reply", () => {
  it("asks the server to stop and keeps what was written", async () => {
    const running: { end?: () => void } = {};
    const { session } = await openSession({
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
    const sent = session.send(draft);
    await untilText(session.chat, "Partly");
    await session.stop();
    await sent;
    expect(session.chat.messages.at(-1)).toMatchObject({
      metadata: { outcome: "stopped" },
      parts: [{ text: "Partly" }],
    });
  });

  it("says so when the server does not stop it", async () => {
    const { session } = await openSession({
      "POST /api/chat/c1/stop": [sendProblem(503, "store_unavailable", "Not now.")],
    });
    await session.stop();
    expect(session.state.get().problem).toMatchObject({
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
    const { session } = await openSession({
      "POST /api/chat": [
        sendStream([...sayText("Partly"), { type: "error", errorText: "The model does not answer." }]),
      ],
      "GET /api/conversations/c1": [sendJson(toConversation([userMessage("u1", "Hello"), failed]))],
    });
    await session.send(draft);
    expect(session.chat.messages.at(-1)?.metadata?.outcome).toBe("failed");
    expect(session.state.get().problem).toBeNull();
  });

  it("puts the former reply back when the server refuses to write it anew", async () => {
    const messages = [userMessage("u1", "Hello"), replyMessage("a1", "Hi")];
    const { session, chatServer } = await openSession(
      { "POST /api/chat": [sendProblem(429, "quota_exhausted", "Tomorrow.")] },
      { messages },
    );
    await session.regenerate("a1");
    expect(session.chat.messages).toEqual(messages);
    expect(session.state.get().problem).toMatchObject({ kind: "refused", detail: "Tomorrow." });
    expect(chatServer.bodies).toEqual([
      { id: "c1", trigger: "regenerate-message", messageId: "a1", options: { mode: "fast" } },
    ]);
  });
});
