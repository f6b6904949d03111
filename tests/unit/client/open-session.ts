import { afterEach } from "vitest";
import {
  createConversationSession,
  type ConversationSession,
  type ConversationSessionOptions,
  type Draft,
} from "@/lib/client/conversation-session";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { openChatServer } from "./chat-server";

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Does something at the end of the test. */
export function atEnd(close: () => Promise<void> | void): void {
  closers.push(close);
}

export const draft: Draft = { id: "u1", text: "Hello", files: [] };

/** A conversation of a local server, with what was given back and how long it would have waited. */
export async function openSession(
  routes: Parameters<typeof openChatServer>[0],
  more: Partial<ConversationSessionOptions> = {},
) {
  const chatServer = await openChatServer(routes);
  closers.push(chatServer.close);
  const returned: Draft[] = [];
  const waited: number[] = [];
  const session = createConversationSession({
    conversationId: "c1",
    messages: [],
    olderCursor: null,
    isRunning: false,
    getOptions: () => ({ mode: "fast" }),
    onAccepted: () => undefined,
    onReturned: (given) => returned.push(given),
    origin: chatServer.origin,
    wait: async (ms) => void waited.push(ms),
    ...more,
  });
  const open = () => closers.push(session.open());
  return { session, chatServer, returned, waited, open };
}

export function readTexts(messages: ChatMessage[]): string[] {
  return messages.map(({ parts }) => parts.map((part) => (part.type === "text" ? part.text : "")).join(""));
}

export function untilIdle({ state }: ConversationSession): Promise<void> {
  return new Promise((resolve) => {
    const check = () => state.get().phase === "idle" && resolve();
    closers.push(state.subscribe(check));
    check();
  });
}

export function untilText(chat: ConversationSession["chat"], text: string): Promise<void> {
  return new Promise((resolve) => {
    const check = () => readTexts(chat.messages).includes(text) && resolve();
    closers.push(chat["~registerMessagesCallback"](check));
    check();
  });
}
