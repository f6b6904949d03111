import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import * as revert from "@/app/api/admin/settings/revert/route";
import * as settings from "@/app/api/admin/settings/route";

type Route = (request: Request, context: { params: Promise<Record<string, never>> }) => Promise<Response>;
export type AdminServer = {
  url: string;
  /** Called before each answer: what happens while the page waits for it. */
  onRequest: (method: string) => void;
  close(): Promise<void>;
};

const routes: Record<string, Route> = {
  "GET /api/admin/settings": settings.GET,
  "PUT /api/admin/settings": settings.PUT,
  "POST /api/admin/settings/revert": revert.POST,
};

/** The product's own routes for the settings behind a port, asked as a browser on that address asks: it tells where a change comes from. */
export async function startAdminServer(): Promise<AdminServer> {
  const admin: Pick<AdminServer, "onRequest"> = { onRequest: () => undefined };
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
    const body = method === "GET" ? undefined : await text(incoming);
    admin.onRequest(method);
    const route = routes[`${method} ${url}`];
    if (route === undefined) return new Response(null, { status: 404 });
    const headers = { host, origin: `http://${host}` };
    const request = new Request(`http://${host}${url}`, { method, headers, ...(body === undefined ? {} : { body }) });
    return route(request, { params: Promise.resolve({}) });
  }

  return Object.assign(admin, {
    url: `http://${host}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  });
}
