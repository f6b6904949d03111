import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/api/image/route";
import { sendPage, startPageServer, type PageServer } from "@/tests/support/page-server";
import { openTestServices, type TestServices } from "@/tests/support/test-services";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
let server: PageServer;
let services: TestServices;

beforeAll(async () => {
  server = await startPageServer({
    "/p.png": sendPage(png, { "content-type": "image/png", "set-cookie": "theirs=1" }),
    "/svg": sendPage("<svg onload='alert(1)'/>", { "content-type": "image/svg+xml" }),
  });
  services = await openTestServices({ WEB_FETCH_ALLOWED_HOSTS: `127.0.0.1:${server.port}` });
  Object.assign(globalThis, { [Symbol.for("sextant.services")]: Promise.resolve(services) });
});
afterAll(async () => {
  await services.dispose();
  await server.close();
});

const load = (url: string | null, headers: Record<string, string> = {}) => {
  const query = url === null ? "" : `?url=${encodeURIComponent(url)}`;
  const request = new Request(`http://127.0.0.1:3000/api/image${query}`, {
    headers: { host: "127.0.0.1:3000", cookie: "ours=1", ...headers },
  });
  return GET(request, { params: Promise.resolve({}) });
};

describe("GET /api/image", () => {
  it("answers with the picture and with nothing else of its site, in a way that nothing in it can run", async () => {
    const response = await load(`${server.url}/p.png`, {
      "sec-fetch-site": "same-origin",
      "sec-fetch-dest": "image",
    });
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true);
    expect(Object.fromEntries(response.headers)).toEqual({
      "cache-control": "private, no-cache",
      "content-disposition": "inline",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-type": "image/png",
      "cross-origin-resource-policy": "same-origin",
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    expect(server.requests.at(-1)?.headers).not.toHaveProperty("cookie");
  });

  it("does not send again what the browser has, and sends what has changed since", async () => {
    const etag = (await load(`${server.url}/p.png`)).headers.get("etag") ?? "";
    const again = await load(`${server.url}/p.png`, { "if-none-match": `"other", W/${etag}` });
    expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, etag, ""]);
    expect(again.headers.get("cache-control")).toBe("private, no-cache");
    expect((await load(`${server.url}/p.png`, { "if-none-match": '"other"' })).status).toBe(200);
  });

  it.each([
    ["a page of another site asks", { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" }],
    ["it is opened as a page", { "sec-fetch-site": "same-origin", "sec-fetch-dest": "document" }],
    ["it is typed in", { "sec-fetch-site": "none", "sec-fetch-dest": "document" }],
    ["another server asks for it by a name of its own", { host: "evil.example" }],
  ])("reaches nobody when %s", async (_kind, headers) => {
    const before = server.requests.length;
    expect((await load(`${server.url}/p.png`, headers as Record<string, string>)).status).toBe(403);
    expect(server.requests).toHaveLength(before);
  });

  it.each([
    [null, 400, "invalid_request"],
    ["", 400, "invalid_request"],
    ["http://10.0.0.1/p.png", 400, "address_refused"],
    ["svg", 415, "unsupported_media"],
  ])("refuses %s with %i", async (path, status, code) => {
    const response = await load(path === "svg" ? `${server.url}/svg` : path);
    expect(response.status).toBe(status);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toMatchObject({ code });
  });
});
