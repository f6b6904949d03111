import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openBrowser } from "./browser";
import { runChild } from "./children";
import { workFolder } from "./folders";
import { findFreePort } from "@/tests/support/free-port";
import type { Servers } from "./measure-answers";
import { toRow, type PartResult, type Row } from "./row";
import { median } from "./statistics";

/** Fetched when it is asked for: a hundred packages that nothing else needs. */
const lighthouse = "lighthouse@13.5.0";
const categories = ["performance", "accessibility", "best-practices"] as const;
type Category = (typeof categories)[number];
type Report = {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
};
type Scores = Record<Category, number> & { lost: string[] };

const devices = [
  {
    name: "desktop",
    args: ["--preset=desktop"],
    atLeast: { performance: 100, accessibility: 100, "best-practices": 100 },
  },
  { name: "mobile", args: [], atLeast: { performance: 95, accessibility: 100, "best-practices": 100 } },
];

/** Lighthouse on the empty chat page; the median of some runs, because its scores move with the machine. */
export async function measureLighthouse({ bare, product }: Servers, rounds: number): Promise<PartResult> {
  const rows: Row[] = [];
  const raw: Record<string, unknown> = {};
  for (const { name, args, atLeast } of devices) {
    const scores = { bare: [await rate(bare.url, args)], product: [] as Scores[] };
    for (let round = 0; round < rounds; round += 1) scores.product.push(await rate(product.url, args));
    raw[name] = scores;
    for (const category of categories) {
      const score = (list: Scores[]) => median(list.map((one) => one[category]));
      rows.push(
        toRow({
          part: "lighthouse",
          measure: `${name}, ${category}`,
          unit: "of 100",
          bare: score(scores.bare),
          product: score(scores.product),
          atLeast: atLeast[category],
        }),
      );
    }
  }
  return { rows, raw };
}

/** The browser is ours, so that it ends with us whatever becomes of Lighthouse. */
async function rate(url: string, args: string[]): Promise<Scores> {
  const port = await findFreePort();
  const browser = await openBrowser([`--remote-debugging-port=${port}`]);
  try {
    const file = join(workFolder, "lighthouse.json");
    const output = [
      "--quiet",
      "--output=json",
      `--output-path=${file}`,
      `--port=${port}`,
      `--only-categories=${categories.join(",")}`,
    ];
    await runChild("npx", ["--yes", lighthouse, url, ...output, ...args], {
      cwd: workFolder,
      limitMs: 300_000,
    });
    return toScores(JSON.parse(readFileSync(file, "utf8")) as Report);
  } finally {
    await browser.close();
  }
}

function toScores({ categories: found, audits }: Report): Scores {
  const score = (category: Category) => Math.round((found[category].score ?? Number.NaN) * 100);
  const weighed = categories.flatMap((category) =>
    found[category].auditRefs.filter(({ weight }) => weight > 0),
  );
  const lost = weighed
    .map(({ id }) => ({ id, audit: audits[id] }))
    .filter(({ audit }) => audit?.score !== null && (audit?.score ?? 1) < 1);
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    "best-practices": score("best-practices"),
    lost: lost.map(
      ({ id, audit }) => `${id} ${audit?.score ?? ""} ${audit?.displayValue ?? audit?.title ?? ""}`,
    ),
  };
}
