import { afterEach, describe, expect, it } from "vitest";
import type { ConversationSessionOptions } from "@/lib/client/conversation-session";
import { createLazySession } from "@/lib/client/lazy-session";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { waitUntil } from "@/tests/support/wait-until";
import { openChatServer, replyMessage, saidAll, sayText, sendStream, userMessage } from "./chat-server";

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describe("a session whose code comes later", () => {
  it("has the page's messages before its code", async () => {
    const { session } = await openLazySession(
      {},
      { messages: [userMessage("u0", "Before"), replyMessage("a0", "Answer")] },
    );
    expect(readTexts(session.getMessages())).toEqual(["Before", "Answer"]);
  });

  it("sends what was written before its code was there, and tells of what comes", async () => {
    const { session } = await openLazySession({
      "POST /api/chat": [sendStream([...sayText("Hi"), ...saidAll])],
    });
    const seen: string[][] = [];
    session.subscribeToMessages(() => seen.push(readTexts(session.getMessages())));
    closers.push(session.open());
    await session.send({ id: "u1", text: "Hello", files: [] });
    expect(seen[0]).toEqual(["Hello"]);
    expect(readTexts(session.getMessages())).toEqual(["Hello", "Hi"]);
  });

  it("joins a reply that runs without being asked", async () => {
    const { session } = await openLazySession(
      { "GET /api/chat/c1/stream": [sendStream([...sayText("Hi"), ...saidAll])] },
      { messages: [userMessage("u1", "Hello")], isRunning: true },
    );
    expect(session.state.get().phase).toBe("replying");
    closers.push(session.open());
    await waitUntil(() => session.state.get().phase === "idle");
    expect(readTexts(session.getMessages())).toEqual(["Hello", "Hi"]);
  });
});

type Routes = Parameters<typeof openChatServer>[0];

async function openLazySession(routes: Routes, options: Partial<ConversationSessionOptions> = {}) {
  const chatServer = await openChatServer(routes);
  closers.push(chatServer.close);
  const session = createLazySession({
    conversationId: "c1",
    messages: [],
    olderCursor: null,
    isRunning: false,
    getOptions: () => ({ mode: "fast" }),
    onAccepted: () => undefined,
    onReturned: () => undefined,
    origin: chatServer.origin,
    ...options,
  });
  return { session, chatServer };
}

function readTexts(messages: ChatMessage[]): string[] {
  return messages.map(({ parts }) =>
    parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(""),
  );
}
