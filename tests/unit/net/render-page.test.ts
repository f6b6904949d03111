import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createRenderer, type Renderer, type RenderOptions } from "@/lib/net/render-page";
import { getChromiumPath } from "@/tests/support/chromium";
import { createTestReader } from "@/tests/support/page-reader";
import {
  sendPage,
  sendRedirect,
  startPageServer,
  type PageHandler,
  type PageServer,
} from "@/tests/support/page-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let site: PageServer;
/** Whatever is asked of it got past the guard. */
let forbidden: PageServer;
let renderer: Renderer;
const pages: Record<string, PageHandler> = {};
const drawnText =
  "The lighthouse is open from nine to five, every day of the week, and the light can be seen from afar.";
const app = `<html><head><title>App</title></head><body><div id="root"></div><script src="/app.js"></script></body></html>`;

beforeAll(async () => {
  site = await startPageServer(pages);
  forbidden = await startPageServer({ "/": sendPage("secret") });
  const resolve = (hostname: string) =>
    Promise.resolve(hostname === "inside.test" ? ["127.0.0.2"] : ["127.0.0.1"]);
  renderer = createRenderer({
    executablePath: getChromiumPath(),
    userAgent: "Sextant/0.1 (test)",
    isUnsandboxed: process.getuid?.() === 0,
    resolve,
    limits: { totalMs: 15_000, settleMs: 1_500 },
  });
  const hello = `document.getElementById("root").innerHTML = "<article><h1>Hours</h1><p>${drawnText}</p><p>${drawnText}</p></article>";`;
  pages["/app.js"] = sendPage(hello, { "content-type": "text/javascript" });
  pages["/app"] = sendPage(app);
  pages["/probe"] = (_request, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end(toProbe());
  pages["/to-forbidden"] = (request, response) => sendRedirect(`${forbidden.url}/`)(request, response);
  pages["/heavy"] = sendPage("<body><script>document.body.textContent = 'a'.repeat(3_000_000)</script>");
  pages["/restless"] = sendPage(`<p>${drawnText}</p><script>setInterval(() => fetch("/tick"), 50)</script>`);
  pages["/stuck"] = () => undefined;
  pages["/busy"] = sendPage("<p>before</p><script>for (;;);</script>");
  pages["/download"] = sendPage("x", {
    "content-type": "application/zip",
    "content-disposition": "attachment; filename=a.zip",
  });
});
afterAll(async () => {
  await renderer.close();
  await site.close();
  await forbidden.close();
});

/** A page that tries every way to ask a private server, by number and by name. */
function toProbe(): string {
  const hosts = [
    `127.0.0.1:${forbidden.port}`,
    `localhost:${forbidden.port}`,
    `[::1]:${forbidden.port}`,
    `here.test:${forbidden.port}`,
    "127.0.0.2",
    "inside.test",
  ];
  const tries = hosts.map(
    (host) => `
    document.body.insertAdjacentHTML("beforeend", '<img src="http://${host}/i"><iframe src="http://${host}/f"></iframe><link rel=stylesheet href="http://${host}/s"><link rel=prefetch href="http://${host}/p"><link rel=preconnect href="http://${host}"><link rel=dns-prefetch href="//${host}"><object data="http://${host}/o"></object><video src="http://${host}/v"></video>');
    fetch("http://${host}/fetch", { mode: "no-cors" }).catch(() => 0);
    navigator.sendBeacon("http://${host}/beacon", "x");
    new EventSource("http://${host}/events");
    try { new WebSocket("ws://${host}/ws"); } catch {}
    try { new WebTransport("https://${host}/wt"); } catch {}
    try { new RTCPeerConnection({ iceServers: [{ urls: "stun:${host}" }] }).createDataChannel("x"); } catch {}
    try { window.open("http://${host}/popup"); } catch {}
    document.body.appendChild(Object.assign(document.createElement("script"), { src: "http://${host}/script.js" }));
    const form${hosts.indexOf(host)} = Object.assign(document.createElement("form"), { action: "http://${host}/form", method: "post", target: "_blank" });
    document.body.appendChild(form${hosts.indexOf(host)}); form${hosts.indexOf(host)}.submit();`,
  );
  return `<html><body><p>${drawnText}</p><script>navigator.serviceWorker?.register("/sw.js").catch(() => 0);${tries.join("\n")};document.body.append("tried everything")</script></body></html>`;
}

const rulesOf = () => ({ allowedHosts: [`site.test:${site.port}`], ports: [80, 443, forbidden.port] });
const draw = (path: string, more: Partial<RenderOptions> = {}) =>
  renderer.render(`http://site.test:${site.port}${path}`, {
    rules: rulesOf(),
    maxBytes: 2_000_000,
    signal: new AbortController().signal,
    ...more,
  });

describe("drawing a page", () => {
  it("gives what its scripts have written, and says who reads", async () => {
    const { url, html } = await draw("/app");
    expect(html).toContain(drawnText);
    expect(url).toBe(`http://site.test:${site.port}/app`);
    expect(site.requests.map(({ headers }) => headers["user-agent"])).toContain("Sextant/0.1 (test)");
  });

  it("reaches nobody private, whatever the page asks for", async () => {
    const { html } = await draw("/probe");
    expect(html).toContain("tried everything");
    expect(forbidden.countConnections()).toBe(0);
  });

  it("M7: lets a page reach no other host that is trusted, and its own by GET alone", async () => {
    const trusted = {
      ...rulesOf(),
      allowedHosts: [...rulesOf().allowedHosts, `here.test:${forbidden.port}`],
    };
    const asked: string[] = [];
    pages["/own"] = (request, response) => {
      asked.push(request.method ?? "");
      response.end("own");
    };
    pages["/reaches"] = sendPage(
      `<p>${drawnText}</p><script>Promise.allSettled([fetch("/own"), fetch("/own", { method: "POST" }), fetch("http://here.test:${forbidden.port}/", { mode: "no-cors" })]).then(() => document.body.append("asked all"))</script>`,
    );
    const { html } = await draw("/reaches", { rules: trusted });
    expect(html).toContain("asked all");
    expect(asked).toEqual(["GET"]);
    expect(forbidden.countConnections()).toBe(0);
  });

  it("does not follow a redirect to a private address", async () => {
    await expect(draw("/to-forbidden")).rejects.toMatchObject({ name: "AppError" });
    expect(forbidden.countConnections()).toBe(0);
  });

  it("does not ask for an address that is not allowed", async () => {
    const { signal } = new AbortController();
    for (const url of [
      `${forbidden.url}/`,
      `http://localhost:${forbidden.port}/`,
      "file:///etc/passwd",
      "chrome://version/",
      "http://127.0.0.2/",
    ]) {
      await expect(
        renderer.render(url, { rules: rulesOf(), maxBytes: 1_000_000, signal }),
      ).rejects.toMatchObject({ code: "address_refused" });
    }
    await expect(
      renderer.render("http://inside.test/", { rules: rulesOf(), maxBytes: 1_000_000, signal }),
    ).rejects.toMatchObject({ name: "AppError" });
    expect(forbidden.countConnections()).toBe(0);
  });

  it("remembers nothing from one page to the next", async () => {
    pages["/remember"] = sendPage(
      `<p id=p></p><script>p.textContent = "cookie:" + document.cookie + " store:" + localStorage.getItem("a"); document.cookie = "a=1"; localStorage.setItem("a", "1")</script>`,
    );
    await draw("/remember");
    expect((await draw("/remember")).html).toContain("cookie: store:null");
  });

  it("ends with what is there when a page never comes to rest", async () => {
    expect((await draw("/restless")).html).toContain(drawnText);
  });

  it("refuses what becomes too large", async () => {
    await expect(draw("/heavy")).rejects.toMatchObject({ code: "too_large" });
  });

  it("downloads nothing", async () => {
    await expect(draw("/download")).rejects.toMatchObject({ code: "page_unavailable" });
  });

  it("stops when the caller leaves", async () => {
    const leaver = new AbortController();
    pages["/leave"] = () => leaver.abort();
    await expect(draw("/leave", { signal: leaver.signal })).rejects.toMatchObject({ code: "aborted" });
  });

  // They wait for limits, each with a browser of its own.
  it.concurrent.for(["/stuck", "/busy"])("gives up %s in time", async (place, { expect, onTestFinished }) => {
    const resolve = () => Promise.resolve(["127.0.0.1"]);
    const hasty = createRenderer({
      executablePath: getChromiumPath(),
      userAgent: "x",
      isUnsandboxed: process.getuid?.() === 0,
      resolve,
      limits: { totalMs: 4_000, settleMs: 500 },
    });
    onTestFinished(() => hasty.close());
    const { signal } = new AbortController();
    await expect(
      hasty.render(`http://site.test:${site.port}${place}`, {
        rules: rulesOf(),
        maxBytes: 1_000_000,
        signal,
      }),
    ).rejects.toMatchObject({ code: "timeout" });
  });

  it.concurrent(
    "gives up a browser that hangs, and draws the next page in another one",
    async ({ expect, onTestFinished }) => {
      const folder = await mkdtemp(path.join(tmpdir(), "sextant-browser-"));
      const executablePath = path.join(folder, "chromium");
      const script = `#!/bin/sh\necho $$ > "${folder}/pid"\nexec "${getChromiumPath()}" "$@"\n`;
      await writeFile(executablePath, script, { mode: 0o755 });
      const hanging = createRenderer({
        ...{ executablePath, userAgent: "x", resolve: () => Promise.resolve(["127.0.0.1"]) },
        isUnsandboxed: process.getuid?.() === 0,
        limits: { totalMs: 8_000, settleMs: 500 },
      });
      onTestFinished(() => hanging.close());
      const drawNow = (place: string) =>
        hanging.render(`http://site.test:${site.port}${place}`, {
          ...{ rules: rulesOf(), maxBytes: 1_000_000, signal: new AbortController().signal },
        });
      pages["/hang"] = () => {
        const pid = Number(readFileSync(path.join(folder, "pid"), "utf8"));
        process.kill(pid, "SIGSTOP");
        onTestFinished(() => void process.kill(pid, "SIGKILL"));
      };
      await expect(drawNow("/hang")).rejects.toMatchObject({ code: "timeout" });
      await expect.poll(() => drawNow("/app").catch(() => null), { timeout: 30_000 }).not.toBeNull();
    },
  );

  it.concurrent(
    "waits for a browser that does not start no longer than for a page",
    async ({ expect, onTestFinished }) => {
      const executablePath = path.join(await mkdtemp(path.join(tmpdir(), "sextant-browser-")), "slow");
      await writeFile(executablePath, '#!/bin/sh\nsleep 4\ntouch "$0.ended"\n', { mode: 0o755 });
      const slow = createRenderer({ executablePath, userAgent: "x", limits: { totalMs: 500 } });
      onTestFinished(() => slow.close());
      const { signal } = new AbortController();
      await expect(
        slow.render("http://site.test/", { rules: rulesOf(), maxBytes: 1_000, signal }),
      ).rejects.toMatchObject({ code: "timeout" });
      expect(existsSync(`${executablePath}.ended`)).toBe(false);
    },
  );

  it("says so when there is no such browser", async () => {
    const lost = createRenderer({ executablePath: "/nowhere/chromium", userAgent: "x" });
    const { signal } = new AbortController();
    await expect(
      lost.render("http://site.test/", { rules: rulesOf(), maxBytes: 1_000, signal }),
    ).rejects.toMatchObject({ code: "page_unavailable" });
  });

  it("serves the chain where a page has hardly any text of its own, unless it is switched off", async () => {
    const read = createTestReader({
      allowedHosts: [`site.test:${site.port}`],
      resolve: () => Promise.resolve(["127.0.0.1"]),
      renderer,
    });
    const url = `http://site.test:${site.port}/app`;
    expect(await read(url)).toMatchObject({
      route: "browser",
      attempts: [{ route: "direct", message: expect.stringContaining("hardly any text") }],
      markdown: expect.stringContaining(drawnText),
    });
    expect(await read(url, { settings: { browserEnabled: false } })).toMatchObject({
      route: "direct",
      markdown: "",
    });
  });
});
