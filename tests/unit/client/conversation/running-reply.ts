import type { ServerResponse } from "node:http";
import { vi } from "vitest";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { openChatServer } from "@/tests/unit/client/chat-server";

type Handler = Parameters<typeof openChatServer>[0][string][number];

/** A reply that says what it is told to say, when it is told. */
export function createRunningReply() {
  let response: ServerResponse | null = null;
  const handler: Handler = (_request, opened) => {
    opened.writeHead(200, { "content-type": "text/event-stream", "x-vercel-ai-ui-message-stream": "v1" });
    opened.flushHeaders();
    response = opened;
  };
  return {
    handler,
    isRunning: () => response !== null,
    say: (chunks: ChatChunk[]) =>
      chunks.forEach((chunk) => response?.write(`data: ${JSON.stringify(chunk)}\n\n`)),
    end: () => response?.end(),
    cut: () => response?.destroy(),
  };
}

/** The storage of one browser; its tabs are told of each other's changes as browsers do. */
export function stubBrowser() {
  const items = new Map<string, string>();
  const target = new EventTarget();
  vi.stubGlobal("window", target);
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("localStorage", {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
  const tellTabs = (key: string) => void target.dispatchEvent(Object.assign(new Event("storage"), { key }));
  return { items, tellTabs };
}
