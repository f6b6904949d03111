import { createGuardedFetch, type FetchOptions, type GuardOptions } from "@/lib/net/guarded-fetch";
import { createSizeLimit } from "@/lib/net/size-limit";
import { startPageServer, sendPage, type PageServer } from "@/tests/support/page-server";
import { startRawServer, type RawServer } from "@/tests/support/raw-server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { answers, ok, redirect, say, type Answer } from "./guard-answers";
import { lookUp } from "./look-up";

let server: RawServer;
/** Whatever is asked of it got past the guard. */
let forbidden: PageServer;
/** Those of one test. */
const redirects: Record<string, Answer> = {};

beforeAll(async () => {
  forbidden = await startPageServer({ "/": sendPage("secret") });
  server = await startRawServer((socket, path) => {
    const handle = answers[path.split("?")[0] ?? ""] ?? redirects[path];
    if (handle) handle(socket);
    else socket.end("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
  });
});
afterAll(async () => {
  await server.close();
  await forbidden.close();
});
afterEach(() => expect(forbidden.countConnections()).toBe(0));

const limits = { totalMs: 600, connectMs: 300, headersMs: 300, silenceMs: 300 };
/** So long that no load of the machine reaches it. */
const ample = { totalMs: 20_000, connectMs: 20_000, headersMs: 20_000, silenceMs: 20_000 };

function read(path: string, guard: GuardOptions = {}, options: Partial<FetchOptions> = {}) {
  const fetch = createGuardedFetch({ allowedHosts: [`127.0.0.1:${server.port}`], limits: ample, ...guard });
  return fetch(path.startsWith("/") ? `http://127.0.0.1:${server.port}${path}` : path, {
    signal: new AbortController().signal,
    ...options,
  });
}
const toText = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes);

describe("a redirect", () => {
  const targets: [target: (port: number) => string, trick: string][] = [
    [(port) => `http://127.0.0.1:${port}/`, "to this machine"],
    [(port) => `//127.0.0.1:${port}/`, "without a scheme"],
    [(port) => `\\\\127.0.0.1:${port}\\`, "with backslashes"],
    [(port) => `/\\127.0.0.1:${port}/`, "with a slash and a backslash"],
    [(port) => `\thttp://127.0.0.1:${port}/`, "with a tab before"],
    [(port) => `HTTP://0x7f.1:${port}/`, "in hexadecimal"],
    [(port) => `http://2130706433:${port}/`, "in decimal"],
    [(port) => `http://[::ffff:127.0.0.1]:${port}/`, "in IPv6"],
    [(port) => `http://localhost:${port}/`, "to this machine by name"],
    [(port) => `http://public.test:${port}/`, "to a name that leads here"],
    [(port) => `http://a:b@127.0.0.1:${port}/`, "with credentials"],
    [() => "http://metadata.google.internal/", "to metadata by name"],
    [() => "http://example.com:22/", "to another port"],
    [() => "https://user@example.com/", "with a user name"],
    [() => "file:///etc/passwd", "to a file"],
    [() => "ftp://example.com/", "to a file server"],
    [() => "gopher://127.0.0.1:6379/_x", "to an old scheme"],
    [() => "data:text/html,hello", "to data"],
    [() => "javascript:alert(1)", "to a script"],
    [() => "http://./", "to a dot"],
  ];
  const statuses = [301, 302, 303, 307, 308];

  it.each(targets)("is not followed: %s (%s)", async (toTarget, trick) => {
    const resolve = () => Promise.resolve(["127.0.0.1"]);
    for (const status of statuses) {
      redirects[`/${status}/${encodeURIComponent(trick)}`] = redirect(toTarget(forbidden.port), status);
      const path = `/${status}/${encodeURIComponent(trick)}`;
      await expect(read(path, { resolve, ports: [80, 443, forbidden.port] })).rejects.toMatchObject({
        code: "address_refused",
      });
    }
  });

  it.each(["/ping", "/self"])("that goes round is given up: %s", async (path) => {
    await expect(read(path)).rejects.toMatchObject({
      code: "page_unavailable",
      message: expect.stringContaining("more than 5 times"),
    });
  });

  it("is one only in the status and the header of it: neither a page's own nor a hint is followed", async () => {
    expect(toText(await read("/meta"))).toContain("stay");
    expect(toText(await read("/refresh"))).toBe("stay");
    await expect(read("/300")).rejects.toMatchObject({ code: "page_unavailable" });
  });

  it("brings no cookie, no referrer and no credential along", async () => {
    await read("/cookie", {}, { headers: { authorization: "Bearer first" } });
    expect(server.readReceived()).not.toMatch(/^(cookie|referer|origin):/im);
  });

  it("to another origin and back leaves the caller's headers behind for good", async () => {
    const names = [`a.test:${server.port}`, `b.test:${server.port}`];
    redirects["/there"] = redirect(`http://b.test:${server.port}/back`);
    redirects["/back"] = redirect(`http://a.test:${server.port}/page?again`);
    const before = server.readReceived().length;
    await read(
      `http://a.test:${server.port}/there`,
      { allowedHosts: names, resolve: () => Promise.resolve(["127.0.0.1"]) },
      { headers: { authorization: "Bearer only-once" } },
    );
    const sent = server.readReceived().slice(before);
    expect(sent).toContain("GET /page?again");
    expect(sent.match(/only-once/g)).toHaveLength(1);
  });
});

describe("a name", () => {
  const good = "93.184.215.14";
  it.each([
    [["127.0.0.1"], "this machine"],
    [[good, "127.0.0.1"], "one bad behind a good one"],
    [["127.0.0.1", good], "one bad before a good one"],
    [[...Array.from({ length: 50 }, () => good), "10.0.0.1"], "one bad among many"],
    [[good, "::1"], "one bad of the other kind"],
    [["::ffff:127.0.0.1"], "a wrapped one"],
    [["fe80::1%lo"], "a zone"],
    [["0x7f000001"], "a hexadecimal number"],
    [["127.1"], "a short form"],
    [["017700000001"], "an octal number"],
    [["localhost"], "another name"],
    [[""], "nothing that is an address"],
    [["169.254.169.254"], "a metadata service, as behind an alias"],
  ])("that resolves to %j is refused (%s)", async (addresses) => {
    await expect(lookUp(addresses)).rejects.toMatchObject({ code: "address_refused" });
  });

  it.each([[["127.0.0.1"]], [["127.0.0.1", "::1"]], [["::ffff:127.0.0.1"]], [["127.0.0.2", "127.0.0.1"]]])(
    "that resolves to %j is refused before anybody is asked",
    async (addresses) => {
      const guard = { ports: [forbidden.port], resolve: () => Promise.resolve(addresses) };
      await expect(read(`http://name.test:${forbidden.port}/`, guard)).rejects.toMatchObject({
        code: "address_refused",
      });
    },
  );

  it("that resolves to public addresses is connected to at these", async () => {
    await expect(lookUp([good, "2606:4700::1111"])).resolves.toEqual([
      { address: good, family: 4 },
      { address: "2606:4700::1111", family: 6 },
    ]);
  });

  it("that answers differently a moment later is reached where it was checked, and asked once for each connection", async () => {
    let asked = 0;
    const resolve = () => Promise.resolve([asked++ === 0 ? "127.0.0.1" : "127.0.0.2"]);
    const page = await read(`http://name.test:${server.port}/page`, {
      allowedHosts: [`name.test:${server.port}`],
      resolve,
    });
    expect(toText(page)).toBe("hello");
    expect(asked).toBe(1);
  });

  it("that becomes private between a redirect and the next connection is refused there", async () => {
    let asked = 0;
    redirects["/rebind"] = redirect(`http://other.test:${forbidden.port}/`);
    const resolve = () => {
      asked += 1;
      return Promise.resolve(["127.0.0.1"]);
    };
    const guard = { allowedHosts: [`name.test:${server.port}`], ports: [forbidden.port], resolve };
    await expect(read(`http://name.test:${server.port}/rebind`, guard)).rejects.toMatchObject({
      code: "address_refused",
    });
    expect(asked).toBe(2);
  });

  it.each([
    [() => Promise.resolve([]), "page_unavailable"],
    [() => Promise.reject(new Error("SERVFAIL")), "page_unavailable"],
    [() => new Promise<string[]>(() => undefined), "timeout"],
  ])("that does not resolve is told so: %s", async (resolve, code) => {
    await expect(read("http://name.test/", { resolve, limits })).rejects.toMatchObject({ code });
  });
});

describe("a server that is slow", () => {
  it.each([
    ["/silent", "took too long to answer"],
    ["/slow-status", "took too long to answer"],
    ["/slow-headers", "took too long to answer"],
    ["/slow-header-lines", "took too long to answer"],
    ["/hints-drip", "took too long to answer"],
    ["/stall", "stopped in the middle of the page"],
    ["/stall-chunk", "stopped in the middle of the page"],
    ["/drip", "took too long to answer"],
  ])("is given up with what was waited for: %s", async (path, words) => {
    await expect(read(path, { limits })).rejects.toMatchObject({
      code: "timeout",
      message: expect.stringContaining(words),
    });
  });

  it("may take the whole time in parts that are short enough", async () => {
    await expect(read("/drip", { limits: { ...limits, totalMs: 900 } })).rejects.toMatchObject({
      code: "timeout",
    });
  });
});

describe("a server that sends too much", () => {
  it.each([
    "/endless",
    "/endless-chunks",
    "/gzip-bomb",
    "/deflate-bomb",
    "/br-bomb",
    "/nested-bomb",
    "/mixed-bomb",
  ])("is cut off at the limit: %s", async (path) => {
    await expect(read(path)).rejects.toMatchObject({ code: "too_large" });
  });

  it.each([
    "/endless-headers",
    "/endless-header",
    "/endless-status",
    "/endless-trailers",
    "/endless-extension",
    "/continue-flood",
    "/hints-flood",
  ])("beside the page is cut off too: %s", async (path) => {
    await expect(read(path, { limits })).rejects.toMatchObject({
      name: "AppError",
      code: expect.stringMatching(/^(page_unavailable|timeout)$/),
    });
  });

  it("with a redirect or a failure is not listened to", async () => {
    expect(toText(await read("/endless-redirect"))).toBe("hello");
    await expect(read("/endless-404")).rejects.toMatchObject({ code: "not_found" });
  });

  it("is refused by what it announces where its kind is known from the first bytes", async () => {
    const maxBytes = createSizeLimit({ html: 1_000, document: 4_000, text: 2_000 });
    const sendAs = (type: string, body: string) =>
      say(`${ok}content-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    const filler = "a".repeat(3_000);
    redirects["/html"] = sendAs("text/html", filler);
    redirects["/json"] = sendAs("application/json", filler);
    redirects["/pdf"] = sendAs("application/octet-stream", `%PDF-1.7${filler}`);
    redirects["/unnamed-html"] = sendAs("application/octet-stream", `<!doctype html>${"a".repeat(1_500)}`);
    redirects["/unnamed-text"] = sendAs("application/octet-stream", "a".repeat(1_500));
    for (const path of ["/html", "/json", "/unnamed-html"])
      await expect(read(path, {}, { maxBytes })).rejects.toMatchObject({ code: "too_large" });
    for (const path of ["/pdf", "/unnamed-text"])
      await expect(read(path, {}, { maxBytes })).resolves.toMatchObject({ status: 200 });
  });

  it("gives the beginning where only that is wanted", async () => {
    const page = await read("/endless", {}, { maxBytes: 5_000, isCutAtLimit: true });
    expect(page.bytes).toHaveLength(5_000);
  });
});

describe("a server that does not keep to the protocol", () => {
  it.each([
    ...[
      "/old-http",
      "/noise",
      "/smtp",
      "/other-protocol",
      "/no-colon",
      "/zero-in-header",
      "/status-000",
      "/switch",
      "/close",
      "/reset",
      "/half",
    ],
    ...[
      "/long-length",
      "/negative-length",
      "/word-length",
      "/two-lengths",
      "/length-and-chunks",
      "/bad-chunk",
      "/huge-chunk",
      "/304",
      "/status-999",
    ],
    ...["/lying-gzip", "/lying-br", "/cut-gzip"],
  ])("cannot be read: %s", async (path) => {
    await expect(read(path)).rejects.toMatchObject({ name: "AppError", code: "page_unavailable" });
  });

  it.each(["/three-layers", "/unknown-packing", "/prototype-packing"])(
    "packs in a way that nobody unpacks: %s",
    async (path) => {
      await expect(read(path)).rejects.toMatchObject({ code: "unsupported_media" });
    },
  );

  it("is refused for a length that is too large, whatever follows", async () => {
    await expect(read("/large-announced")).rejects.toMatchObject({
      code: expect.stringMatching(/^(too_large|page_unavailable)$/),
    });
  });

  it("gives what it announced and no more", async () => {
    expect(toText(await read("/short-length"))).toBe("hello");
    expect((await read("/204")).bytes).toHaveLength(0);
  });
});
