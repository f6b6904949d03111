import { describe, expect, it } from "vitest";
import { resumeReply } from "@/lib/client/session-reply";
import { createSteadyMessages } from "@/lib/client/steady-messages";
import { waitForConnection } from "@/lib/client/wait";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
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
} from "./chat-server";
import { atEnd, draft, openSession, readTexts, untilText } from "./open-session";
import { createRunningReply } from "./running-reply";

describe("a connection that breaks", () => {
  it("is picked up again until the reply has ended, without saying anything twice", async () => {
    const { session, waited } = await openSession({
      "POST /api/chat": [sendStream(sayText("One "), "cut")],
      "GET /api/chat/c1/stream": [
        (request) => void request.socket.destroy(),
        sendStream(sayText("One two "), "cut"),
        sendStream([...sayText("One two three"), ...saidAll]),
      ],
    });
    await session.send(draft);
    expect(readTexts(session.chat.messages)).toEqual(["Hello", "One two three"]);
    expect(waited).toEqual([250, 500, 250]);
    expect(session.state.get()).toMatchObject({ phase: "idle", problem: null });
  });

  it("is noticed when the stream closes without an ending", async () => {
    const { session } = await openSession({
      "POST /api/chat": [sendStream(sayText("Half"))],
      "GET /api/chat/c1/stream": [sendStream([...sayText("Half and half"), ...saidAll])],
    });
    await session.send(draft);
    expect(readTexts(session.chat.messages)).toEqual(["Hello", "Half and half"]);
  });

  it("shows what the server kept when the reply has ended meanwhile", async () => {
    const { session } = await openSession({
      "POST /api/chat": [sendStream(sayText("Half"), "cut")],
      "GET /api/chat/c1/stream": [sendNothing()],
      "GET /api/conversations/c1": [
        sendJson(toConversation([userMessage("u1", "Hello"), replyMessage("a1", "Whole")])),
      ],
    });
    await session.send(draft);
    expect(readTexts(session.chat.messages)).toEqual(["Hello", "Whole"]);
  });
});

describe("a reply that is read again", () => {
  it("never shows less than before while it catches up", async () => {
    const [running, joined] = [createRunningReply(), createRunningReply()];
    const { session } = await openSession({
      "POST /api/chat": [running.handler],
      "GET /api/chat/c1/stream": [joined.handler],
    });
    const shown: string[] = [];
    atEnd(session.subscribeToMessages(() => shown.push(readTexts(session.getMessages()).at(-1) ?? "")));
    const sent = session.send(draft);
    await waitUntil(running.isRunning);
    running.say(sayText("One two"));
    await untilText(session.chat, "One two");
    running.cut();
    await waitUntil(joined.isRunning);
    joined.say(sayText("One "));
    await untilText(session.chat, "One ");
    expect(readTexts(session.getMessages()).at(-1)).toBe("One two");
    joined.say([{ type: "text-delta", id: "1", delta: "two three" }, ...saidAll]);
    joined.end();
    await sent;
    expect(readTexts(session.getMessages()).at(-1)).toBe("One two three");
    expect(shown.slice(shown.lastIndexOf("One two")).every((text) => text.startsWith("One two"))).toBe(true);
    expect(shown.slice(shown.indexOf("One two"))).not.toContain("One ");
  });

  it("is shown as it is once reading it again has failed", async () => {
    let messages = [replyMessage("a1", "A long answer")];
    const shown = createSteadyMessages({ get: () => messages, subscribe: () => () => undefined });
    const resumeStream = async () => {
      messages = [replyMessage("a1", "A")];
      expect(readTexts(shown.get())).toEqual(["A long answer"]);
      throw new Error("broken");
    };
    await expect(resumeReply({ chat: { resumeStream }, shown })).rejects.toThrow("broken");
    expect(readTexts(shown.get())).toEqual(["A"]);
  });

  it("shows what a step says the second time, and nothing of the first, when that step was withdrawn meanwhile", async () => {
    const { session } = await openSession({
      "POST /api/chat": [
        sendStream(
          [
            { type: "start", messageId: "a1" },
            { type: "start-step" },
            ...sayText("A long first try").slice(1),
          ],
          "cut",
        ),
      ],
      "GET /api/chat/c1/stream": [
        sendStream([
          ...[
            { type: "start", messageId: "a1" } as const,
            { type: "start-step" } as const,
            ...sayText("A long first try").slice(1),
          ],
          ...[{ type: "reset-step" } as const, ...sayText("Short").slice(1), ...saidAll],
        ]),
      ],
    });
    await session.send(draft);
    expect(readTexts(session.getMessages())).toEqual(["Hello", "Short"]);
  });

  it("says that the connection is away only as long as it is", async () => {
    const joined = createRunningReply();
    const back: { now: boolean } = { now: false };
    const { session } = await openSession(
      {
        "POST /api/chat": [sendStream(sayText("One"), "cut")],
        "GET /api/chat/c1/stream": [
          (request, response) =>
            back.now ? joined.handler(request, response) : void request.socket.destroy(),
        ],
      },
      { wait: (_ms, signal) => waitForConnection(5, signal) },
    );
    const sent = session.send(draft);
    await waitUntil(() => session.state.get().phase === "reconnecting");
    back.now = true;
    await waitUntil(() => session.state.get().phase === "replying");
    joined.say([...sayText("One two"), ...saidAll]);
    joined.end();
    await sent;
    expect(session.state.get().phase).toBe("idle");
  });

  it("stays as far as it was seen while another server takes it over", async () => {
    const question = userMessage("u1", "Hello");
    const running = createRunningReply();
    const { session } = await openSession({
      "POST /api/chat": [running.handler],
      "GET /api/chat/c1/stream": [
        sendNothing(),
        (request) => void request.socket.destroy(),
        sendStream([...sayText("Half and half"), ...saidAll]),
      ],
      "GET /api/conversations/c1": [sendJson({ ...toConversation([question]), activeRunId: "r1" })],
    });
    const shown: string[] = [];
    const sent = session.send(draft);
    await waitUntil(running.isRunning);
    running.say(sayText("Half"));
    await untilText(session.chat, "Half");
    atEnd(session.subscribeToMessages(() => shown.push(readTexts(session.getMessages()).join("|"))));
    running.cut();
    await sent;
    expect(shown.every((text) => text.startsWith("Hello|Half"))).toBe(true);
    expect(readTexts(session.getMessages())).toEqual(["Hello", "Half and half"]);
  });

  it("shows how it failed as the server kept it", async () => {
    const failed: ChatMessage = {
      ...replyMessage("a1", "Half"),
      metadata: { outcome: "failed", reason: "model_unavailable" },
    };
    const { session } = await openSession({
      "POST /api/chat": [sendStream(sayText("Half"), "cut")],
      "GET /api/chat/c1/stream": [
        sendStream([...sayText("Half"), { type: "error", errorText: "The model does not answer." }]),
      ],
      "GET /api/conversations/c1": [sendJson(toConversation([userMessage("u1", "Hello"), failed]))],
    });
    await session.send(draft);
    expect(session.chat.messages.at(-1)?.metadata?.outcome).toBe("failed");
  });
});

describe("a reply that goes on", () => {
  const stopped: ChatMessage = {
    ...{
      id: "a1",
      role: "assistant",
      parts: [{ type: "step-start" }, { type: "text", text: "Half", state: "done" }],
    },
    metadata: { outcome: "stopped", reason: "stopped", costMicroUsd: 5, startedAt: 1, endedAt: 2 },
  };
  const rest: ChatChunk[] = [
    ...[{ type: "start", messageId: "a1" } as const, { type: "start-step" } as const],
    ...[
      { type: "text-start", id: "2" } as const,
      { type: "text-delta", id: "2", delta: " and half" } as const,
    ],
  ];
  const finish: ChatChunk[] = [
    { type: "text-end", id: "2" },
    { type: "finish", messageMetadata: { outcome: "completed", endedAt: 9 } },
  ];
  const messages = [userMessage("u1", "Hello"), stopped];

  it("keeps what it has and gets what is new, in the same message", async () => {
    const { session, chatServer } = await openSession(
      { "POST /api/chat": [sendStream([...rest, ...finish])] },
      { messages },
    );
    await session.goOn();
    expect(chatServer.bodies).toEqual([
      { id: "c1", trigger: "continue", messageId: "a1", options: { mode: "fast" } },
    ]);
    expect(readTexts(session.getMessages())).toEqual(["Hello", "Half and half"]);
    expect(session.getMessages().at(-1)).toMatchObject({
      id: "a1",
      metadata: { outcome: "completed", costMicroUsd: 5, endedAt: 9 },
    });
  });

  it("is joined again when the connection breaks, although it had ended once", async () => {
    const replay: ChatChunk[] = [
      { type: "start", messageId: "a1" },
      { type: "start-step" },
      ...sayText("Half").slice(1),
      { type: "text-end", id: "1" },
    ];
    const { session } = await openSession(
      {
        "POST /api/chat": [sendStream(rest, "cut")],
        "GET /api/chat/c1/stream": [sendStream([...replay, ...rest.slice(1), ...finish])],
      },
      { messages },
    );
    await session.goOn();
    expect(readTexts(session.getMessages())).toEqual(["Hello", "Half and half"]);
    expect(session.getMessages().at(-1)?.metadata).toEqual({ outcome: "completed", endedAt: 9 });
  });

  it("is as it was when the server does not take it, with the time after which it may", async () => {
    const { session } = await openSession(
      { "POST /api/chat": [sendProblem(429, "too_many_runs", "Three at a time.", { retryAfter: 20 })] },
      { messages },
    );
    await session.goOn();
    expect(session.getMessages()).toEqual(messages);
    expect(session.state.get().problem).toEqual({
      ...{
        kind: "refused",
        asked: "continue",
        code: "too_many_runs",
        detail: "Three at a time.",
        retryAfter: 20,
      },
    });
  });
});
