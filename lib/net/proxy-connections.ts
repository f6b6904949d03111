import { request as requestHttp, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { createCheckedLookup, type Resolve } from "./checked-lookup";

/** `totalMs` is for one connection; bytes and connections are counted over all, in both directions. */
export type ProxyLimits = {
  connectMs: number;
  silenceMs: number;
  totalMs: number;
  maxBytes: number;
  maxConnections: number;
};

export type ProxyAccess = {
  limits: ProxyLimits;
  resolve: Resolve;
  signal: AbortSignal;
  spent: { bytes: number; connections: number };
  /** Ends every connection of the proxy. */
  end: () => void;
};

type Forwarding = { request: IncomingMessage; response: ServerResponse; url: URL; isTrusted: boolean };
type Tunnel = { socket: Duplex; head: Buffer; url: URL; isTrusted: boolean };

const hopByHop = /^(connection|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/;

/** A plain request by http, to the address that was judged; what it says of its host is ours. */
export function forward({ request, response, url, isTrusted }: Forwarding, passage: ProxyAccess): void {
  const { limits, signal } = passage;
  const fail = () => (response.headersSent ? response.destroy() : response.writeHead(502).end());
  if (url.protocol !== "http:" || !takeConnection(passage)) return void fail();
  const kept = Object.entries(request.headers).filter(([name]) => !hopByHop.test(name) && name !== "host");
  const onward = requestHttp({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port || 80,
    path: `${url.pathname}${url.search}`,
    method: request.method,
    headers: { ...Object.fromEntries(kept), host: url.host, connection: "close" },
    agent: false,
    lookup: createCheckedLookup(passage.resolve, isTrusted, signal),
    signal,
    timeout: limits.silenceMs,
    maxHeaderSize: 32 * 1024,
  });
  const timer = setTimeout(() => onward.destroy(), limits.totalMs);
  onward.on("timeout", () => onward.destroy());
  onward.on("error", fail);
  onward.on("close", () => clearTimeout(timer));
  onward.on("response", (answer) => {
    const headers = Object.entries(answer.headers).filter(([name]) => !hopByHop.test(name));
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers));
    answer.on("data", (chunk: Buffer) => countBytes(chunk, passage));
    answer.on("error", fail);
    answer.pipe(response);
  });
  response.on("close", () => onward.destroy());
  request.on("data", (chunk: Buffer) => countBytes(chunk, passage));
  request.on("error", () => onward.destroy());
  request.pipe(onward);
}

/** Passes bytes to and from the judged address without inspecting them. */
export function openTunnel({ socket, head, url, isTrusted }: Tunnel, passage: ProxyAccess): void {
  const { limits, signal } = passage;
  socket.on("error", () => onward?.destroy());
  const answer = (line: string) => socket.write(`HTTP/1.1 ${line}\r\n\r\n`);
  if (!takeConnection(passage))
    return void socket.end("HTTP/1.1 503 Too many connections\r\nContent-Length: 0\r\n\r\n");
  const onward = connect({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || (url.protocol === "https:" ? 443 : 80)),
    lookup: createCheckedLookup(passage.resolve, isTrusted, signal),
    timeout: limits.connectMs,
  });
  let isOpen = false;
  const close = () => {
    if (!isOpen) answer("502 Not reached");
    onward.destroy();
    socket.destroy();
  };
  const timer = setTimeout(close, limits.totalMs);
  signal.addEventListener("abort", close, { once: true });
  onward.on("connect", () => {
    isOpen = true;
    onward.setTimeout(limits.silenceMs);
    answer("200 Connected");
    onward.write(head);
    for (const side of [socket, onward]) side.on("data", (chunk: Buffer) => countBytes(chunk, passage));
    socket.pipe(onward).pipe(socket);
  });
  onward.on("timeout", close);
  onward.on("error", close);
  onward.on("close", () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", close);
    socket.end();
  });
  socket.on("close", () => onward.destroy());
}

function takeConnection({ spent, limits }: ProxyAccess): boolean {
  spent.connections += 1;
  return spent.connections <= limits.maxConnections;
}

function countBytes(chunk: Buffer, { spent, limits, end }: ProxyAccess): void {
  spent.bytes += chunk.length;
  if (spent.bytes > limits.maxBytes) end();
}
