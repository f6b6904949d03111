import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import * as chat from "@/app/api/chat/route";
import * as conversation from "@/app/api/conversations/[id]/route";
import * as conversations from "@/app/api/conversations/route";
import type { Services } from "@/lib/server/services";

export type RouteServer = { url: string; close(): Promise<void> };

const slot = Symbol.for("sextant.services");

/** The product's own route handlers over these services behind HTTP: what a person waits for, without the framework around it. */
export async function serveRoutes(services: Services): Promise<RouteServer> {
  const server = createServer((incoming, response) => {
    // Handlers ask for the process's services before they wait for anything, so that two servers do not meet.
    const answered = answer(incoming, () => Object.assign(globalThis, { [slot]: Promise.resolve(services) }));
    answered
      .then((answer) => send(response, answer))
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function answer(incoming: IncomingMessage, takeServices: () => void): Promise<Response> {
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host ?? ""}`);
  const body = incoming.method === "GET" ? null : Buffer.concat(await incoming.toArray()).toString();
  const request = new Request(url, { method: incoming.method ?? "GET", headers: { host: url.host }, body });
  takeServices();
  if (url.pathname === "/api/chat") return chat.POST(request, { params: Promise.resolve({}) });
  if (url.pathname === "/api/conversations")
    return conversations.GET(request, { params: Promise.resolve({}) });
  return conversation.GET(request, {
    params: Promise.resolve({ id: url.pathname.slice("/api/conversations/".length) }),
  });
}

function send(response: ServerResponse, { status, headers, body }: Response): void {
  response.writeHead(status, Object.fromEntries(headers));
  if (body === null) response.end();
  else Readable.fromWeb(body as ReadableStream).pipe(response);
}
