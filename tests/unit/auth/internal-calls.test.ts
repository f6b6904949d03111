import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createInternalCalls } from "@/lib/features/accounts/auth/internal-calls";
import { findFreePort } from "@/tests/support/free-port";

const secret = "s".repeat(32);

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const open = (siteUrl: string | null) =>
  createInternalCalls({ secret, siteUrl, cronSecret: null, now: Date.now });

describe("a call for the next worker", () => {
  it("is let in by a process of the same site, at the route that goes on with the run", async () => {
    const asked: string[] = [];
    const siteUrl = await serve((request, response) => {
      const headers = { "x-sextant-signature": String(request.headers["x-sextant-signature"]) };
      open(null).check(
        new Request(`http://elsewhere.example${request.url ?? ""}`, { method: "POST", headers }),
      );
      asked.push(`${request.method} ${request.url}`);
      response.end('{"taken":true}');
    });
    await open(siteUrl).callNextWorker("r1");
    expect(asked).toEqual(["POST /api/internal/runs/r1/resume"]);
  });

  it("is not made where there is one process only", async () => {
    await expect(open(null).callNextWorker("r1")).resolves.toBeUndefined();
  });

  it.each<[string, RequestListener]>([
    ["refuses", (_request, response) => void response.writeHead(401).end()],
    ["is overloaded", (_request, response) => void response.writeHead(503).end()],
    [
      "leads elsewhere, which must not see the signature",
      (_request, response) => void response.writeHead(307, { location: "http://127.0.0.1:9/x" }).end(),
    ],
    ["breaks off", (request) => void request.socket.destroy()],
  ])("fails when the site %s", async (_title, listener) => {
    await expect(open(await serve(listener)).callNextWorker("r1")).rejects.toThrow();
  });

  it("fails when nobody is there", async () => {
    await expect(open(`http://127.0.0.1:${await findFreePort()}`).callNextWorker("r1")).rejects.toThrow();
  });

  it("waits no longer than some seconds for an answer", async () => {
    await expect(open(await serve(() => undefined)).callNextWorker("r1")).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });
});
