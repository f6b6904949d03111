import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { directFetch, gatherReads } from "@/lib/net/direct-fetch";
import { typescriptFlags } from "@/scripts/lib/run-typescript.mjs";
import { closedAddress } from "@/tests/support/free-port";
import { startRawServer } from "@/tests/support/raw-server";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";

type Server = ReturnType<typeof createServer>;

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const start = async (answer: RequestListener): Promise<string> =>
  `http://${await listen(createServer(answer))}`;

const post = (url: string, init: RequestInit = {}) =>
  directFetch(url, { method: "POST", headers: { "content-type": "text/plain" }, body: "héron", ...init });

/** An answer that is begun and held open. */
async function startHeld() {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  const url = await start((_request, response) => {
    response.write("begun");
    resolve(response);
  });
  return { url, response: promise };
}

describe("a direct fetch", () => {
  it("sends method, path, headers and body, and gives status, headers and body", async () => {
    const url = await start((request, response) => {
      const { method, url: asked, headers } = request;
      const words = [method, asked, headers["content-type"], headers["content-length"], headers["x-key"]];
      response.writeHead(418, "Teapot", { "x-words": words.join(" "), "x-name": "h\xe9ron" });
      request.pipe(response);
    });
    const response = await post(`${url}/a/b?c=d`, { headers: { "x-key": "k", "content-type": "text/x" } });
    const { status, statusText, headers } = response;
    expect({ status, statusText, words: headers.get("x-words"), name: headers.get("x-name") }).toEqual({
      status: 418,
      statusText: "Teapot",
      words: "POST /a/b?c=d text/x 6 k",
      name: "h\xe9ron",
    });
    expect(await response.text()).toBe("héron");
  });

  it("gives a redirect as it is, and an answer without a body", async () => {
    const url = await start((_request, response) => void response.writeHead(307, { location: "/b" }).end());
    expect((await post(url)).headers.get("location")).toBe("/b");
    const empty = await start((_request, response) => void response.writeHead(204).end());
    expect((await post(empty)).body).toBeNull();
  });

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)("unpacks %s", async (coding, pack) => {
    const url = await start((_request, response) => {
      response.writeHead(200, { "content-encoding": coding }).end(pack("A heron. ".repeat(50_000)));
    });
    expect(await (await post(url)).text()).toBe("A heron. ".repeat(50_000));
  });

  it("shows each piece of a packed answer as it comes", async () => {
    const url = await start((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.write(gzipSync("A heron."));
    });
    const { value } = (await (await post(url)).body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toBe("A heron.");
  });

  it("sends a form as the platform does", async () => {
    const url = await start((request, response) => void request.pipe(response));
    const form = new FormData();
    form.set("bird", "heron");
    const sent = await directFetch(url, { method: "POST", body: form });
    expect(await sent.text()).toMatch(/name="bird"\s+heron/);
  });

  it("asks over the proxy that the environment names", async () => {
    const asked: unknown[] = [];
    const proxy = createServer((request, response) => {
      asked.push(request.url);
      response.end();
    }).on("connect", (request, socket) => {
      asked.push(`http://${request.url}/`);
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
    const env = { ...process.env, NODE_USE_ENV_PROXY: "1", HTTP_PROXY: `http://${await listen(proxy)}` };
    const file = JSON.stringify(path.resolve("lib/net/direct-fetch.ts"));
    const script = `const { directFetch } = await import(${file}); await directFetch("http://model.invalid:80/").catch(() => 0);`;
    await promisify(execFile)(process.execPath, [...typescriptFlags, "--input-type=module", "-e", script], {
      env,
    });
    expect(asked).toEqual([expect.stringMatching(/^http:\/\/model\.invalid(:80)?\/$/)]);
  });

  it("loses nothing of a long answer that is read slowly", async () => {
    const sent = randomBytes(20_000_000);
    const url = await start((_request, response) => void response.end(sent));
    const read: Uint8Array[] = [];
    for await (const piece of (await post(url)).body ?? []) {
      read.push(piece);
      await new Promise(setImmediate);
    }
    expect(Buffer.concat(read).equals(sent)).toBe(true);
  });
});

describe("a body whose reads are gathered", () => {
  /** A clock that is called by hand, and an answer of which the beginning was read. */
  async function startGathered() {
    const { url, response } = await startHeld();
    const due = new Set<() => void>();
    let heard = Promise.withResolvers<void>();
    const { body } = await post(url);
    if (body === null) throw new Error("The answer has no body.");
    const reader = body.getReader();
    await reader.read();
    const isGathered = gatherReads(body, (callback) => {
      due.add(callback);
      heard.resolve();
    });
    return {
      ...{ isGathered, due },
      read: async () => new TextDecoder().decode((await reader.read()).value),
      async say(piece: string) {
        heard = Promise.withResolvers();
        (await response).write(piece);
        await heard.promise;
      },
      end: async (piece: string) => void (await response).end(piece),
    };
  }

  it("gives all that has come at the clock's tick, and not before", async () => {
    const { isGathered, due, read, say } = await startGathered();
    expect(isGathered).toBe(true);
    let given = "";
    const reading = read().then((text) => (given = text));
    for (const piece of ["A ", "grey ", "heron"]) await say(piece);
    expect([given, due.size]).toEqual(["", 1]);
    due.forEach((tick) => tick());
    expect(await reading).toBe("A grey heron");
  });

  it("goes on after a tick for what was read before it", async () => {
    const { due, read, say, end } = await startGathered();
    await say("A ");
    expect(await read()).toBe("A ");
    const reading = read();
    due.forEach((tick) => tick());
    await new Promise(setImmediate);
    await end("heron");
    expect(await reading).toBe("heron");
  });

  it("waits for no tick once the answer is over", async () => {
    const { read, say, end } = await startGathered();
    const reading = read();
    await say("A ");
    await end("heron");
    expect(await reading).toBe("A heron");
    expect(await read()).toBe("");
  });

  it("waits for no tick with more than it may keep", async () => {
    const { read, say } = await startGathered();
    const reading = read();
    await say("heron".repeat(200_000));
    expect((await reading).length).toBeGreaterThan(256 * 1024);
  });

  it("leaves other bodies as they are", () => {
    const body = new Response("heron").body;
    expect(body !== null && gatherReads(body, () => undefined)).toBe(false);
  });
});

describe("a direct fetch that is stopped", () => {
  const reason = new Error("The person stopped it.");

  it.each(["before it is sent", "before an answer"])("fails with the reason: %s", async (when) => {
    const left = new AbortController();
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const url = await start((request) => {
      request.on("close", resolve);
      left.abort(reason);
    });
    if (when === "before it is sent") left.abort(reason);
    await expect(post(url, { signal: left.signal })).rejects.toBe(reason);
    if (when === "before an answer") await gone;
  });

  it("fails with the reason in the middle, and leaves the server", async () => {
    const { url, response } = await startHeld();
    const left = new AbortController();
    const reader = (await post(url, { signal: left.signal })).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("begun");
    const closed = once(await response, "close");
    const next = reader?.read();
    left.abort(reason);
    await expect(next).rejects.toBe(reason);
    await closed;
  });

  it("leaves the server when its reader leaves", async () => {
    const { url, response } = await startHeld();
    const { body } = await post(url);
    const closed = once(await response, "close");
    await body?.cancel();
    await closed;
  });
});

describe("a direct fetch whose connection fails", () => {
  it("says which code it failed with", async () => {
    await expect(post(closedAddress)).rejects.toMatchObject({
      ...{ name: "TypeError", message: "fetch failed" },
      cause: { code: "ECONNREFUSED" },
    });
  });

  it("fails where the answer is cut in the middle", async () => {
    const { url, response } = await startHeld();
    const answer = await post(url);
    const text = answer.text();
    (await response).destroy();
    await expect(text).rejects.toMatchObject({ name: "TypeError", cause: { code: "UND_ERR_SOCKET" } });
  });

  it.each(["ended", "reset"])("asks on another connection where one that was kept has %s", async (how) => {
    let asked = 0;
    const answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
    const server = await startRawServer((socket) => {
      asked += 1;
      socket.write(answer);
      socket.once("data", () => (how === "ended" ? socket.destroy() : socket.resetAndDestroy()));
    });
    onTestFinished(server.close);
    const url = `http://127.0.0.1:${server.port}`;
    expect(await (await post(url)).text()).toBe("ok");
    // A connection is free for the next call once all that hangs on the answer is done.
    await new Promise(setImmediate);
    expect(await (await post(url)).text()).toBe("ok");
    expect([asked, server.countConnections()]).toEqual([2, 2]);
  });

  it("asks once where a new connection is cut", async () => {
    const server = await startRawServer((socket) => void socket.resetAndDestroy());
    onTestFinished(server.close);
    await expect(post(`http://127.0.0.1:${server.port}`)).rejects.toMatchObject({ message: "fetch failed" });
    expect(server.countConnections()).toBe(1);
  });

  it("keeps a connection for the next calls", async () => {
    const ports = new Set<number | undefined>();
    const url = await start((request, response) => {
      ports.add(request.socket.remotePort);
      request.pipe(response);
    });
    for (let call = 0; call < 9; call += 1) {
      await (await post(url)).text();
      await new Promise(setImmediate);
    }
    expect(ports.size).toBe(1);
  });

  it("refuses a certificate that nobody vouches for", async () => {
    const folder = makeTemporaryFolder();
    const [key, cert] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")];
    const kind = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"];
    await promisify(execFile)("openssl", [...kind, "-keyout", key, "-out", cert]);
    const asked: unknown[] = [];
    const pair = { key: await readFile(key), cert: await readFile(cert) };
    const server = createSecureServer(pair, (request, response) => {
      asked.push(request.url);
      response.end();
    });
    const refused = post(`https://${await listen(server)}`);
    await expect(refused).rejects.toMatchObject({ cause: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" } });
    expect(asked).toEqual([]);
  });
});
