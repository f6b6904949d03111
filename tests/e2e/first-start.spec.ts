import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { expect, test as base } from "@playwright/test";
import { startApp, type AppServer } from "@/tests/support/app-server";
import { findFreePort } from "@/tests/support/free-port";

const test = base.extend<object, { app: AppServer }>({
  app: [
    async ({}, provide) => {
      const app = await startApp();
      await provide(app);
      await app.close();
    },
    { scope: "worker" },
  ],
});

const secret = "kX9v2LqPz7WmT4sRb8NcY3hJfD6gA1eU";

type Refused = {
  method?: string;
  path: string;
  status: number;
  headers?: Record<string, string>;
  bytes: number;
};

/** Every way to be answered before the body was read to its end, and some where it was. */
const refused: [string, Refused][] = [
  ["a chat of more than a message may have", { path: "/api/chat", status: 413, bytes: 5_000_000 }],
  ["a chat of more than a request may have", { path: "/api/chat", status: 413, bytes: 33_000_000 }],
  ["settings", { method: "PUT", path: "/api/admin/settings", status: 413, bytes: 5_000_000 }],
  ["a file", { path: "/api/files", status: 413, bytes: 5_000_000 }],
  ["a file of another form", { path: "/api/files", status: 400, bytes: 2_000_000 }],
  [
    "another site's",
    { path: "/api/chat", status: 403, headers: { origin: "https://a.example" }, bytes: 2_000_000 },
  ],
  [
    "another site's, small",
    { path: "/api/chat", status: 403, headers: { origin: "https://a.example" }, bytes: 100 },
  ],
  ["no JSON", { path: "/api/chat", status: 400, bytes: 100 }],
  ["an address that is not there", { path: "/api/nothing", status: 404, bytes: 2_000_000 }],
  ["a method that is not there", { path: "/api/health", status: 405, bytes: 2_000_000 }],
];

for (const isChunked of [false, true]) {
  const how = isChunked ? "in chunks" : "with its length";
  for (const [name, { method = "POST", path, status, headers = {}, bytes }] of refused) {
    test(`a connection serves the next request after ${name} was refused, sent ${how}`, async ({ app }) => {
      const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
      let received = "";
      socket.on("data", (data) => void (received += data.toString("latin1")));
      const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, code]) => Number(code));
      const body = Buffer.alloc(bytes, "x");
      const head = { host: new URL(app.url).host, "content-type": "application/json", ...headers };
      for (let count = 0; count < 5; count += 1) {
        received = "";
        socket.write(toHead(`${method} ${path}`, { ...head, ...toLength(bytes, isChunked) }));
        if (isChunked) socket.write(`${bytes.toString(16)}\r\n`);
        socket.write(body);
        if (isChunked) socket.write("\r\n0\r\n\r\n");
        await expect.poll(statuses, { timeout: 15_000 }).toEqual([status]);
        socket.write(toHead("GET /api/health", { host: head.host }));
        await expect.poll(statuses, { timeout: 15_000 }).toEqual([status, 200]);
      }
      socket.destroy();
    });

    test(`Node's fetch goes on after ${name} was refused, sent ${how}`, async ({ app }) => {
      for (let count = 0; count < 5; count += 1) {
        const body = isChunked ? new Blob(["x".repeat(bytes)]).stream() : "x".repeat(bytes);
        const sent = { method, headers, body, duplex: "half" };
        const response = await fetch(`${app.url}${path}`, sent);
        expect(response.status).toBe(status);
        await response.text();
      }
    });
  }
}

function toHead(request: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${request} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}

function toLength(bytes: number, isChunked: boolean): Record<string, string> {
  return isChunked ? { "transfer-encoding": "chunked" } : { "content-length": String(bytes) };
}

const asked = [
  ["GET", "/"],
  ["GET", "/admin"],
  ["GET", "/api/conversations"],
  ["POST", "/api/chat"],
  ["POST", "/api/auth/sign-in/email"],
] as const;

for (const [mode, env] of [
  ["without accounts", {}],
  ["with accounts", { AUTH_URL: "http://localhost:4160", AUTH_SECRET: secret }],
] as const) {
  test(`a server ${mode} tells who asks another host where it answers, and logs what was asked`, async ({
    request,
  }) => {
    const app = await startApp({ env: { ...env, LOG_LEVEL: "info" } });
    const address = mode === "without accounts" ? app.url : "http://localhost:4160";
    for (const [index, [method, path]] of asked.entries()) {
      const host = `other${index}.example`;
      const response = await request.fetch(`${app.url}${path}`, { method, headers: { host } });
      expect(response.status(), path).toBe(403);
      expect(await response.text(), path).toContain(address);
      expect(app.output(), path).toContain(`"event":"host_refused","host":"${host}","address":"${address}"`);
    }
    await app.close();
    const lines = app.output().trimEnd().split("\n");
    expect(lines.filter((line) => !line.startsWith('{"time":"'))).toEqual([]);
    expect(lines.at(-1)).toContain('"event":"server_stops","signal":"SIGTERM"');
  });
}

const refusals: [string, Record<string, string>, string][] = [
  [
    "another machine could reach it without accounts",
    { HOST: "0.0.0.0" },
    "Sextant cannot start. Set AUTH_URL to the address that people open, or use HOST=127.0.0.1. Without accounts, HOST=0.0.0.0 would let anyone in.",
  ],
  [
    "its address has a path",
    { AUTH_URL: "https://chat.example.org/ai" },
    "Sextant cannot start. Fix the environment: AUTH_URL should be an address without a path, such as https://chat.example.org.",
  ],
];

for (const [why, env, sentence] of refusals) {
  test(`a server does not start where ${why}, and says what to do`, async () => {
    const server = spawn(process.execPath, ["scripts/lib/serve-build.mjs"], {
      env: {
        ...process.env,
        AUTH_URL: "",
        PORT: "0",
        NEXT_DIST_DIR: process.env["NEXT_DIST_DIR"] ?? ".next-test",
        ...env,
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let output = "";
    server.stderr.on("data", (data: Buffer) => void (output += data.toString()));
    const [code] = (await once(server, "exit")) as [number];
    expect(code).toBe(1);
    expect(output).toContain(sentence);
  });
}

test("a server says in its log that nobody answers for its model, before the first question @core", async () => {
  const app = await startApp({ env: { LOCAL_BASE_URL: "http://127.0.0.1:9/v1", LOCAL_MODEL: "x" } });
  await expect
    .poll(app.output)
    .toContain('"event":"model_not_ready","reason":"Local server does not answer."');
  await app.close();
});

for (const name of ["127.0.0.1", "localhost"]) {
  test(`the line of a start names the address that answers, with AUTH_URL at ${name}`, async ({
    request,
  }) => {
    const port = await findFreePort();
    const url = `http://${name}:${port}`;
    const distDir = process.env["NEXT_DIST_DIR"] ?? ".next-test";
    const code = `(await import("./scripts/lib/serve.mjs")).serveProduct(${JSON.stringify({ host: "127.0.0.1", port, distDir, siteUrl: url })})`;
    const server = spawn(process.execPath, ["--input-type=module", "-e", code], {
      env: { ...process.env, AUTH_URL: url, AUTH_SECRET: secret, DATA_DIR: test.info().outputPath("data") },
    });
    let output = "";
    server.stdout.on("data", (data: Buffer) => void (output += data.toString()));
    const line = /Sextant is ready at (http:\/\/\S+)/;
    await expect.poll(() => line.exec(output)?.[1], { timeout: 60_000 }).toBe(url);
    expect((await request.get(line.exec(output)?.[1] ?? "")).status()).toBe(200);
    server.kill("SIGTERM");
    await once(server, "exit");
  });
}
