import { beforeEach, describe, expect, it } from "vitest";
import { findUnsentId } from "@/lib/client/conversation/storage";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { waitForConnection } from "@/lib/client/wait";
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
import { browser, draft, openBrowser, openStore, readTexts, untilIdle } from "./open-store";

beforeEach(openBrowser);

type Handler = ReturnType<typeof sendJson>;

const unknown = sendProblem(404, "not_found", "Unknown.");
const hi = sendStream([...sayText("Hi"), ...saidAll]);

/** A server that is out of reach until it is back. */
function openNetwork() {
  const network = { isBack: false };
  const behind =
    (handler: Handler): Handler =>
    (request, response) =>
      network.isBack ? handler(request, response) : void request.socket.destroy();
  const wait = (_ms: number, signal: AbortSignal) => waitForConnection(5, signal);
  const routes = (known: Handler) => ({
    "POST /api/chat": [behind(hi)],
    "GET /api/chat/c1/stream": [behind(sendNothing())],
    "GET /api/conversations/c1": [behind(known)],
  });
  return { network, routes, wait };
}

const posts = (asked: string[]) => asked.filter((route) => route === "POST /api/chat");

describe("a question that does not reach the server", () => {
  it("stays in the conversation as not sent, and goes out once by itself when the server is back", async () => {
    const { network, routes, wait } = openNetwork();
    const { store, chatServer, returned, open } = await openStore(routes(unknown), { wait });
    open();
    const sent = store.getState().send(draft);
    await waitUntil(() => store.getState().phase === "unsent");
    expect(readTexts(store.getState().messages)).toEqual(["Hello"]);
    network.isBack = true;
    await sent;
    expect(readTexts(store.getState().messages)).toEqual(["Hello", "Hi"]);
    expect(store.getState()).toMatchObject({ phase: "idle", problem: null, queued: [] });
    expect([returned, browser.items.size]).toEqual([[], 0]);
    const ids = chatServer.bodies.map(({ message }) => (message as ChatMessage).id);
    expect(new Set(ids)).toEqual(new Set(["u1"]));
  });

  it("is not sent again where only the server’s word was lost", async () => {
    const kept = toConversation([userMessage("u1", "Hello"), replyMessage("a1", "Made meanwhile")]);
    const { store, chatServer } = await openStore({
      "POST /api/chat": [(request) => void request.socket.destroy()],
      "GET /api/chat/c1/stream": [sendNothing()],
      "GET /api/conversations/c1": [sendJson(kept)],
    });
    await store.getState().send(draft);
    expect(readTexts(store.getState().messages)).toEqual(["Hello", "Made meanwhile"]);
    expect(posts(chatServer.asked)).toHaveLength(1);
  });

  it("can be taken back, and nothing is sent after that", async () => {
    const { network, routes, wait } = openNetwork();
    const { store, returned, chatServer, open } = await openStore(routes(unknown), { wait });
    open();
    const sent = store.getState().send(draft);
    await waitUntil(() => store.getState().phase === "unsent");
    store.getState().takeBack();
    network.isBack = true;
    await sent;
    expect(returned).toEqual([draft]);
    expect(store.getState()).toMatchObject({ phase: "idle", problem: null, messages: [], queued: [] });
    expect([posts(chatServer.asked).length, browser.items.size]).toEqual([1, 0]);
  });

  it("is taken back by a stop as well", async () => {
    const { routes, wait } = openNetwork();
    const { store, returned, chatServer } = await openStore(routes(unknown), { wait });
    const sent = store.getState().send(draft);
    await waitUntil(() => store.getState().phase === "unsent");
    await store.getState().stop();
    await sent;
    expect(returned).toEqual([draft]);
    expect(chatServer.asked).not.toContain("POST /api/chat/c1/stop");
  });

  it("is for the composer when taken back, though it came from the queue, and what waits behind it is not sent", async () => {
    const { routes, wait } = openNetwork();
    const messages = [userMessage("u0", "Before"), replyMessage("a0", "Answer")];
    const { store, returned, chatServer, open } = await openStore(routes(unknown), { wait, messages });
    open();
    store.getState().enqueue(draft);
    store.getState().enqueue({ id: "u2", text: "Then this", files: [] });
    store.getState().sendNext();
    await waitUntil(() => store.getState().phase === "unsent");
    store.getState().takeBack();
    await untilIdle(store);
    await waitUntil(() => returned.length > 0);
    expect(returned).toEqual([draft]);
    expect(store.getState().queued).toMatchObject([{ id: "u2", status: "waiting" }]);
    expect(posts(chatServer.asked)).toHaveLength(1);
  });

  it("goes out after a reload, to the conversation that it was for", async () => {
    const left = { ...draft, options: { mode: "thinking" }, status: "sending", sentTo: "c1" };
    browser.items.set("queue:new", JSON.stringify([left]));
    expect(findUnsentId("new")).toBe("c1");
    const { store, chatServer, open } = await openStore({ "POST /api/chat": [hi] });
    open();
    await waitUntil(() => readTexts(store.getState().messages).at(-1) === "Hi");
    await untilIdle(store);
    expect(chatServer.bodies).toMatchObject([
      { id: "c1", message: { id: "u1" }, options: { mode: "thinking" } },
    ]);
    expect([store.getState().queued, browser.items.size]).toEqual([[], 0]);
  });

  it("is left to the tab that sends it already", async () => {
    const { network, routes, wait } = openNetwork();
    const first = await openStore(routes(unknown), { wait });
    first.open();
    const sent = first.store.getState().send(draft);
    await waitUntil(() => first.store.getState().phase === "unsent");
    const second = await openStore(routes(unknown), { wait });
    second.open();
    network.isBack = true;
    await sent;
    await waitUntil(() => second.store.getState().queued.length === 0);
    expect(second.chatServer.asked).toEqual([]);
  });
});

describe("an answer that is asked for anew while the server is out of reach", () => {
  const messages = [userMessage("u0", "Before"), replyMessage("a0", "Answer")];

  it.each([
    ["another one", "regenerate-message", ["Before", "Hi"]],
    ["the rest of it", "continue", ["Before", "Answer", "AnswerHi"]],
  ] as const)("comes once it is back: %s", async (_what, trigger, texts) => {
    const { network, routes, wait } = openNetwork();
    const { store, chatServer } = await openStore(routes(sendJson(toConversation(messages))), {
      wait,
      messages,
    });
    const { regenerate, continueReply } = store.getState();
    const asked = trigger === "continue" ? continueReply() : regenerate("a0");
    await waitUntil(() => store.getState().phase === "unsent");
    network.isBack = true;
    await asked;
    expect(readTexts(store.getState().messages)).toEqual(texts);
    expect(new Set(chatServer.bodies.map((body) => body["trigger"]))).toEqual(new Set([trigger]));
  });
});
