import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createMessageBuffer } from "@/lib/client/conversation/messages";
import { resumeReply } from "@/lib/client/conversation/reply";
import { waitForConnection } from "@/lib/client/wait";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import { toEndChunks } from "@/lib/engine/log/replay-message";
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
import { draft, openBrowser, openStore, readTexts, untilText } from "./open-store";
import { createRunningReply } from "./running-reply";

beforeEach(openBrowser);

describe("a reply that fails", () => {
  it("is shown as it says of itself, once, without a second word on the connection", async () => {
    const metadata = { outcome: "failed" as const, reason: "model_key" as const, error: "Wrong key." };
    const { store, chatServer } = await openStore({
      "POST /api/chat": [sendStream([...sayText("Half"), ...toEndChunks(metadata)])],
    });
    await store.getState().send(draft);
    expect(store.getState()).toMatchObject({ phase: "idle", problem: null });
    expect(store.getState().messages.at(-1)?.metadata).toMatchObject(metadata);
    expect(chatServer.asked.filter((route) => route.includes("/chat"))).toEqual(["POST /api/chat"]);
  });
});

describe("a connection that breaks", () => {
  it("is picked up again until the reply has ended, without saying anything twice", async () => {
    const { store, waited } = await openStore({
      "POST /api/chat": [sendStream(sayText("One "), "cut")],
      "GET /api/chat/c1/stream": [
        (request) => void request.socket.destroy(),
        sendStream(sayText("One two "), "cut"),
        sendStream([...sayText("One two three"), ...saidAll]),
      ],
    });
    await store.getState().send(draft);
    expect(readTexts(store.getState().messages)).toEqual(["Hello", "One two three"]);
    expect(waited).toEqual([250, 500, 250]);
    expect(store.getState()).toMatchObject({ phase: "idle", problem: null });
  });

  it("is noticed when the stream closes without an ending", async () => {
    const { store } = await openStore({
      "POST /api/chat": [sendStream(sayText("Half"))],
      "GET /api/chat/c1/stream": [sendStream([...sayText("Half and half"), ...saidAll])],
    });
    await store.getState().send(draft);
    expect(readTexts(store.getState().messages)).toEqual(["Hello", "Half and half"]);
  });

  it("shows what the server kept when the reply has ended meanwhile", async () => {
    const { store } = await openStore({
      "POST /api/chat": [sendStream(sayText("Half"), "cut")],
      "GET /api/chat/c1/stream": [sendNothing()],
      "GET /api/conversations/c1": [
        sendJson(toConversation([userMessage("u1", "Hello"), replyMessage("a1", "Whole")])),
      ],
    });
    await store.getState().send(draft);
    expect(readTexts(store.getState().messages)).toEqual(["Hello", "Whole"]);
  });
});

describe("a reply that is read again", () => {
  it("never shows less than before while it catches up", async () => {
    const [running, joined] = [createRunningReply(), createRunningReply()];
    const { store } = await openStore({
      "POST /api/chat": [running.handler],
      "GET /api/chat/c1/stream": [joined.handler],
    });
    const shown: string[] = [];
    onTestFinished(store.subscribe(() => shown.push(readTexts(store.getState().messages).at(-1) ?? "")));
    const sent = store.getState().send(draft);
    await waitUntil(running.isRunning);
    running.say(sayText("One two"));
    await untilText(store, "One two");
    running.cut();
    await waitUntil(joined.isRunning);
    joined.say([
      ...sayText("One "),
      { type: "data-progress", data: { stage: "reasoning", status: "started", message: "" } },
    ]);
    await waitUntil(() => store.getState().progress !== null);
    expect(readTexts(store.getState().messages).at(-1)).toBe("One two");
    joined.say([{ type: "text-delta", id: "1", delta: "two three" }, ...saidAll]);
    joined.end();
    await sent;
    expect(readTexts(store.getState().messages).at(-1)).toBe("One two three");
    expect(shown.slice(shown.lastIndexOf("One two")).every((text) => text.startsWith("One two"))).toBe(true);
    expect(shown.slice(shown.indexOf("One two"))).not.toContain("One ");
  });

  it("is shown as it is once reading it again has failed", async () => {
    const shown: string[][] = [];
    const buffer = createMessageBuffer([replyMessage("a1", "A long answer")], (messages) =>
      shown.push(readTexts(messages)),
    );
    const resumeStream = async () => {
      buffer.set([replyMessage("a1", "A")]);
      throw new Error("broken");
    };
    await expect(resumeReply({ resumeStream }, buffer)).rejects.toThrow("broken");
    expect(shown).toEqual([["A long answer"], ["A"]]);
  });

  it("shows what a step says the second time, and nothing of the first, when that step was withdrawn meanwhile", async () => {
    const { store } = await openStore({
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
    await store.getState().send(draft);
    expect(readTexts(store.getState().messages)).toEqual(["Hello", "Short"]);
  });

  it("says that the connection is away only as long as it is", async () => {
    const joined = createRunningReply();
    const back: { now: boolean } = { now: false };
    const { store } = await openStore(
      {
        "POST /api/chat": [sendStream(sayText("One"), "cut")],
        "GET /api/chat/c1/stream": [
          (request, response) =>
            back.now ? joined.handler(request, response) : void request.socket.destroy(),
        ],
      },
      { wait: (_ms, signal) => waitForConnection(5, signal) },
    );
    const sent = store.getState().send(draft);
    await waitUntil(() => store.getState().phase === "reconnecting");
    back.now = true;
    await waitUntil(() => store.getState().phase === "replying");
    joined.say([...sayText("One two"), ...saidAll]);
    joined.end();
    await sent;
    expect(store.getState().phase).toBe("idle");
  });

  it("stays as far as it was seen while another server takes it over", async () => {
    const question = userMessage("u1", "Hello");
    const running = createRunningReply();
    const { store } = await openStore({
      "POST /api/chat": [running.handler],
      "GET /api/chat/c1/stream": [
        sendNothing(),
        (request) => void request.socket.destroy(),
        sendStream([...sayText("Half and half"), ...saidAll]),
      ],
      "GET /api/conversations/c1": [sendJson({ ...toConversation([question]), activeRunId: "r1" })],
    });
    const shown: string[] = [];
    const sent = store.getState().send(draft);
    await waitUntil(running.isRunning);
    running.say(sayText("Half"));
    await untilText(store, "Half");
    onTestFinished(store.subscribe(() => shown.push(readTexts(store.getState().messages).join("|"))));
    running.cut();
    await sent;
    expect(shown.every((text) => text.startsWith("Hello|Half"))).toBe(true);
    expect(readTexts(store.getState().messages)).toEqual(["Hello", "Half and half"]);
  });

  it("shows how it failed as the server kept it", async () => {
    const failed: ChatMessage = {
      ...replyMessage("a1", "Half"),
      metadata: { outcome: "failed", reason: "model_unavailable" },
    };
    const { store } = await openStore({
      "POST /api/chat": [sendStream(sayText("Half"), "cut")],
      "GET /api/chat/c1/stream": [
        sendStream([...sayText("Half"), { type: "error", errorText: "The model does not answer." }]),
      ],
      "GET /api/conversations/c1": [sendJson(toConversation([userMessage("u1", "Hello"), failed]))],
    });
    await store.getState().send(draft);
    expect(store.getState().messages.at(-1)?.metadata?.outcome).toBe("failed");
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
    const { store, chatServer } = await openStore(
      { "POST /api/chat": [sendStream([...rest, ...finish])] },
      { messages },
    );
    await store.getState().continueReply();
    expect(chatServer.bodies).toEqual([
      { id: "c1", trigger: "continue", messageId: "a1", options: { mode: "fast" } },
    ]);
    expect(readTexts(store.getState().messages)).toEqual(["Hello", "Half and half"]);
    expect(store.getState().messages.at(-1)).toMatchObject({
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
    const { store } = await openStore(
      {
        "POST /api/chat": [sendStream(rest, "cut")],
        "GET /api/chat/c1/stream": [sendStream([...replay, ...rest.slice(1), ...finish])],
      },
      { messages },
    );
    await store.getState().continueReply();
    expect(readTexts(store.getState().messages)).toEqual(["Hello", "Half and half"]);
    expect(store.getState().messages.at(-1)?.metadata).toEqual({ outcome: "completed", endedAt: 9 });
  });

  it("is as it was when the server does not take it, with the time after which it may", async () => {
    const { store } = await openStore(
      { "POST /api/chat": [sendProblem(429, "too_many_runs", "Three at a time.", { retryAfter: 20 })] },
      { messages },
    );
    await store.getState().continueReply();
    expect(store.getState().messages).toEqual(messages);
    expect(store.getState().problem).toEqual({
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
