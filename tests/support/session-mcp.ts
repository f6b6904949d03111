import type { IncomingMessage, ServerResponse } from "node:http";
import { startPageServer, type PageServer } from "./page-server";

type Tool = { name: string; description?: string; annotations?: object };
type Message = {
  id?: number;
  method: string;
  params?: { name?: string; _meta?: { progressToken?: number } };
};

/** A call that has come, and how it is answered: by one answer, or by events that may pause. */
export type McpCall = {
  answer(result: unknown): void;
  /** An event that the client may ask to go on from; the connection ends, and it is told when to come. */
  closeEarly(retryMs: number): void;
  progress(): void;
  /** Ends the connection without a word. */
  destroy(): void;
  /** `tools/list_changed`, beside the answer. */
  tellChanged(): void;
};

export type SessionMcp = PageServer & {
  endpoint: string;
  tools: Tool[];
  /** Names of the tools that were called, in order. */
  calls: string[];
  /** `initialize` of every session. */
  sessions: string[];
  /** Off: each is forgotten at once. */
  keepsSessions: boolean;
  /** As a server that was started anew. */
  forgetSessions(): void;
  /** Of whoever listens. */
  tellChanged(): void;
};

type Refusal = { status: number; body: string; /** With the id of what is refused. */ echoesId?: true };
type Stream = { events: string[]; response: ServerResponse | null };

/** The reference servers' own words for a session that they do not know, by the protocol and not quite. */
export const refusals = {
  byProtocol: { status: 404, body: rpcError(-32001, "Session not found") },
  withoutSession: { status: 400, body: rpcError(-32000, "Bad Request: No valid session ID provided") },
  withItsId: {
    status: 400,
    body: rpcError(-32000, "Bad Request: No valid session ID provided"),
    echoesId: true,
  },
  plain: { status: 404, body: "Not Found" },
} satisfies Record<string, Refusal>;

/** A tool server by streamable HTTP (2025-11-25) that keeps sessions and refuses what it must. */
export async function startSessionMcp(
  tools: Tool[],
  handlers: Record<string, (call: McpCall) => void>,
  refusal: Refusal = refusals.byProtocol,
): Promise<SessionMcp> {
  const known = new Set<string>();
  const streams: Stream[] = [];
  const listeners = new Set<ServerResponse>();
  const server = await startPageServer({
    "/mcp": (request, response) => void handle(request, response),
  });
  const mcp: SessionMcp = Object.assign(server, {
    ...{ endpoint: `${server.url}/mcp`, tools, calls: [], sessions: [], keepsSessions: true },
    forgetSessions: () => known.clear(),
    tellChanged: () => listeners.forEach((listener) => listener.write(toEvent(changed))),
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = request.method === "POST" ? ((await readJson(request)) as Message) : null;
    const session = String(request.headers["mcp-session-id"]);
    if (message?.method === "initialize") return begin(message, response);
    if (!known.has(session))
      return void response
        .writeHead(refusal.status, { "content-type": "application/json" })
        .end(refusal.echoesId ? refusal.body.replace("null", String(message?.id)) : refusal.body);
    if (request.method === "DELETE") return void (known.delete(session), response.writeHead(204).end());
    if (message === null) return listen(request, response);
    if (message.id === undefined) return void response.writeHead(202).end();
    if (message.method === "tools/list") {
      const listed = mcp.tools.map((tool) => ({ inputSchema: { type: "object" }, ...tool }));
      return sendJson(response, message, { tools: listed });
    }
    if (message.method !== "tools/call") return void sendError(response, message);
    mcp.calls.push(message.params?.name ?? "");
    handlers[message.params?.name ?? ""]?.(openCall(message, response));
  }

  function begin(message: Message, response: ServerResponse): void {
    const session = `session-${mcp.sessions.length}`;
    if (mcp.keepsSessions) known.add(session);
    mcp.sessions.push(session);
    response.setHeader("mcp-session-id", session);
    const capabilities = { tools: { listChanged: true } };
    const serverInfo = { name: "sessions", version: "1" };
    sendJson(response, message, { protocolVersion: "2025-11-25", capabilities, serverInfo });
  }

  function listen(request: IncomingMessage, response: ServerResponse): void {
    const [stream, from] = String(request.headers["last-event-id"] ?? "").split(".");
    const resumed = streams[Number(stream)];
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    if (stream === "") return void listeners.add(response);
    if (resumed === undefined) return void response.destroy();
    for (const event of resumed.events.slice(Number(from) + 1)) response.write(event);
    resumed.response = response;
  }

  function openCall({ id, params }: Message, response: ServerResponse): McpCall {
    const stream: Stream = { events: [], response };
    const place = streams.push(stream) - 1;
    const write = (body: object | null, more = "") => {
      if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
      const data = body === null ? "" : JSON.stringify({ jsonrpc: "2.0", ...body });
      stream.events.push(`id: ${place}.${stream.events.length}\n${more}data: ${data}\n\n`);
      stream.response?.write(stream.events.at(-1) ?? "");
    };
    const progressToken = params?._meta?.progressToken;
    return {
      answer(result) {
        write({ id, result });
        stream.response?.end();
      },
      closeEarly(retryMs) {
        write(null, `retry: ${retryMs}\n`);
        stream.response?.end();
        stream.response = null;
      },
      progress() {
        if (progressToken === undefined) throw new Error("Nobody asked for progress.");
        write({ method: "notifications/progress", params: { progressToken, progress: 1 } });
      },
      destroy: () => void response.destroy(),
      tellChanged: () => write(changed),
    };
  }
  return mcp;
}

const changed = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
const toEvent = (message: object) => `data: ${JSON.stringify(message)}\n\n`;

function sendJson(response: ServerResponse, { id }: Message, result: object): void {
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ jsonrpc: "2.0", id, result }));
}

function sendError(response: ServerResponse, { id }: Message): void {
  const error = { code: -32601, message: "Method not found" };
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ jsonrpc: "2.0", id, error }));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

function rpcError(code: number, message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null });
}
