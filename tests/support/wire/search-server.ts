import type { IncomingMessage, ServerResponse } from "node:http";
import { startPageServer, type PageServer } from "@/tests/support/page-server";

/** A result before a vendor's wire has put it in its own form. `date` is in the vendor's form already. */
export type WireHit = { title: string; url: string; text: string; date?: string; picture?: string };

/** What an engine asked, as its wire carries it; `key` is where the vendor wants it. */
export type WireQuestion = {
  words: string;
  count: number | null;
  freshness: string | null;
  language: string | null;
  sites: string[];
  key: string | null;
};

/** An engine's protocol, from the server's side. */
export type SearchWire = {
  /** Below the server's address. */
  paths: readonly string[];
  /** The vendor's form of an answer; other requests that come before the question are answered too. */
  answer: (hits: readonly WireHit[], asked: Asked) => unknown;
  /** `null` for a request that is no question. */
  read: (asked: Asked) => WireQuestion | null;
};

export type Asked = {
  method: string;
  url: URL;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
};

/** How the server answers: with results, or in any other way. */
export type Reply = readonly WireHit[] | ((asked: Asked, response: ServerResponse) => void);

export type SearchServer = {
  url: string;
  asked: Asked[];
  questions: () => WireQuestion[];
  close: () => Promise<void>;
};

/** A local server that speaks a vendor's protocol; every request is answered by `reply`. */
export async function startSearchServer(wire: SearchWire, reply: Reply): Promise<SearchServer> {
  const asked: Asked[] = [];
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const text = Buffer.concat(parts).toString("utf8");
      const url = new URL(request.url ?? "/", "http://server.test");
      const one = {
        method: request.method ?? "",
        url,
        headers: request.headers,
        body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>),
      };
      asked.push(one);
      send(wire, reply, one, response);
    });
  };
  const server: PageServer = await startPageServer(
    Object.fromEntries(wire.paths.map((path) => [path, handle])),
  );
  return {
    url: server.url,
    asked,
    questions: () => asked.flatMap((one) => wire.read(one) ?? []),
    close: server.close,
  };
}

function send(wire: SearchWire, reply: Reply, asked: Asked, response: ServerResponse): void {
  if (typeof reply === "function") return reply(asked, response);
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify(wire.answer(reply, asked)));
}

export function sendText(
  body: string,
  headers: Record<string, string> = { "content-type": "application/json" },
): (asked: Asked, response: ServerResponse) => void {
  return (_asked, response) => void response.writeHead(200, headers).end(body);
}

export function sendCode(
  status: number,
  headers: Record<string, string> = {},
): (asked: Asked, response: ServerResponse) => void {
  return (_asked, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end("{}");
}
