import { createCanvas, loadImage } from "@napi-rs/canvas";
import { parseHTML } from "linkedom";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findIconUrl } from "@/lib/net/documents/icon-url";
import { createGuardedFetch } from "@/lib/net/guarded-fetch";
import { createIconReader } from "@/lib/net/icon-reader";
import { sendPage, sendRedirect, startPageServer, type PageServer } from "@/tests/support/page-server";
import { makeIcon, makeIco, makeIcoBitmap } from "@/tests/fixtures/icons";

const green = makeIcon("#00ff00", 48);
const svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
/** Says that it is 20,000 pixels wide and high: 1.6 GB when it is decoded. */
const vast = Buffer.from(green);
vast.writeUInt32BE(20_000, 16);
vast.writeUInt32BE(20_000, 20);

let server: PageServer;
/** Never allowed: whatever is asked of it got past the guard. */
let forbidden: PageServer;

beforeAll(async () => {
  forbidden = await startPageServer({ "/favicon.ico": sendPage(green) });
  server = await startPageServer({
    "/green.png": sendPage(Buffer.concat([green, Buffer.from("<script>alert(1)</script>")])),
    "/favicon.ico": sendPage(makeIco([makeIcon("#0000ff", 32)])),
    "/bitmap.ico": sendPage(makeIcoBitmap(16, 0xffff0000)),
    "/svg.png": sendPage(svg, { "content-type": "image/png" }),
    "/page.png": sendPage("<h1>Not here</h1>", { "content-type": "image/png" }),
    "/vast.png": sendPage(vast),
    "/vast.ico": sendPage(makeIco([vast])),
    "/broken.png": sendPage(green.subarray(0, 60)),
    "/broken.ico": sendPage(Buffer.from([0, 0, 1, 0, 9, 0, 1])),
    "/large.png": sendPage(Buffer.concat([green, Buffer.alloc(300_000)])),
    "/silent.png": () => undefined,
    "/elsewhere.png": (request, response) => sendRedirect(`${forbidden.url}/favicon.ico`)(request, response),
  });
});
afterAll(() => Promise.all([server.close(), forbidden.close()]));

const open = () =>
  createIconReader({
    fetch: createGuardedFetch({ allowedHosts: [`127.0.0.1:${server.port}`], limits: { totalMs: 1_000 } }),
    now: () => 0,
  });
const read = (path: string) =>
  open()({ url: `${server.url}/page`, iconUrl: `${server.url}${path}` }, new AbortController().signal);

/** Width, height and the colour in the middle. */
async function look(png: Uint8Array | null): Promise<number[]> {
  const image = await loadImage(png ?? new Uint8Array());
  const context = createCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  return [image.width, image.height, ...context.getImageData(32, 32, 1, 1).data];
}

const blue = [64, 64, 0, 0, 255, 255];

describe("the icon of a site", () => {
  it.each([
    ["the one that the page declares", "/green.png", [64, 64, 0, 255, 0, 255]],
    ["a bitmap in an ICO", "/bitmap.ico", [64, 64, 255, 0, 0, 255]],
    ["the usual one, where there is no other", "/missing.png", blue],
  ])("is drawn anew: %s", async (_kind, path, seen) => {
    const png = await read(path);
    expect(await look(png)).toEqual(seen);
    expect(Buffer.from(png ?? []).toString("latin1")).not.toContain("script");
  });

  it.each([
    ["an SVG, whatever it is called", "/svg.png"],
    ["a page", "/page.png"],
    ["a picture of very many pixels", "/vast.png"],
    ["an ICO that holds one", "/vast.ico"],
    ["a broken picture", "/broken.png"],
    ["a broken ICO", "/broken.ico"],
    ["too many bytes", "/large.png"],
    ["no answer", "/silent.png"],
    ["a way to a private host", "/elsewhere.png"],
  ])("is never %s", async (_kind, path) => {
    expect(await look(await read(path))).toEqual(blue);
    expect(forbidden.requests).toEqual([]);
  });

  it("is nothing where the site has none, and never a failure", async () => {
    const page = { url: `http://127.0.0.1:${forbidden.port}/page` };
    expect(await open()(page, new AbortController().signal)).toBeNull();
    expect(forbidden.requests).toEqual([]);
  });

  it("is not asked for inside the own network because a page from outside says so", async () => {
    const isInside = (url: string) => url.startsWith(server.url);
    const readIcon = createIconReader({
      fetch: createGuardedFetch({ allowedHosts: [`127.0.0.1:${server.port}`] }),
      isInside,
      now: () => 0,
    });
    const iconUrl = `${server.url}/green.png`;
    const before = server.requests.length;
    const outside = { url: `http://127.0.0.1:${forbidden.port}/page`, iconUrl };
    expect(await readIcon(outside, new AbortController().signal)).toBeNull();
    expect(server.requests).toHaveLength(before);
    const inside = { url: `${server.url}/page`, iconUrl };
    expect(await readIcon(inside, new AbortController().signal)).not.toBeNull();
  });

  it("is asked for once for several pages, also at the same time", async () => {
    const readIcon = open();
    const before = server.requests.length;
    const pages = ["/a", "/b", "/c"].map((path) => ({ url: `${server.url}${path}` }));
    await Promise.all(pages.map((page) => readIcon(page, new AbortController().signal)));
    await readIcon({ url: `${server.url}/d` }, new AbortController().signal);
    expect(server.requests.slice(before).map(({ path }) => path)).toEqual(["/favicon.ico"]);
  });
});

describe("the icon that a page declares", () => {
  it.each([
    ['<link rel="icon" href="/a.png">', "https://a.example/a.png"],
    ['<link rel="shortcut ICON" href="b.ico">', "https://a.example/dir/b.ico"],
    ['<base href="https://b.example/"><link rel="icon" href="c.png">', "https://b.example/c.png"],
    [
      '<link rel="icon" sizes="16x16" href="16.png"><link rel="icon" sizes="64x64" href="64.png">',
      "https://a.example/dir/64.png",
    ],
    [
      '<link rel="icon" type="image/svg+xml" href="a.svg"><link rel="apple-touch-icon" href="t.png">',
      "https://a.example/dir/t.png",
    ],
    ['<link rel="icon" href="a.svg">', null],
    ['<link rel="icon" href="data:image/png;base64,AA==">', null],
    ['<link rel="icon" href="javascript:alert(1)">', null],
    ['<link rel="mask-icon" href="m.png"><link rel="stylesheet" href="s.css">', null],
  ])("in %s is found", (head, found) => {
    const { document } = parseHTML(`<html><head>${head}</head><body></body></html>`);
    expect(findIconUrl(document as unknown as Document, "https://a.example/dir/page")).toBe(found);
  });
});
