import { randomBytes } from "node:crypto";
import type { Browser, BrowserContext } from "playwright-core";
import { AppError, isAppError } from "@/lib/errors";
import type { Resolve } from "./checked-lookup";
import { startDeadline, untilAborted } from "./deadline";
import { openGuardingProxy, type GuardingProxy } from "./guarding-proxy";
import { judgeUrl, toPageRules, type UrlRules } from "./judge-url";
import { getFailure } from "./response-failure";

export type RenderOptions = { rules: UrlRules; maxBytes: number; signal: AbortSignal };
export type RenderedPage = { /** Where it ended. */ url: string; html: string };

export type Renderer = {
  /** With scripts run. Throws `address_refused`, `too_large`, `timeout`, `aborted` or `page_unavailable`. */
  render: (url: string, options: RenderOptions) => Promise<RenderedPage>;
  close: () => Promise<void>;
};

export type RendererOptions = {
  executablePath: string;
  userAgent: string;
  resolve?: Resolve;
  /**
   * For pages of one's own only, in tests that run as root: scripts of a stranger must not run without the
   * sandbox.
   */
  isUnsandboxed?: boolean;
  limits?: Partial<RenderLimits>;
};

/** `settleMs`: how long an arrived page may fetch what it shows; `idleMs` ends the browser nobody uses. */
export type RenderLimits = { totalMs: number; settleMs: number; idleMs: number; atOnce: number };

const defaultLimits: RenderLimits = { totalMs: 20_000, settleMs: 4_000, idleMs: 60_000, atOnce: 2 };

/** Chromium gives root no sandbox, so that a page's scripts would have the whole machine. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/** No way past the proxy: names are not resolved, WebRTC and QUIC speak to nobody. */
const closedWays = [
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-quic",
  "--dns-prefetch-disable",
  "--disable-background-networking",
  "--disable-features=WebRtcHideLocalIpsWithMdns,MediaRouter,OptimizationHints",
];
/** From the end of the time to a browser that is ended by force. */
const letGoMs = 2_000;
const neededKinds = new Set(["document", "script", "stylesheet", "xhr", "fetch"]);

/** Draws pages in this machine's Chromium, each in its own context behind its own guarding proxy. */
export function createRenderer(options: RendererOptions): Renderer {
  const limits = { ...defaultLimits, ...options.limits };
  const browser = createBrowserHolder(options, limits.idleMs);
  let drawing = 0;
  return {
    async render(url, { rules, maxBytes, signal }) {
      checkAddress(url, rules, "the address");
      if (drawing >= limits.atOnce)
        throw new AppError("page_unavailable", "The browser is busy with other pages.");
      drawing += 1;
      const deadline = startDeadline(limits.totalMs, signal);
      try {
        return await browser.use(
          (opened) => draw(opened, url, { ...options, limits, rules, maxBytes, signal: deadline.signal }),
          deadline.signal,
        );
      } catch (error) {
        if (signal.aborted) throw new AppError("aborted", "Drawing the page was stopped.", { cause: error });
        if (deadline.findLate() !== null)
          throw new AppError("timeout", "The browser took too long to draw the page.", { cause: error });
        throw isAppError(error)
          ? error
          : new AppError("page_unavailable", "The browser could not draw the page.", { cause: error });
      } finally {
        deadline.clear();
        drawing -= 1;
      }
    },
    close: browser.close,
  };
}

type PageRendering = RenderOptions & RendererOptions & { limits: RenderLimits };

async function draw(browser: Browser, url: string, drawing: PageRendering): Promise<RenderedPage> {
  const { maxBytes, signal, resolve } = drawing;
  const { isTrusted, ...rules } = toPageRules(url, drawing.rules);
  const password = randomBytes(24).toString("base64url");
  const proxy = await openGuardingProxy({
    rules,
    password,
    ...(resolve && { resolve }),
    limits: { maxBytes: maxBytes * 10, totalMs: drawing.limits.totalMs },
  });
  let context: BrowserContext | null = null;
  const stop = () => void context?.close().catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  try {
    context = await openContext(browser, { proxy, password, userAgent: drawing.userAgent, isTrusted });
    signal.throwIfAborted();
    return await readDrawn(context, url, { ...drawing, rules });
  } finally {
    signal.removeEventListener("abort", stop);
    await context?.close().catch(() => undefined);
    await proxy.close();
  }
}

type ContextOptions = { proxy: GuardingProxy; password: string; userAgent: string; isTrusted: boolean };

/** A page on a trusted host, which may be inside a network, changes nothing there: it only gets. */
async function openContext(
  browser: Browser,
  { proxy: { server, username }, password, userAgent, isTrusted }: ContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    // Without this rule Chromium asks this machine's own addresses past every proxy.
    proxy: { server, username, password, bypass: "<-loopback>" },
    userAgent,
    acceptDownloads: false,
    serviceWorkers: "block",
    permissions: [],
  });
  context.on("page", (page) => {
    if (context.pages().length > 1) void page.close().catch(() => undefined);
  });
  await context.route("**/*", (route) => {
    const request = route.request();
    const isNeeded = neededKinds.has(request.resourceType()) && /^https?:/.test(request.url());
    return isNeeded && (!isTrusted || request.method() === "GET") ? route.continue() : route.abort();
  });
  return context;
}

async function readDrawn(
  context: BrowserContext,
  url: string,
  { rules, maxBytes, limits }: PageRendering,
): Promise<RenderedPage> {
  const page = await context.newPage();
  const answer = await page.goto(url, { waitUntil: "domcontentloaded", timeout: 0 });
  const failure = answer && getFailure(answer.status(), undefined, new URL(url).host);
  if (failure) throw failure;
  // A page that never comes to rest is read as it is by then.
  await page.waitForLoadState("networkidle", { timeout: limits.settleMs }).catch(() => undefined);
  const ended = checkAddress(page.url(), rules, "the address to which it led");
  const length = await page.evaluate(() => document.documentElement.outerHTML.length);
  if (length > maxBytes) throw new AppError("too_large", "The page became too large in the browser.");
  return { url: ended.href, html: await page.content() };
}

function checkAddress(address: string, rules: UrlRules, what: string): URL {
  const judged = judgeUrl(address, rules);
  if (judged.allowed) return judged.url;
  throw new AppError("address_refused", `The page was not read: ${what} ${judged.reason}.`);
}

async function launch({ executablePath, isUnsandboxed = false }: RendererOptions): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  const browser = await chromium
    .launch({
      executablePath,
      args: closedWays,
      chromiumSandbox: !isUnsandboxed,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    .catch((cause: unknown) => {
      throw new AppError("page_unavailable", "The browser could not be started.", { cause });
    });
  return browser;
}

/** One browser for all pages, started when the first one needs it and ended when none has for a while. */
function createBrowserHolder(options: RendererOptions, idleMs: number) {
  let opening: Promise<Browser> | null = null;
  let users = 0;
  let timer: NodeJS.Timeout | undefined;

  function begin(): Promise<Browser> {
    const current = launch(options);
    current.then(
      (browser) => browser.on("disconnected", () => forget(current)),
      () => forget(current),
    );
    return current;
  }

  function forget(gone: Promise<Browser>): void {
    if (opening === gone) opening = null;
  }

  /** A browser that does not let go of a page is ended, or the pages after it would wait as well. */
  function endStuck(current: Promise<Browser>, working: Promise<unknown>): void {
    const end = () => {
      forget(current);
      void current.then((browser) => browser.close()).catch(() => undefined);
    };
    const timer = setTimeout(end, letGoMs).unref();
    void working.catch(() => undefined).finally(() => clearTimeout(timer));
  }

  async function close(): Promise<void> {
    clearTimeout(timer);
    const ending = opening;
    opening = null;
    await ending?.then((browser) => browser.close()).catch(() => undefined);
  }

  return {
    /** Neither a browser that starts slowly nor one that hangs is waited for longer than the signal. */
    async use<VALUE>(work: (browser: Browser) => Promise<VALUE>, signal: AbortSignal): Promise<VALUE> {
      clearTimeout(timer);
      users += 1;
      try {
        const current = (opening ??= begin());
        const working = work(await untilAborted(current, signal, toLate));
        signal.addEventListener("abort", () => endStuck(current, working), { once: true });
        return await untilAborted(working, signal, toLate);
      } finally {
        users -= 1;
        if (users === 0) timer = setTimeout(() => void close(), idleMs).unref();
      }
    },
    close,
  };
}

function toLate(): AppError {
  return new AppError("timeout", "The browser did not answer in time.");
}
