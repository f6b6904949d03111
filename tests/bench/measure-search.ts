import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSearchIndex } from "@/lib/features/conversation-search/records/search-index";
import { openStore } from "@/lib/store/open";
import { toRow, type PartResult, type Row } from "./row";
import { seededWords, seedTalks } from "./seed-talks";
import { median, percentile } from "./statistics";

const userId = "owner";
const size = { conversations: 2_500, turns: 20, words: 110 };
const mostMs = 50;

const { common, alsoCommon, hundredth, rare, commonChinese, rareChinese, apart } = seededWords;
const questions: readonly (readonly [name: string, text: string])[] = [
  ["one rare word", rare],
  ["a word in every hundredth turn", hundredth],
  ["a word in every second turn", common],
  ["two common words", `${common} ${alsoCommon}`],
  ["a common and a rare word", `${common} ${rare}`],
  ["two common words that never stand together", apart.join(" ")],
  ["a common Chinese word", commonChinese],
  ["a rare Chinese phrase", rareChinese],
  ["the beginning of a common word", common.slice(0, 5)],
  ["the beginning of a rare word", rare.slice(0, 5)],
  ["a common word and the beginning of a rare one", `${common} ${rare.slice(0, 5)}`],
  ["three letters that many words begin with", "bak"],
  ["nothing that was said", "nonesuch"],
];

/** How long a search takes among 100,000 messages in the embedded store: right after the store was opened, and after that. */
export async function measureSearch(rounds: number): Promise<PartResult> {
  const dataDir = mkdtempSync(join(tmpdir(), "sextant-search-"));
  try {
    const store = await openStore({ driver: "embedded", dataDir });
    const began = performance.now();
    await seedTalks(store, { userId, ...size });
    await store.close();
    const seeded = {
      seconds: (performance.now() - began) / 1_000,
      bytes: statSync(join(dataDir, "sextant.db")).size,
    };
    console.log(
      `${size.conversations * size.turns * 2} messages written in ${seeded.seconds.toFixed(0)} s, ${(seeded.bytes / 1e6).toFixed(0)} MB`,
    );
    const times = new Map<string, { first: number[]; later: number[] }>(
      questions.map(([name]) => [name, { first: [], later: [] }]),
    );
    for (let round = 0; round < rounds; round += 1)
      for (const [name, text] of questions) await searchTwice(dataDir, text, times.get(name));
    return {
      rows: [...times].flatMap(([name, each]) => toRows(name, each)),
      raw: { seeded, times: Object.fromEntries(times) },
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function searchTwice(
  dataDir: string,
  text: string,
  times: { first: number[]; later: number[] } | undefined,
): Promise<void> {
  const store = await openStore({ driver: "embedded", dataDir });
  const index = createSearchIndex(store);
  for (const list of [times?.first, times?.later]) {
    const began = performance.now();
    await index.search(userId, text, { limit: 20 });
    list?.push(performance.now() - began);
  }
  await store.close();
}

function toRows(name: string, { first, later }: { first: number[]; later: number[] }): Row[] {
  return [
    toRow({
      part: "search",
      measure: `${name}, store just opened, median`,
      unit: "ms",
      product: median(first),
    }),
    toRow({
      part: "search",
      measure: `${name}, store just opened, 95th percentile`,
      unit: "ms",
      product: percentile(first, 0.95),
      atMost: mostMs,
    }),
    toRow({
      part: "search",
      measure: `${name}, again, 95th percentile`,
      unit: "ms",
      product: percentile(later, 0.95),
      atMost: mostMs,
    }),
  ];
}
