import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export type Route = (request: Request, context: { params: Promise<never> }) => Promise<Response>;
export type RouteServer = {
  url: string;
  /** Awaited before each answer: what happens while the page waits for it. */
  onRequest: (method: string) => Promise<void> | void;
  close(): Promise<void>;
};

/**
 * The product's own routes behind a port, asked as a browser on that address asks: it tells where a change
 * comes from.
 */
export async function startRouteServer(
  find: (method: string, path: string) => { route: Route | undefined; params?: Record<string, string> },
): Promise<RouteServer> {
  const asked: Pick<RouteServer, "onRequest"> = { onRequest: () => undefined };
  const server = createServer((incoming, outgoing) => {
    void answer(incoming).then(async (response) => {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      if (response.body === null) return outgoing.end();
      // A reader that leaves is told by nobody else.
      return pipeline(response.body, outgoing).catch(() => undefined);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(incoming: IncomingMessage): Promise<Response> {
    const { method = "GET", url = "/" } = incoming;
    await asked.onRequest(method);
    const { route, params = {} } = find(method, new URL(url, `http://${host}`).pathname);
    if (route === undefined) return new Response(null, { status: 404 });
    const request = new Request(`http://${host}${url}`, {
      method,
      headers: { host, origin: `http://${host}` },
      ...(method === "GET" || method === "HEAD"
        ? {}
        : { body: Readable.toWeb(incoming) as BodyInit, duplex: "half" as const }),
    });
    return route(request, { params: Promise.resolve(params as never) });
  }

  return Object.assign(asked, {
    url: `http://${host}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  });
}
