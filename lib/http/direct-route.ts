import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { ReadableStream } from "node:stream/web";
import { secureSiteHeader, siteHeaders } from "./site-headers";

type Handler = (request: Request, context: { params: Promise<never> }) => Promise<Response>;

export type DirectRoute = {
  method: string;
  path: string;
  /** Gives what the route's module exports. Asked with each request. */
  load: () => Promise<Handler>;
  /** Hears why a request could not be answered. */
  onFailure: (error: unknown) => void;
};

/** Node tells of each request here before it calls the server's listener. */
const begun = "http.server.request.start";

/** From the next request on, the server that listens on `port` answers `route` without Next. */
export function serveDirectly(route: DirectRoute, port: number): void {
  const look = (message: unknown): void => {
    const { server } = message as { server: Server };
    const address = server.address();
    if (typeof address !== "object" || address?.port !== port) return;
    unsubscribe(begun, look);
    const [next, ...more] = server.listeners("request") as RequestListener[];
    if (next === undefined || more.length > 0) return;
    server.off("request", next).on("request", answerDirectly(route, next));
  };
  subscribe(begun, look);
}

/**
 * A listener that hands whatever asks for exactly `route` to its handler, without Next's routing and its
 * copies of request and answer. All else goes to `next`.
 */
export function answerDirectly(route: DirectRoute, next: RequestListener): RequestListener {
  const { method, path, load, onFailure } = route;

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    // Whoever asks may leave before there is an answer.
    const left = new Promise<void>((resolve) => response.once("close", resolve));
    const handler = await load();
    await send(await handler(toRequest(incoming), noParams), { incoming, response, left });
  }

  return (incoming, response) => {
    if (incoming.method !== method || incoming.url !== path) return next(incoming, response);
    answer(incoming, response).catch((error: unknown) => {
      onFailure(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end("Internal Server Error");
    });
  };
}

const noParams = { params: Promise.resolve({} as never) };

/** The origin is never read: who may ask is judged by the headers. */
function toRequest(incoming: IncomingMessage): Request {
  const { method = "", url = "", headers, socket } = incoming;
  const named = Object.entries({ "x-forwarded-for": socket.remoteAddress, ...headers });
  const pairs = named.flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  // Whoever stops reading early still answers on this connection.
  const body = ReadableStream.from(incoming.iterator({ destroyOnReturn: false }));
  const init = { method, headers: pairs, body: body as BodyInit, duplex: "half" };
  return new Request(`http://localhost${url}`, init);
}

type Sending = { incoming: IncomingMessage; response: ServerResponse; left: Promise<void> };

async function send(
  { status, headers, body }: Response,
  { incoming, response, left }: Sending,
): Promise<void> {
  response.statusCode = status;
  for (const [name, value] of headers)
    if (name === "set-cookie") response.appendHeader(name, value);
    else response.setHeader(name, value);
  // The site's own hold where a route names others.
  const isSecure = incoming.headers["x-forwarded-proto"] === "https";
  for (const { key, value } of isSecure ? [...siteHeaders, secureSiteHeader] : siteHeaders)
    response.setHeader(key, value);
  const reader = body?.getReader();
  void left.then(() => reader?.cancel()).catch(() => undefined);
  // With the first piece, where that is there at once.
  const head = setImmediate(() => response.flushHeaders());
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done) break;
    if (!response.write(value)) await Promise.race([once(response, "drain"), left]);
  }
  clearImmediate(head);
  response.end();
}
