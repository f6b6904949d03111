import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { SendBytes } from "@/components/documents/send-bytes";
import { parseProblem } from "@/lib/protocol/problem";

export type Asked = { method: string; path: string; body: Buffer };
export type Said = { status?: number; body?: unknown } | "cut";

/** Answers as told, remembers what it was asked, and can cut the connection. */
export async function startDocumentsServer(answer: (asked: Asked) => Said) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const one = { method: request.method ?? "", path: request.url ?? "", body };
      asked.push(one);
      const said = answer(one);
      if (said === "cut") return void request.socket.destroy();
      response.writeHead(said.status ?? 200, { "content-type": "application/json" });
      response.end(said.body === undefined ? "" : JSON.stringify(said.body));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
export type DocumentsServer = Awaited<ReturnType<typeof startDocumentsServer>>;

/** Sends with `fetch`, which tells of no bytes on their way; browsers send otherwise. */
export const sendWithFetch: SendBytes = async (path, { method, body, onProgress, signal }) => {
  try {
    const response = await fetch(path, { method, body, signal });
    const text = await response.text();
    if (!response.ok) return { ok: false, status: response.status, problem: parseProblem(text) };
    onProgress?.(1);
    return { ok: true, value: text === "" ? null : JSON.parse(text) };
  } catch {
    return { ok: false, status: null, problem: null };
  }
};

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
