import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGuardedFetch } from "@/lib/net/guarded-fetch";
import { createPictureProxy } from "@/lib/net/picture-proxy";
import { findPictureType, readPicture } from "@/lib/net/picture-proxy";
import {
  sendPage,
  sendRedirect,
  sendStatus,
  startPageServer,
  type PageHandler,
  type PageServer,
} from "@/tests/support/page-server";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const script = "<script>alert(1)</script>";
const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`;
const toBytes = (text: string) => Buffer.from(text, "latin1");
const toFtyp = (brands: string[]) =>
  toBytes(
    `\0\0\0${String.fromCharCode(16 + 4 * (brands.length - 1))}ftyp${brands[0]}\0\0\0\0${brands.slice(1).join("")}`,
  );

let server: PageServer;
/** Never allowed: whatever is asked of it got past the guard. */
let forbidden: PageServer;

const sendForever: PageHandler = (_request, response) => {
  response.writeHead(200, { "content-type": "image/png" }).write(png);
  const chunk = Buffer.alloc(64 * 1024);
  const pump = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", pump);
  pump();
};

beforeAll(async () => {
  forbidden = await startPageServer({ "/p.png": sendPage(png, { "content-type": "image/png" }) });
  server = await startPageServer({
    "/p.png": sendPage(png, { "content-type": "image/png" }),
    "/misnamed": sendPage(png, { "content-type": "text/html" }),
    "/html.png": sendPage(script, { "content-type": "image/png" }),
    "/svg": sendPage(svg, { "content-type": "image/svg+xml" }),
    "/svg.png": sendPage(svg, { "content-type": "image/png" }),
    "/empty": sendPage("", { "content-type": "image/png" }),
    "/endless": sendForever,
    "/missing": sendStatus(404),
    "/silent": () => undefined,
    "/to-forbidden": (request, response) => sendRedirect(`${forbidden.url}/p.png`)(request, response),
    "/to-metadata": sendRedirect("http://169.254.169.254/latest/meta-data/"),
    "/to-file": sendRedirect("file:///etc/passwd"),
    "/hop": sendRedirect("/p.png"),
  });
});
afterAll(() => Promise.all([server.close(), forbidden.close()]));

const openFetch = () =>
  createGuardedFetch({ allowedHosts: [`127.0.0.1:${server.port}`], limits: { totalMs: 5_000 } });
const read = (path: string) => readPicture(openFetch(), `${server.url}${path}`, new AbortController().signal);

describe("a picture of another site", () => {
  it.each(["/p.png", "/hop", "/misnamed"])("at %s is taken for what its first bytes are", async (path) => {
    expect(await read(path)).toMatchObject({ mediaType: "image/png", bytes: new Uint8Array(png) });
  });

  it("is asked for without cookies, and says what we are", async () => {
    await read("/p.png");
    const headers = server.requests.findLast(({ path }) => path === "/p.png")?.headers;
    expect(headers).not.toHaveProperty("cookie");
    expect(headers).not.toHaveProperty("referer");
    expect(headers?.["user-agent"]).toMatch(/Sextant/);
  });

  it.each([
    ["a page that calls itself a picture", "/html.png", "unsupported_media"],
    ["an SVG, which can hold scripts", "/svg", "unsupported_media"],
    ["an SVG that calls itself PNG", "/svg.png", "unsupported_media"],
    ["nothing", "/empty", "unsupported_media"],
    ["a picture without an end", "/endless", "too_large"],
    ["a way to a private host", "/to-forbidden", "address_refused"],
    ["a way to the cloud's metadata", "/to-metadata", "address_refused"],
    ["a way to a file", "/to-file", "address_refused"],
    ["what is not there", "/missing", "not_found"],
  ])("is refused when it is %s", async (_kind, path, code) => {
    await expect(read(path)).rejects.toMatchObject({ code });
    expect(forbidden.requests).toEqual([]);
  });

  it.each([
    "http://127.0.0.1:1/p.png",
    "http://localhost/p.png",
    "file:///etc/passwd",
    "data:image/png;base64,AA==",
    "http://[::1]/p.png",
    "p.png",
  ])("is not looked for at %s", async (url) => {
    await expect(readPicture(openFetch(), url, new AbortController().signal)).rejects.toMatchObject({
      code: "address_refused",
    });
  });
});

describe("the kind of a picture", () => {
  it.each([
    [png, "image/png"],
    [toBytes("\xff\xd8\xff\xe0\0\x10JFIF"), "image/jpeg"],
    [toBytes("GIF89a..."), "image/gif"],
    [toBytes("RIFF\x24\0\0\0WEBPVP8 "), "image/webp"],
    [toFtyp(["avif"]), "image/avif"],
    [toFtyp(["mif1", "miaf", "avif"]), "image/avif"],
    [toFtyp(["isom", "mp42"]), null],
    [toBytes("RIFF\x24\0\0\0WAVEfmt "), null],
    [toBytes(`\n${svg}`), null],
    [toBytes("BM......"), null],
    [toBytes("%PDF-1.7"), null],
    [toBytes("\xef\xbb\xbfGIF89a"), null],
  ])("is known by its first bytes (%#)", (bytes, type) => {
    expect(findPictureType(new Uint8Array(bytes))).toBe(type);
  });
});

describe("pictures for a person", () => {
  it("are asked of their site once, and again for somebody else", async () => {
    const proxy = createPictureProxy(openFetch());
    const load = (person: string) => proxy.load(person, `${server.url}/p.png`, new AbortController().signal);
    const before = server.requests.length;
    expect(await load("u1")).toEqual(await load("u1"));
    expect(server.requests.length - before).toBe(1);
    await load("u2");
    expect(server.requests.length - before).toBe(2);
  });

  it("are loaded four at a time, and others' do not count", async () => {
    const proxy = createPictureProxy(openFetch());
    const left = new AbortController();
    const held = Array.from({ length: 4 }, () => proxy.load("u1", `${server.url}/silent`, left.signal));
    await expect(proxy.load("u1", `${server.url}/p.png`, left.signal)).rejects.toMatchObject({
      code: "overloaded",
      retryAfter: 2,
    });
    expect(await proxy.load("u2", `${server.url}/p.png`, left.signal)).toMatchObject({
      mediaType: "image/png",
    });
    left.abort();
    expect((await Promise.allSettled(held)).map(({ status }) => status)).toEqual(
      Array.from({ length: 4 }, () => "rejected"),
    );
    expect(await proxy.load("u1", `${server.url}/p.png`, new AbortController().signal)).toMatchObject({
      mediaType: "image/png",
    });
  });
});
