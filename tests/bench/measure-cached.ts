import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createBreakers } from "@/lib/breakers/breakers";
import { createPageReader } from "@/lib/net/read-page";
import { createRobotsCheck } from "@/lib/net/robots";
import { defaultSettings } from "@/lib/protocol/settings";
import type { SearchEngine } from "@/lib/features/web/search/engine";
import { createSearch } from "@/lib/features/web/search/search";
import { toExcerpt } from "@/lib/engine/tools/excerpt";
import { makeLongPage } from "./reading-pages";
import { toRow, type PartResult } from "./row";
import { median, percentile } from "./statistics";

const asked = 5;
const questions = [
  "how high is the tide",
  "who keeps the light",
  "which boats are there",
  "when was it built",
];

/** How long a page takes that was read before, with the passages for another question, and a search that was made before. */
export async function measureCached(rounds: number): Promise<PartResult> {
  const pageTimes = await measurePage(rounds);
  const searchTimes = await measureSearch(rounds);
  return {
    rows: [
      toRow({
        part: "cached",
        measure: "a page that was read before, passages picked, median",
        unit: "ms",
        product: median(pageTimes),
        atMost: asked,
      }),
      toRow({
        part: "cached",
        measure: "the same, 95th percentile",
        unit: "ms",
        product: percentile(pageTimes, 0.95),
        atMost: asked,
      }),
      toRow({
        part: "cached",
        measure: "a search that was made before",
        unit: "ms",
        product: median(searchTimes),
        atMost: asked,
      }),
    ],
    raw: { pageTimes, searchTimes },
  };
}

async function measurePage(rounds: number): Promise<number[]> {
  const server = await serve(makeLongPage(100_000));
  try {
    const { port } = server.address() as AddressInfo;
    const now = () => Date.now();
    const read = createPageReader({
      allowedHosts: [`127.0.0.1:${port}`],
      readerBaseUrl: undefined,
      archiveBaseUrl: undefined,
      userAgent: "Sextant bench",
      checkRobots: createRobotsCheck({ now }),
      renderer: null,
      now,
    });
    return await repeat(rounds, async (round) => {
      const page = await read(`http://127.0.0.1:${port}/`, {
        settings: defaultSettings,
        signal: AbortSignal.timeout(60_000),
      });
      toExcerpt(page.markdown, questions[round % questions.length] ?? "", 1_500);
    });
  } finally {
    server.close();
  }
}

async function measureSearch(rounds: number): Promise<number[]> {
  const search = createSearch({ breakers: createBreakers(Date.now), now: Date.now });
  const results = Array.from({ length: 5 }, (_, index) => ({
    title: `Result ${index}`,
    url: `https://a.example/${index}`,
    snippet: "Some words.",
    site: "a.example",
  }));
  const engine: SearchEngine = { id: "told", name: "Told", search: async () => ({ results, notes: [] }) };
  return repeat(rounds, async () => {
    await search({ query: "tides", limit: 5, signal: AbortSignal.timeout(60_000) }, [engine]);
  });
}

/** Times in ms, after some that do not count: they fill what is measured. */
async function repeat(rounds: number, work: (round: number) => Promise<void>): Promise<number[]> {
  for (let round = 0; round < questions.length; round += 1) await work(round);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await work(round);
    times.push(performance.now() - began);
  }
  return times;
}

async function serve(text: string): Promise<Server> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(text),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
