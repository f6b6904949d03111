import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGuardedFetch, createTrustedFetch, type GuardOptions } from "@/lib/net/guarded-fetch";
import {
  sendPage,
  sendRedirect,
  sendStatus,
  startPageServer,
  type PageHandler,
  type PageServer,
} from "@/tests/support/page-server";

const megabyte = 1024 * 1024;
let server: PageServer;
/** Never allowed: whatever is asked of it got past the guard. */
let forbidden: PageServer;

const sendForever: PageHandler = (_request, response) => {
  response.writeHead(200, { "content-type": "text/plain" });
  const chunk = Buffer.alloc(64 * 1024, "a");
  const pump = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", pump);
  pump();
};
const neverAnswer: PageHandler = () => undefined;
const stallAfterHeaders: PageHandler = (_request, response) =>
  void response.writeHead(200, { "content-type": "text/plain" }).write("start");
const cutOff: PageHandler = (_request, response) => {
  response.writeHead(200, { "content-type": "text/plain", "content-length": "100" });
  response.write("half", () => response.destroy());
};

beforeAll(async () => {
  forbidden = await startPageServer({ "/": sendPage("secret") });
  const pages: Record<string, PageHandler> = {
    "/plain": sendPage("hello"),
    "/gzip": sendPage(gzipSync("hello gzip"), { "content-type": "text/plain", "content-encoding": "gzip" }),
    "/deflate": sendPage(deflateSync("hello deflate"), {
      "content-type": "text/plain",
      "content-encoding": "deflate",
    }),
    "/br": sendPage(brotliCompressSync("hello br"), {
      "content-type": "text/plain",
      "content-encoding": "br",
    }),
    "/broken-gzip": sendPage("no gzip at all", { "content-type": "text/plain", "content-encoding": "gzip" }),
    "/odd-encoding": sendPage("x", { "content-type": "text/plain", "content-encoding": "constructor" }),
    "/layers": sendPage(gzipSync(gzipSync(gzipSync("x"))), {
      "content-type": "text/plain",
      "content-encoding": "gzip, gzip, gzip",
    }),
    "/bomb": sendPage(gzipSync(Buffer.alloc(200 * megabyte)), {
      "content-type": "text/plain",
      "content-encoding": "gzip",
    }),
    "/large": sendPage("a".repeat(3 * megabyte)),
    "/endless": sendForever,
    "/silent": neverAnswer,
    "/stall": stallAfterHeaders,
    "/cut": cutOff,
    "/hop": sendRedirect("/hop2", 301),
    "/hop2": sendRedirect("plain?from=hop", 307),
    "/loop": sendRedirect("/loop"),
    "/to-forbidden": (request, response) => sendRedirect(`${forbidden.url}/`)(request, response),
    "/to-decimal": sendRedirect("http://2130706433/"),
    "/to-file": sendRedirect("file:///etc/passwd"),
    "/to-name": (request, response) =>
      sendRedirect(`http://public.test:${forbidden.port}/`)(request, response),
    "/to-credentials": (request, response) =>
      sendRedirect(`http://a:b@127.0.0.1:${server.port}/plain`)(request, response),
    "/to-other-name": (request, response) =>
      sendRedirect(`http://other.test:${server.port}/plain`)(request, response),
    "/no-location": sendStatus(302),
    "/cookie": (_request, response) =>
      response.writeHead(302, { location: "/plain?cookie", "set-cookie": "session=1" }).end(),
  };
  for (const status of [400, 401, 403, 404, 410, 418, 451, 500, 502, 503])
    pages[`/status/${status}`] = sendStatus(status);
  pages["/status/429"] = sendStatus(429, { "retry-after": "17" });
  server = await startPageServer(pages);
});

afterAll(async () => {
  await server.close();
  await forbidden.close();
});

function read(path: string, options: GuardOptions = {}, signal = new AbortController().signal) {
  const fetch = createGuardedFetch({ allowedHosts: [`127.0.0.1:${server.port}`], ...options });
  return fetch(path.startsWith("http") ? path : `${server.url}${path}`, { signal });
}

describe("createGuardedFetch", () => {
  it("reads a page of an allowed host and says where it was found", async () => {
    const page = await read("/plain");
    expect(new TextDecoder().decode(page.bytes)).toBe("hello");
    expect(page).toMatchObject({
      url: `${server.url}/plain`,
      status: 200,
      contentType: "text/html; charset=utf-8",
      redirects: [],
    });
  });

  it("says who it is and sends no cookies", async () => {
    await read("/cookie");
    const last = server.requests.at(-1);
    expect(last?.path).toBe("/plain?cookie");
    expect(last?.headers["user-agent"]).toContain("Sextant/");
    expect(last?.headers.cookie).toBeUndefined();
  });

  it.each(["gzip", "deflate", "br"])("unpacks %s", async (encoding) => {
    const page = await read(`/${encoding}`);
    expect(new TextDecoder().decode(page.bytes)).toBe(`hello ${encoding}`);
  });

  it("follows redirects, relative ones too, and lists them", async () => {
    const page = await read("/hop");
    expect(page.url).toBe(`${server.url}/plain?from=hop`);
    expect(page.redirects).toEqual([`${server.url}/hop`, `${server.url}/hop2`]);
  });

  it.each(["/loop", "/no-location", "/broken-gzip", "/cut"])(
    "reports %s as a page that cannot be read",
    async (path) => {
      await expect(read(path)).rejects.toMatchObject({ code: "page_unavailable" });
    },
  );

  it("stops a redirect loop after five redirects", async () => {
    const before = server.requests.length;
    await expect(read("/loop")).rejects.toThrow(/more than 5 times/);
    expect(server.requests.length - before).toBe(6);
  });

  it.each(["/odd-encoding", "/layers"])("refuses the packing of %s", async (path) => {
    await expect(read(path)).rejects.toMatchObject({ code: "unsupported_media" });
  });

  it.each([
    [400, "page_refused"],
    [401, "page_refused"],
    [403, "page_refused"],
    [404, "not_found"],
    [410, "not_found"],
    [418, "page_refused"],
    [451, "page_refused"],
    [500, "page_unavailable"],
    [502, "page_unavailable"],
    [503, "page_unavailable"],
  ])("reports status %i as %s", async (status, code) => {
    await expect(read(`/status/${status}`)).rejects.toMatchObject({ code });
  });

  it("passes on how long a server asks to wait", async () => {
    await expect(read("/status/429")).rejects.toMatchObject({ code: "page_unavailable", retryAfter: 17 });
  });

  it("reports a port where nobody listens as unavailable", async () => {
    const closed = await startPageServer({});
    await closed.close();
    await expect(
      read(`${closed.url}/`, { allowedHosts: [`127.0.0.1:${closed.port}`] }),
    ).rejects.toMatchObject({ code: "page_unavailable" });
  });
});

describe("the guard", () => {
  it.each(["/to-forbidden", "/to-decimal", "/to-file", "/to-credentials"])(
    "refuses the redirect of %s and asks nobody",
    async (path) => {
      await expect(read(path)).rejects.toMatchObject({ code: "address_refused" });
      expect(forbidden.countConnections()).toBe(0);
    },
  );

  it("refuses a private address that nobody allowed, without connecting", async () => {
    await expect(read(`${forbidden.url}/`)).rejects.toMatchObject({ code: "address_refused" });
    expect(forbidden.countConnections()).toBe(0);
  });

  it.each([[["127.0.0.1"]], [["127.0.0.2", "127.0.0.1"]], [["::1"]], [["::ffff:127.0.0.1"]]])(
    "refuses a name that resolves to %j, without connecting",
    async (addresses) => {
      const options = { ports: [forbidden.port], resolve: () => Promise.resolve(addresses) };
      await expect(read(`http://public.test:${forbidden.port}/`, options)).rejects.toMatchObject({
        code: "address_refused",
      });
      expect(forbidden.countConnections()).toBe(0);
    },
  );

  it("does not tell which address a refused name has", async () => {
    const options = { resolve: () => Promise.resolve(["127.0.0.2"]) };
    await expect(read("http://public.test/", options)).rejects.toThrow(
      /^public\.test was not read: its address leads back to this machine\.$/,
    );
  });

  it("judges a name again when a redirect leads back to it", async () => {
    const resolve = () => Promise.resolve(["127.0.0.1"]);
    await expect(read("/to-name", { ports: [forbidden.port], resolve })).rejects.toMatchObject({
      code: "address_refused",
    });
    expect(forbidden.countConnections()).toBe(0);
  });

  it("connects to the address it checked even when the name answers differently a moment later", async () => {
    const answers = [["127.0.0.1"], ["127.0.0.2"]];
    const asked: string[] = [];
    const resolve = (hostname: string) => {
      asked.push(hostname);
      return Promise.resolve(answers.shift() ?? []);
    };
    const page = await read(`http://wiki.test:${server.port}/plain`, {
      allowedHosts: [`wiki.test:${server.port}`],
      resolve,
    });
    expect(page.status).toBe(200);
    expect(asked).toEqual(["wiki.test"]);
  });

  it("reports a name that does not resolve", async () => {
    await expect(read("http://nowhere.test/", { resolve: () => Promise.resolve([]) })).rejects.toMatchObject({
      code: "page_unavailable",
    });
    await expect(
      read("http://nowhere.test/", { resolve: () => Promise.reject(new Error("ENOTFOUND")) }),
    ).rejects.toMatchObject({ code: "page_unavailable" });
  });

  it("sends the caller's headers to the first origin only", async () => {
    const resolve = () => Promise.resolve(["127.0.0.1"]);
    const fetch = createGuardedFetch({
      allowedHosts: [`127.0.0.1:${server.port}`, `other.test:${server.port}`],
      resolve,
    });
    await fetch(`${server.url}/to-other-name`, {
      signal: new AbortController().signal,
      headers: { authorization: "Bearer key" },
    });
    const [first, second] = server.requests.slice(-2);
    expect(first?.headers.authorization).toBe("Bearer key");
    expect(second?.path).toBe("/plain");
    expect(second?.headers.authorization).toBeUndefined();
  });
});

describe("the limits", () => {
  const short = { limits: { totalMs: 300 } };

  it.each(["/silent", "/stall"])("gives up on %s and closes the connection", async (path) => {
    await expect(read(path, short)).rejects.toMatchObject({ code: "timeout" });
    await server.waitUntilIdle();
    expect(server.countOpenSockets()).toBe(0);
  });

  it("gives up on a resolver that never answers", async () => {
    const resolve = () => new Promise<string[]>(() => undefined);
    await expect(read("http://slow.test/", { ...short, resolve })).rejects.toMatchObject({ code: "timeout" });
  });

  it.each(["/large", "/endless", "/bomb"])(
    "stops reading %s at two megabytes and closes the connection",
    async (path) => {
      await expect(read(path)).rejects.toMatchObject({ code: "too_large" });
      await server.waitUntilIdle();
      expect(server.countOpenSockets()).toBe(0);
    },
  );

  it("leaves no connection open after a page, a redirect or a failure", async () => {
    await read("/hop");
    await expect(read("/status/404")).rejects.toMatchObject({ code: "not_found" });
    await server.waitUntilIdle();
    expect(server.countOpenSockets()).toBe(0);
  });

  it("stops when the caller stops it, before and while it reads", async () => {
    await expect(read("/plain", {}, AbortSignal.abort())).rejects.toMatchObject({ code: "aborted" });
    const stopper = new AbortController();
    const started = startPageServer({
      "/": (_request, response) => {
        response.writeHead(200).write("start");
        stopper.abort();
      },
    });
    const slow = await started;
    await expect(
      read(`${slow.url}/`, { allowedHosts: [`127.0.0.1:${slow.port}`] }, stopper.signal),
    ).rejects.toMatchObject({ code: "aborted" });
    await slow.waitUntilIdle();
    await slow.close();
  });
});

describe("createTrustedFetch", () => {
  it("reads a private server that the configuration names, and not what it redirects to", async () => {
    const fetch = createTrustedFetch([server.url]);
    const { signal } = new AbortController();
    await expect(fetch(`${server.url}/plain`, { signal })).resolves.toMatchObject({ status: 200 });
    await expect(fetch(`${server.url}/to-forbidden`, { signal })).rejects.toMatchObject({
      code: "address_refused",
    });
    expect(forbidden.countConnections()).toBe(0);
  });

  it("L2: trusts exactly the port of that server, and no other of its host", async () => {
    const other = `http://127.0.0.1:${new URL(forbidden.url).port}/plain`;
    const [port] = [Number(new URL(forbidden.url).port)];
    const fetch = createTrustedFetch([server.url], { ports: [80, 443, port] });
    const { signal } = new AbortController();
    await expect(fetch(other, { signal })).rejects.toMatchObject({ code: "address_refused" });
    await expect(
      createTrustedFetch(["http://127.0.0.1"], { ports: [80, port] })(other, { signal }),
    ).rejects.toMatchObject({
      code: "address_refused",
    });
    expect(forbidden.countConnections()).toBe(0);
  });

  it("rejects a base address that is none", () => {
    expect(() => createTrustedFetch(["wiki"])).toThrow(expect.objectContaining({ code: "configuration" }));
  });
});
