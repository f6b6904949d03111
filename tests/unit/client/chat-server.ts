import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";

type Handler = (
  request: IncomingMessage & { body: string },
  response: ServerResponse,
) => void | Promise<void>;

export type ChatServer = {
  origin: string;
  /** `METHOD path` of everything that was asked, in order. */
  asked: string[];
  bodies: Record<string, unknown>[];
  close: () => Promise<void>;
};

/** Every reply that is joined is stayed with while it waits. */
const staying = /(?<=\/stream)\?stay=true$/;

/** A local server that answers `METHOD path` with the handlers given, one after the other; the last one stays. */
export async function openChatServer(routes: Record<string, Handler[]>): Promise<ChatServer> {
  const asked: string[] = [];
  const bodies: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const route = `${request.method} ${request.url?.replace(staying, "")}`;
    asked.push(route);
    if (body !== "") bodies.push(JSON.parse(body) as Record<string, unknown>);
    const handlers = routes[route] ?? [sendProblem(404, "not_found", "There is nothing here.")];
    const handler = handlers.length > 1 ? handlers.shift() : handlers[0];
    await handler?.(Object.assign(request, { body }), response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${port}`, asked, bodies, close };
}

export function sendProblem(
  status: number,
  code: string,
  detail: string,
  more: { retryAfter?: number } = {},
): Handler {
  return (_request, response) => {
    response.writeHead(status, { "content-type": "application/problem+json" });
    response.end(JSON.stringify({ type: "about:blank", title: code, status, code, detail, ...more }));
  };
}

export function sendJson(value: unknown): Handler {
  return (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(value));
  };
}

export function sendNothing(): Handler {
  return (_request, response) => {
    response.writeHead(204);
    response.end();
  };
}

/** Streams the chunks; `cut` then breaks the connection, `close` ends it as if all had been said. */
export function sendStream(chunks: ChatChunk[], ending: "close" | "cut" = "close"): Handler {
  return async (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream", "x-vercel-ai-ui-message-stream": "v1" });
    for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    if (ending === "close") response.end();
    else setImmediate(() => response.destroy());
  };
}

export function sayText(text: string): ChatChunk[] {
  return [
    { type: "start", messageId: "a1" },
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: text },
  ];
}

export const saidAll: ChatChunk[] = [
  { type: "text-end", id: "1" },
  { type: "finish", messageMetadata: { outcome: "completed" } },
];

export function userMessage(id: string, text: string): ChatMessage {
  return { id, role: "user", parts: [{ type: "text", text }] };
}

export function replyMessage(id: string, text: string): ChatMessage {
  return {
    id,
    role: "assistant",
    parts: [{ type: "text", text, state: "done" }],
    metadata: { outcome: "completed" },
  };
}

/** A conversation as the server tells it. */
export function toConversation(messages: ChatMessage[], cursor: string | null = null) {
  return {
    id: "c1",
    title: "",
    createdAt: 0,
    updatedAt: 0,
    activeRunId: null,
    others: [],
    temporary: false,
    messages,
    cursor,
  };
}
