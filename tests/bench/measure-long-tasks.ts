import type { Browser } from "@playwright/test";
import { lastWord, toQuestion } from "./answer-text";
import { openBrowser, openVisit } from "./browser";
import type { Servers } from "./measure-answers";
import { watchLongTasks } from "./page-scripts";
import { toRow, type PartResult } from "./row";
import { median } from "./statistics";

const question = toQuestion({ kind: "markdown", tokens: 5000, paceMs: 5 });
/** What the page still draws after the last word. */
const settleMs = 2_000;

type Read = { longMs: number; longest: number; count: number; lastWordMs: number; tasks: [number, number][] };

/** How long the page is blocked while it draws 5,000 tokens of Markdown, which take 25 s to come. */
export async function measureLongTasks({ bare, product }: Servers, rounds: number): Promise<PartResult> {
  const browser = await openBrowser();
  try {
    const reads: Record<"bare" | "bareSlow" | "product" | "productSlow", Read[]> = {
      bare: [],
      bareSlow: [],
      product: [],
      productSlow: [],
    };
    for (let round = 0; round < rounds; round += 1) {
      reads.bare.push(await readAnswer(browser, bare.url, 1));
      reads.product.push(await readAnswer(browser, product.url, 1));
      reads.bareSlow.push(await readAnswer(browser, bare.url, 4));
      reads.productSlow.push(await readAnswer(browser, product.url, 4));
    }
    const sum = (list: Read[]) => median(list.map(({ longMs }) => longMs));
    const longest = (list: Read[]) => Math.max(...list.map((read) => read.longest));
    const part = "long tasks";
    const rows = [
      toRow({
        part,
        measure: "while 5,000 Markdown tokens stream",
        unit: "ms",
        bare: sum(reads.bare),
        product: sum(reads.product),
        atMost: 0,
      }),
      toRow({
        part,
        measure: "the same, 4 × slower CPU",
        unit: "ms",
        bare: sum(reads.bareSlow),
        product: sum(reads.productSlow),
        atMost: 500,
      }),
      toRow({
        part,
        measure: "the longest, 4 × slower CPU",
        unit: "ms",
        bare: longest(reads.bareSlow),
        product: longest(reads.productSlow),
      }),
    ];
    return { rows, raw: reads };
  } finally {
    await browser.close();
  }
}

async function readAnswer(browser: Browser, url: string, slowdown: number): Promise<Read> {
  const { page, close } = await openVisit(browser, slowdown);
  try {
    await page.addInitScript(watchLongTasks);
    await page.goto(url, { waitUntil: "networkidle" });
    await page.locator("textarea").fill(question);
    const began = await page.evaluate(() => performance.now());
    await page.locator('form button[type="submit"]').click();
    const isDrawn = (word: string) => document.body.textContent.includes(word) && performance.now();
    const drawn = await page.waitForFunction(isDrawn, lastWord, { polling: 500, timeout: 120_000 });
    const lastWordMs = Number(await drawn.jsonValue()) - began;
    await page.waitForTimeout(settleMs);
    const all = (await page.evaluate(() => Reflect.get(window, "longTasks") as unknown)) as [
      number,
      number,
    ][];
    const tasks = all.filter(([startedAt]) => startedAt >= began);
    const durations = tasks.map(([, duration]) => duration);
    return {
      longMs: durations.reduce((total, ms) => total + ms, 0),
      longest: Math.max(0, ...durations),
      count: tasks.length,
      lastWordMs,
      tasks,
    };
  } finally {
    await close();
  }
}
