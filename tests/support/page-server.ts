import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export type PageRequest = { path: string; headers: IncomingMessage["headers"] };
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => void;

export type PageServer = {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  url: string;
  port: number;
  /** What was asked, first one first. */
  requests: PageRequest[];
  countConnections: () => number;
  countOpenSockets: () => number;
  /** Resolves when no connection is open any more. */
  waitUntilIdle: () => Promise<void>;
  close: () => Promise<void>;
};

/** A web server on this machine whose pages are handlers by path; any other path is answered with 404. */
export async function startPageServer(pages: Record<string, PageHandler>): Promise<PageServer> {
  const requests: PageRequest[] = [];
  const sockets = new Set<Socket>();
  const idleListeners = new Set<() => void>();
  let connections = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.push({ path, headers: request.headers });
    const handle = pages[path.split("?")[0] ?? ""];
    if (handle) handle(request, response);
    else response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not found</h1>");
  });
  // A client that leaves its connection open is seen, not forgiven after five seconds.
  server.keepAliveTimeout = 600_000;
  server.on("connection", (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0) idleListeners.forEach((listener) => listener());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    countConnections: () => connections,
    countOpenSockets: () => sockets.size,
    waitUntilIdle: () =>
      sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => idleListeners.add(resolve)),
    close: () =>
      new Promise((resolve) => {
        sockets.forEach((socket) => socket.destroy());
        server.close(() => resolve());
      }),
  };
}

export function sendPage(
  body: string | Uint8Array,
  headers: Record<string, string> = { "content-type": "text/html; charset=utf-8" },
): PageHandler {
  return (_request, response) => response.writeHead(200, headers).end(body);
}

export function sendRedirect(location: string, status = 302): PageHandler {
  return (_request, response) => response.writeHead(status, { location }).end();
}

export function sendStatus(status: number, headers: Record<string, string> = {}): PageHandler {
  return (_request, response) => response.writeHead(status, headers).end("no");
}
