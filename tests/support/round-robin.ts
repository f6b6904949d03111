import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type RoundRobin = {
  /** The one address in front of all instances. */
  url: string;
  /** Which instances there are from now on. */
  lead(...instances: string[]): void;
  /** Ends every connection; the next ones are served again. */
  cut(): void;
  /** Which instances answered requests of this kind, in order. `path` may hold patterns. */
  listServed(method: string, path: RegExp): string[];
  /** How many requests of this kind no instance answered. */
  countLost(method: string, path: RegExp): number;
  close(): Promise<void>;
};

/**
 * A balancer of requests: those with the same method and path go to each instance in turn, so that no two that follow each other
 * meet the same one. An instance that cannot be reached is passed over; an answer that breaks off breaks off here too.
 */
export async function openRoundRobin(): Promise<RoundRobin> {
  let instances: string[] = [];
  const turns = new Map<string, number>();
  const served: { method: string; path: string; instance: string }[] = [];
  const lost: { method: string; path: string }[] = [];
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy());
  });

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = "GET", url = "/" } = incoming;
    const path = url.split("?")[0] ?? "";
    const turn = turns.get(`${method} ${path}`) ?? 0;
    turns.set(`${method} ${path}`, turn + 1);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    for (const [index] of instances.entries()) {
      const instance = instances[(turn + index) % instances.length] ?? "";
      const answer = await ask(instance, incoming, Buffer.concat(chunks), outgoing);
      if (answer === null) continue;
      served.push({ method, path, instance });
      return hand(answer, outgoing);
    }
    lost.push({ method, path });
    outgoing.destroy();
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: (...next) => void (instances = next),
    cut: () => server.closeAllConnections(),
    listServed: (method, path) =>
      served.filter((one) => one.method === method && path.test(one.path)).map(({ instance }) => instance),
    countLost: (method, path) => lost.filter((one) => one.method === method && path.test(one.path)).length,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** `null` when nobody listens there. Whoever asked and leaves takes the request along. */
function ask(
  instance: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<IncomingMessage | null> {
  return new Promise((resolve, reject) => {
    const asking = request(
      new URL(url ?? "/", instance),
      { method, headers: { ...headers, connection: "close" }, agent: false },
      resolve,
    );
    asking.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNREFUSED" ? resolve(null) : reject(error),
    );
    outgoing.on("close", () => asking.destroy());
    asking.end(body);
  });
}

const ownHeaders = new Set(["connection", "keep-alive", "transfer-encoding"]);

function hand(answer: IncomingMessage, outgoing: ServerResponse): void {
  const headers = Object.entries(answer.headers).filter(([name]) => !ownHeaders.has(name));
  outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers));
  outgoing.flushHeaders();
  answer.on("error", () => outgoing.destroy());
  answer.pipe(outgoing);
}
