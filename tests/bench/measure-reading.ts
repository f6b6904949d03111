import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { createGuardedFetch } from "@/lib/net/guarded-fetch";
import { readDocument } from "@/lib/net/read-document";
import { makeLongPage, makeLongPdf } from "./reading-pages";
import { toRow, type PartResult } from "./row";
import { median } from "./statistics";

const megabyte = 1024 * 1024;
const html = "text/html; charset=utf-8";
/** What the slowest of three pages makes us wait, the others less. */
const delaysMs = [900, 600, 300];

/** How long large documents take to read in a thread that has been used before, and what this one notices of it. */
export async function measureReading(rounds: number): Promise<PartResult> {
  const page = new TextEncoder().encode(makeLongPage(megabyte));
  const pdf = makeLongPdf(10 * megabyte);
  const pageTimes = await repeat(rounds, () => read(page, html));
  const pdfTimes = await repeat(Math.ceil(rounds / 10), () => read(pdf, "application/pdf"));
  const blockMs = await measureBlock(() => Promise.all([read(page, html), read(pdf, "application/pdf")]));
  const server = await serve(makeLongPage(megabyte / 10));
  try {
    const shares = await repeatAll(Math.ceil(rounds / 6), () => compareThree(server));
    const rows = [
      toRow({
        part: "reading",
        measure: "a page of 1 MB",
        unit: "ms",
        product: median(pageTimes),
        atMost: 300,
      }),
      toRow({
        part: "reading",
        measure: "a PDF of 10 MB and 200 pages",
        unit: "ms",
        product: median(pdfTimes),
        atMost: 5_000,
      }),
      toRow({
        part: "reading",
        measure: "longest wait of others meanwhile",
        unit: "ms",
        product: blockMs,
        atMost: 50,
      }),
      toRow({
        part: "reading",
        measure: "three pages at once, beside the slowest alone",
        unit: "%",
        product: median(shares) * 100,
        atMost: 110,
      }),
    ];
    return { rows, raw: { pageTimes, pdfTimes, blockMs, shares } };
  } finally {
    server.close();
  }
}

function read(bytes: Uint8Array, contentType: string) {
  return readDocument({
    bytes,
    contentType,
    url: "https://reading.test/",
    signal: AbortSignal.timeout(60_000),
  });
}

/** Times in ms, after one that does not count: it starts the thread. */
async function repeat(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  await work();
  return repeatAll(rounds, async () => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  });
}

async function repeatAll(rounds: number, work: () => Promise<number>): Promise<number[]> {
  const values: number[] = [];
  for (let round = 0; round < rounds; round += 1) values.push(await work());
  return values;
}

async function measureBlock(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await wait(50);
  delay.reset();
  await work();
  await wait(20);
  delay.disable();
  return delay.max / 1e6;
}

/** Pages of 100 KB that come after different times, by the path's number. */
async function serve(text: string): Promise<Server> {
  const server = createServer((request, response) => {
    const delayMs = delaysMs[Number(request.url?.slice(1))] ?? 0;
    setTimeout(() => response.writeHead(200, { "content-type": html }).end(text), delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

async function compareThree(server: Server): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const fetch = createGuardedFetch({ allowedHosts: [`127.0.0.1:${port}`] });
  const fetchAndRead = async (number: number) => {
    const signal = AbortSignal.timeout(60_000);
    const sent = await fetch(`http://127.0.0.1:${port}/${number}`, { signal });
    return readDocument({ ...sent, signal });
  };
  const began = performance.now();
  await fetchAndRead(0);
  const alone = performance.now() - began;
  const again = performance.now();
  await Promise.all(delaysMs.map((_, number) => fetchAndRead(number)));
  return (performance.now() - again) / alone;
}
