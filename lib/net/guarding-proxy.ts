import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { resolveBySystem, type Resolve } from "./checked-lookup";
import { judgeUrl, type UrlRules } from "./judge-url";
import { forward, openTunnel, type ProxyAccess, type ProxyLimits } from "./proxy-connections";

export type ProxyOptions = {
  rules: UrlRules;
  resolve?: Resolve;
  limits?: Partial<ProxyLimits>;
  /** Whoever does not give it is answered with 407. */
  password: string;
};

export type GuardingProxy = {
  /** `http://127.0.0.1:port`. */
  server: string;
  username: string;
  /** What was asked for and not allowed, with why; at most a hundred. */
  listRefusals: () => string[];
  /** Ends what still runs. */
  close: () => Promise<void>;
};

const defaultLimits: ProxyLimits = {
  connectMs: 5_000,
  silenceMs: 10_000,
  totalMs: 30_000,
  maxBytes: 20 * 1024 * 1024,
  maxConnections: 200,
};
const username = "sextant";
const maxRefusals = 100;

/**
 * A loopback proxy that judges browser requests like the guarded fetch: http and https to public hosts' web
 * ports, names resolved once, connections pinned to that. Bytes, connections and time are limited together.
 */
export async function openGuardingProxy(options: ProxyOptions): Promise<GuardingProxy> {
  const limits = { ...defaultLimits, ...options.limits };
  const refusals: string[] = [];
  const ending = new AbortController();
  const passage: ProxyAccess = {
    limits,
    resolve: options.resolve ?? resolveBySystem,
    signal: ending.signal,
    spent: { bytes: 0, connections: 0 },
    end: () => ending.abort(),
  };
  const server = createServer({
    maxHeaderSize: 32 * 1024,
    headersTimeout: Math.min(limits.connectMs, limits.totalMs),
    requestTimeout: limits.totalMs,
  });

  const admit = (request: IncomingMessage, address: string) => {
    if (!hasPassword(request, options.password)) return { status: 407, judged: null };
    const judged = judgeUrl(address, options.rules);
    if (judged.allowed) return { status: 200, judged };
    if (refusals.length < maxRefusals) refusals.push(`${address.slice(0, 200)} ${judged.reason}`);
    return { status: 403, judged: null };
  };

  server.on("request", (request, response) => {
    const { status, judged } = admit(request, request.url ?? "");
    if (judged) forward({ request, response, ...judged }, passage);
    else
      response
        .writeHead(status, status === 407 ? { "proxy-authenticate": 'Basic realm="sextant"' } : {})
        .end();
  });
  server.on("connect", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { status, judged } = admit(request, toAddress(request.url ?? ""));
    if (judged) openTunnel({ socket, head, ...judged }, passage);
    else refuseTunnel(socket, status);
  });
  server.on("clientError", (_error, socket) => socket.destroy());

  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    server: `http://127.0.0.1:${port}`,
    username,
    listRefusals: () => [...refusals],
    close: () => closeServer(server, ending),
  };
}

/** `host:port` of a tunnel as the address that it stands for. */
function toAddress(authority: string): string {
  const port = /:(\d{1,5})$/.exec(authority)?.[1];
  if (port === undefined || /[\s/@\\?#]/.test(authority)) return "";
  return `${port === "443" || port === "8443" ? "https" : "http"}://${authority}/`;
}

function hasPassword({ headers }: IncomingMessage, password: string): boolean {
  const wanted = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const toHash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(toHash(headers["proxy-authorization"] ?? ""), toHash(wanted));
}

function refuseTunnel(socket: Duplex, status: number): void {
  socket.on("error", () => undefined);
  const challenge = status === 407 ? 'Proxy-Authenticate: Basic realm="sextant"\r\n' : "";
  socket.end(`HTTP/1.1 ${status} Refused\r\n${challenge}Content-Length: 0\r\nConnection: close\r\n\r\n`);
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      server.unref();
      resolve();
    });
  });
}

function closeServer(server: Server, ending: AbortController): Promise<void> {
  ending.abort();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
