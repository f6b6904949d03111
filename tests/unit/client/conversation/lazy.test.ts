import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { waitUntil } from "@/tests/support/wait-until";
import { replyMessage, saidAll, sayText, sendStream, userMessage } from "@/tests/unit/client/chat-server";
import { openBrowser, openStore, readTexts } from "./open-store";

beforeEach(openBrowser);

describe("a store whose code comes later", () => {
  it("has the page's messages before its code", async () => {
    const { store } = await openStore(
      {},
      { messages: [userMessage("u0", "Before"), replyMessage("a0", "Answer")] },
    );
    expect(readTexts(store.getState().messages)).toEqual(["Before", "Answer"]);
  });

  it("sends what was written before its code was there, and tells of what comes", async () => {
    const { store, open } = await openStore({
      "POST /api/chat": [sendStream([...sayText("Hi"), ...saidAll])],
    });
    const seen: string[][] = [];
    onTestFinished(store.subscribe(({ messages }) => seen.push(readTexts(messages))));
    open();
    await store.getState().send({ id: "u1", text: "Hello", files: [] });
    expect(seen.find(({ length }) => length > 0)).toEqual(["Hello"]);
    expect(readTexts(store.getState().messages)).toEqual(["Hello", "Hi"]);
  });

  it("joins a reply that runs without being asked", async () => {
    const { store, open } = await openStore(
      { "GET /api/chat/c1/stream": [sendStream([...sayText("Hi"), ...saidAll])] },
      { messages: [userMessage("u1", "Hello")], isRunning: true },
    );
    expect(store.getState().phase).toBe("replying");
    open();
    await waitUntil(() => store.getState().phase === "idle");
    expect(readTexts(store.getState().messages)).toEqual(["Hello", "Hi"]);
  });
});
