import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type RawProvider = { url: string; asked: Record<string, unknown>[]; close(): Promise<void> };

/** What is sent for a request, piece by piece, and whether the connection is cut behind it, or never ended. */
export type RawAnswer = {
  pieces: Iterable<string | Uint8Array>;
  isCut?: boolean;
  isHeld?: boolean;
  type?: string;
  status?: number;
};

/** A model server whose answers are bytes, whatever they mean; `script` gets the number of the request, from 0. */
export async function startRawProvider(
  script: (number: number, body: Record<string, unknown>) => RawAnswer,
): Promise<RawProvider> {
  const asked: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    // It has no list of models.
    if (request.method === "GET") return void response.writeHead(404).end();
    void (async () => {
      let text = "";
      for await (const piece of request.setEncoding("utf8")) text += String(piece);
      const body = JSON.parse(text) as Record<string, unknown>;
      asked.push(body);
      await send(response, script(asked.length - 1, body));
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function send(
  response: ServerResponse,
  { pieces, isCut, isHeld, type, status = 200 }: RawAnswer,
): Promise<void> {
  response.writeHead(status, { "content-type": type ?? "text/event-stream" });
  for (const piece of pieces) {
    if (response.destroyed) return;
    // The callback comes when it is on its way, or with an error when nobody reads any more.
    await new Promise<void>((resolve) => response.write(piece, () => resolve()));
  }
  if (isCut === true) response.destroy();
  else if (isHeld !== true) response.end();
}

/** A line of an event stream for each event, as the vendors write them. */
export function toEvents(events: readonly object[]): string[] {
  return events.map((event) => {
    const name = "type" in event && typeof event.type === "string" ? `event: ${event.type}\n` : "";
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
}
