import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import * as one from "@/app/api/memories/[id]/route";
import * as all from "@/app/api/memories/route";

type Route = (request: Request, context: { params: Promise<never> }) => Promise<Response>;
export type MemoryServer = {
  url: string;
  /** Awaited before each answer: what happens while the page waits for it. */
  onRequest: (method: string) => Promise<void> | void;
  close(): Promise<void>;
};

/** The product's own routes for the memory behind a port. */
export async function startMemoryServer(): Promise<MemoryServer> {
  const memory: Pick<MemoryServer, "onRequest"> = { onRequest: () => undefined };
  const server = createServer((incoming, outgoing) => {
    void answer(incoming).then(async (response) => {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(await response.text());
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(incoming: IncomingMessage): Promise<Response> {
    const { method = "GET", url = "/" } = incoming;
    const body = await text(incoming);
    await memory.onRequest(method);
    const id = /^\/api\/memories\/([^/?]+)/.exec(url)?.[1];
    const route = (id === undefined ? all : one)[method as "DELETE"] as unknown as Route | undefined;
    if (route === undefined) return new Response(null, { status: 405 });
    const request = new Request(`http://${host}${url}`, { method, headers: { host, origin: `http://${host}` }, ...(body === "" ? {} : { body }) });
    return route(request, { params: Promise.resolve((id === undefined ? {} : { id }) as never) });
  }

  return Object.assign(memory, {
    url: `http://${host}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  });
}
