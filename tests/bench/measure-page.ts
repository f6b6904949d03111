import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "@playwright/test";
import { openBrowser, openVisit } from "./browser";
import type { Servers } from "./measure-answers";
import { watchComposer, watchShifts } from "./page-scripts";
import { toRow, type PartResult } from "./row";
import { startScriptMeter } from "./script-bytes";
import { median } from "./statistics";

/** How long a page that has nothing to do is watched for what it loads ahead. */
const idleMs = 1_500;

type Load = { paintMs: number; composerMs: number; scriptBytes: number; laterBytes: number; shift: number };

/**
 * How soon the chat page can be written in, and how much script that takes, in a browser that has never been here
 * and shows a page of another site.
 */
export async function measurePage(servers: Servers, rounds: number): Promise<PartResult> {
  const elsewhere = await startElsewhere();
  const browser = await openBrowser();
  const loads = { rounds, from: elsewhere.url };
  try {
    const normal = await loadBoth(browser, servers, { ...loads, slowdown: 1 });
    const slow = await loadBoth(browser, servers, { ...loads, slowdown: 4 });
    return { rows: toRows(normal, slow), raw: { normal, slow } };
  } finally {
    await browser.close();
    elsewhere.close();
  }
}

/**
 * People come from another site or a bookmark, so the browser starts a process for the page. From an empty tab it would do that
 * only for a page that shares none with others (`Cross-Origin-Opener-Policy`).
 */
async function startElsewhere() {
  const server = createServer((_request, response) =>
    response.setHeader("content-type", "text/html").end("<!doctype html><p>Elsewhere"),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close };
}

type Loads = { bare: Load[]; product: Load[] };
type Visit = { url: string; from: string; slowdown: number };

async function loadBoth(
  browser: Browser,
  { bare, product }: Servers,
  { rounds, ...visit }: { rounds: number } & Omit<Visit, "url">,
): Promise<Loads> {
  const loads: Loads = { bare: [], product: [] };
  for (let round = -1; round < rounds; round += 1) {
    const one = await loadPage(browser, { ...visit, url: bare.url });
    const other = await loadPage(browser, { ...visit, url: product.url });
    if (round < 0) continue;
    loads.bare.push(one);
    loads.product.push(other);
  }
  return loads;
}

async function loadPage(browser: Browser, { url, from, slowdown }: Visit): Promise<Load> {
  const { page, devtools, close } = await openVisit(browser, slowdown);
  try {
    await page.goto(from);
    const meter = await startScriptMeter(devtools);
    await page.addInitScript(watchComposer);
    await page.addInitScript(watchShifts);
    await page.goto(url, { waitUntil: "commit" });
    const composer = await page.waitForFunction(() => Number(Reflect.get(window, "composerMs") ?? 0), null, {
      polling: 100,
    });
    const composerMs = Number(await composer.jsonValue());
    await page.waitForTimeout(idleMs);
    const scriptBytes = meter.bytesUntil(composerMs);
    const paintMs = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    );
    const shift = await page.evaluate(() => Number(Reflect.get(window, "shift") ?? 0));
    return { paintMs, composerMs, scriptBytes, laterBytes: meter.bytesUntil(Infinity) - scriptBytes, shift };
  } finally {
    await close();
  }
}

function toRows(normal: Loads, slow: Loads): PartResult["rows"] {
  const time = (loads: Load[]) => median(loads.map(({ composerMs }) => composerMs));
  const paint = (loads: Load[]) => median(loads.map(({ paintMs }) => paintMs));
  const kilobytes = (loads: Load[], count: (load: Load) => number) => median(loads.map(count)) / 1000;
  const early = ({ scriptBytes }: Load) => scriptBytes;
  const whole = ({ scriptBytes, laterBytes }: Load) => scriptBytes + laterBytes;
  const toTimeRow = (measure: string, { bare, product }: Loads) =>
    toRow({
      part: "page",
      measure,
      unit: "ms",
      bare: time(bare),
      product: time(product),
      atMost: time(bare),
      target: "≤ bare",
    });
  return [
    toRow({
      part: "page",
      measure: "script until the composer takes text",
      unit: "KB gzip",
      bare: kilobytes(normal.bare, early),
      product: kilobytes(normal.product, early),
      atMost: 280,
    }),
    toRow({
      part: "page",
      measure: "script until the network is idle",
      unit: "KB gzip",
      bare: kilobytes(normal.bare, whole),
      product: kilobytes(normal.product, whole),
      atMost: kilobytes(normal.bare, whole),
      target: "≤ bare",
    }),
    toRow({
      part: "page",
      measure: "layout shift until the network is idle",
      unit: "CLS",
      bare: median(normal.bare.map(({ shift }) => shift)),
      product: median(normal.product.map(({ shift }) => shift)),
      atMost: 0.01,
    }),
    toRow({
      part: "page",
      measure: "first paint",
      unit: "ms",
      bare: paint(normal.bare),
      product: paint(normal.product),
      atMost: 250,
    }),
    toTimeRow("composer takes text", normal),
    toTimeRow("composer takes text, 4 × slower CPU", slow),
  ];
}
