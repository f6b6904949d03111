import { connect } from "node:net";
import { openGuardingProxy, type GuardingProxy, type ProxyOptions } from "@/lib/net/guarding-proxy";
import { sendPage, startPageServer, type PageServer } from "@/tests/support/page-server";
import { startRawServer } from "@/tests/support/raw-server";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";

let site: PageServer;
/** Whatever is asked of it got past the proxy. */
let forbidden: PageServer;
const password = "only-for-this-process";
const names: Record<string, string[]> = {
  "inside.test": ["127.0.0.2"],
  "here.test": ["127.0.0.1"],
  "mixed.test": ["127.0.0.2", "127.0.0.1"],
};

beforeAll(async () => {
  site = await startPageServer({
    "/page": sendPage("hello"),
    "/large": sendPage("a".repeat(200_000)),
    "/echo": (request, response) => response.end(JSON.stringify(request.headers)),
    "/silent": () => undefined,
  });
  forbidden = await startPageServer({});
});
afterAll(async () => {
  await site.close();
  await forbidden.close();
});
afterEach(() => expect(forbidden.countConnections()).toBe(0));

async function openProxy(options: Partial<ProxyOptions> = {}): Promise<GuardingProxy> {
  const resolve = (hostname: string) => Promise.resolve(names[hostname] ?? ["127.0.0.1"]);
  const proxy = await openGuardingProxy({
    rules: { allowedHosts: [`site.test:${site.port}`], ports: [80, 443, forbidden.port] },
    resolve,
    password,
    ...options,
  });
  onTestFinished(proxy.close);
  return proxy;
}

const credentials = `Proxy-Authorization: Basic ${Buffer.from(`sextant:${password}`).toString("base64")}`;

/** Sends the bytes and gives all that comes back until the proxy ends the connection, or until what is waited for has come. */
function talk(proxy: GuardingProxy, lines: string[], until?: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(Number(new URL(proxy.server).port), "127.0.0.1", () =>
      socket.write(`${lines.join("\r\n")}\r\n\r\n`),
    );
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      if (until !== undefined && answer.includes(until)) socket.destroy();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
  });
}
const get = (proxy: GuardingProxy, url: string, headers = [credentials]) =>
  talk(proxy, [
    `GET ${url} HTTP/1.1`,
    `Host: ${URL.parse(url)?.host ?? "x"}`,
    "Connection: close",
    ...headers,
  ]);
const tunnel = (proxy: GuardingProxy, authority: string, headers = [credentials], until?: string) =>
  talk(proxy, [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`, ...headers], until);

describe("the guarding proxy", () => {
  it("listens on loopback only", async () => {
    expect((await openProxy()).server).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it("passes a plain request on to a host that is allowed, without what is meant for the proxy", async () => {
    const answer = await get(await openProxy(), `http://site.test:${site.port}/echo`, [
      credentials,
      "Host: forged.test",
      "Proxy-Connection: keep-alive",
      "X-Kept: yes",
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 200/);
    expect(answer).toContain(`"host":"site.test:${site.port}"`);
    expect(answer).toContain('"x-kept":"yes"');
    expect(answer).not.toMatch(/proxy-/i);
  });

  it("opens a tunnel to a host that is allowed", async () => {
    const proxy = await openProxy();
    const inner = `GET /page HTTP/1.1\r\nHost: a\r\nConnection: close`;
    const answer = await talk(
      proxy,
      [`CONNECT site.test:${site.port} HTTP/1.1`, credentials, "", inner],
      "hello",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 Connected/);
    expect(answer).toContain("hello");
  });

  it.each([
    [[]],
    [["Proxy-Authorization: Basic c2V4dGFudDp3cm9uZw=="]],
    [["Proxy-Authorization: Bearer x"]],
    [["Authorization: Basic eA=="]],
  ])("lets nobody through without its password: %j", async (headers) => {
    const proxy = await openProxy();
    const before = site.countConnections();
    expect(await get(proxy, `http://site.test:${site.port}/page`, headers)).toMatch(/^HTTP\/1\.1 407/);
    expect(await tunnel(proxy, `site.test:${site.port}`, headers)).toMatch(/^HTTP\/1\.1 407/);
    expect(site.countConnections()).toBe(before);
  });

  it.each([
    (port: number) => `127.0.0.1:${port}`,
    (port: number) => `localhost:${port}`,
    (port: number) => `[::1]:${port}`,
    (port: number) => `[::ffff:127.0.0.1]:${port}`,
    (port: number) => `0x7f.1:${port}`,
    (port: number) => `2130706433:${port}`,
    () => "metadata.google.internal:80",
    () => "example.com:22",
    () => "example.com:25",
    () => "user@example.com:443",
    () => "user:pass@example.com:443",
  ])("refuses a tunnel and a request to an address that is not allowed: %s", async (toAuthority) => {
    const proxy = await openProxy();
    const authority = toAuthority(forbidden.port);
    expect(await tunnel(proxy, authority)).toMatch(/^HTTP\/1\.1 403/);
    expect(await get(proxy, `http://${authority}/`)).toMatch(/^HTTP\/1\.1 403/);
    expect(proxy.listRefusals()).toHaveLength(2);
  });

  it.each([
    "example.com",
    "example.com:443/path",
    "example.com:443?x",
    ":443",
    "example.com:https",
    "http://example.com:443",
  ])("opens no tunnel to %s", async (authority) => {
    expect(await tunnel(await openProxy(), authority)).toMatch(/^HTTP\/1\.1 (403|400)/);
  });

  it.each(["file:///etc/passwd", "ftp://example.com/", "/page", "gopher://a.test/"])(
    "refuses a request for %s",
    async (url) => {
      expect(await get(await openProxy(), url)).toMatch(/^HTTP\/1\.1 (403|400)/);
    },
  );

  it.each(["inside.test", "here.test", "mixed.test"])(
    "reaches nobody by a name that leads inside: %s",
    async (name) => {
      const proxy = await openProxy();
      expect(await tunnel(proxy, `${name}:${forbidden.port}`)).toMatch(/^HTTP\/1\.1 502/);
      expect(await get(proxy, `http://${name}:${forbidden.port}/`)).toMatch(/^HTTP\/1\.1 502/);
    },
  );

  it("ends everything when more bytes have passed than may", async () => {
    const proxy = await openProxy({ limits: { maxBytes: 50_000 } });
    expect((await get(proxy, `http://site.test:${site.port}/large`)).length).toBeLessThan(150_000);
    expect(await get(proxy, `http://site.test:${site.port}/page`)).not.toContain("hello");
  });

  it("ends what takes too long, plain or in a tunnel", async () => {
    const proxy = await openProxy({ limits: { totalMs: 200, silenceMs: 150 } });
    expect(await get(proxy, `http://site.test:${site.port}/silent`)).toMatch(/^HTTP\/1\.1 502/);
    expect(await tunnel(proxy, `site.test:${site.port}`)).toMatch(/^HTTP\/1\.1 200/);
  });

  it("opens no more connections than it may", async () => {
    const proxy = await openProxy({ limits: { maxConnections: 1 } });
    expect(await get(proxy, `http://site.test:${site.port}/page`)).toContain("hello");
    expect(await get(proxy, `http://site.test:${site.port}/page`)).toMatch(/^HTTP\/1\.1 502/);
    expect(await tunnel(proxy, `site.test:${site.port}`)).toMatch(/^HTTP\/1\.1 503/);
  });

  it("survives a server that talks nonsense", async () => {
    const raw = await startRawServer((socket) => void socket.end("nonsense\r\n\r\n"));
    onTestFinished(raw.close);
    const proxy = await openProxy({ rules: { allowedHosts: [`raw.test:${raw.port}`] } });
    expect(await get(proxy, `http://raw.test:${raw.port}/`)).toMatch(/^HTTP\/1\.1 502/);
  });

  it("leaves nothing open when it is closed", async () => {
    const proxy = await openProxy();
    const talking = tunnel(proxy, `site.test:${site.port}`);
    await proxy.close();
    await talking;
    await site.waitUntilIdle();
    expect(site.countOpenSockets()).toBe(0);
  });
});
