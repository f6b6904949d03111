import { onTestFinished, vi } from "vitest";
import type { ConversationOptions, Draft } from "@/lib/client/conversation/state";
import { createConversationStore, type ConversationStore } from "@/lib/client/conversation/store";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { openChatServer } from "@/tests/unit/client/chat-server";
import { stubBrowser } from "./running-reply";

/** The browser of the test. */
export let browser: ReturnType<typeof stubBrowser>;

/** Gives the test a browser of its own. */
export function openBrowser(): void {
  browser = stubBrowser();
  onTestFinished(() => void vi.unstubAllGlobals());
}

export const draft: Draft = { id: "u1", text: "Hello", files: [] };

/** A conversation of a local server, with what was given back and how long it would have waited. */
export async function openStore(
  routes: Parameters<typeof openChatServer>[0],
  more: Partial<ConversationOptions> = {},
) {
  const chatServer = await openChatServer(routes);
  onTestFinished(chatServer.close);
  const returned: Draft[] = [];
  const waited: number[] = [];
  const store = createConversationStore({
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
  const open = () => onTestFinished(store.getState().open());
  return { store, chatServer, returned, waited, open };
}

export function readTexts(messages: ChatMessage[]): string[] {
  return messages.map(({ parts }) => parts.map((part) => (part.type === "text" ? part.text : "")).join(""));
}

export function untilIdle(store: ConversationStore): Promise<void> {
  return until(store, () => store.getState().phase === "idle");
}

export function untilText(store: ConversationStore, text: string): Promise<void> {
  return until(store, () => readTexts(store.getState().messages).includes(text));
}

function until(store: ConversationStore, isReached: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => isReached() && resolve();
    onTestFinished(store.subscribe(check));
    check();
  });
}
