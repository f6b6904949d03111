import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import { openStore } from "@/lib/store/open";
import { toConversationWrites, writeInBatches } from "@/tests/bench/seed-records";
import { startApp, type AppServer } from "@/tests/support/app-server";
import type { Page } from "@playwright/test";
import { expect } from "./journey";
import { test as base } from "./running-page";

const count = 10_000;
/** One every two hours: more than two years of them. */
const betweenMs = 7_200_000;

async function seed(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "sextant-long-"));
  const store = await openStore({ driver: "embedded", dataDir });
  const now = Date.now();
  const conversations = Array.from({ length: count }, (_, index) => ({
    ...{ userId: localOwner.id, id: `c${index + 1}`, messages: 2 },
    updatedAt: now - index * betweenMs,
  }));
  await writeInBatches(store, conversations.flatMap(toConversationWrites));
  await store.close();
  return dataDir;
}

const test = base.extend<object, { app: AppServer }>({
  app: [
    async ({}, provide) => {
      const app = await startApp({ dataDir: await seed() });
      await provide(app);
      await app.close();
    },
    { scope: "worker" },
  ],
});

const list = (page: Page) => page.getByRole("navigation", { name: "Conversations" });
const row = (page: Page, number: number) =>
  list(page).getByRole("link", { name: `About the tides, c${number}`, exact: true });

/** Presses for older ones until the list is long, and then scrolls to its end until this one is there. */
async function loadUpTo(page: Page, number: number): Promise<void> {
  const more = list(page).getByRole("button", { name: "Show older" });
  for (let listed = 30; listed < 210; listed += 30) {
    await more.click();
    await expect(row(page, listed + 1)).toBeAttached();
  }
  await expect
    .poll(
      async () => {
        await list(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
        return row(page, number).count();
      },
      { timeout: 120_000, intervals: [50] },
    )
    .toBe(1);
}

/** Scrolls through the whole list as a wheel does, and gives the longest task and the most rows at once. */
const scrollThrough = (page: Page) =>
  list(page).evaluate(async (element) => {
    const tasks: number[] = [];
    const frames: number[] = [];
    const observer = new PerformanceObserver((entries) =>
      tasks.push(...entries.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: "longtask" });
    let [rows, last] = [0, performance.now()];
    const steps = 400;
    for (let step = 0; step <= steps; step += 1) {
      element.scrollTop = (element.scrollHeight * step) / steps;
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      frames.push(now - last);
      last = now;
      rows = Math.max(rows, element.querySelectorAll("li").length);
    }
    tasks.push(...observer.takeRecords().map(({ duration }) => duration));
    observer.disconnect();
    return { rows, longTasks: tasks, longestFrameMs: Math.max(...frames) };
  });

test("a list of 10,000 conversations draws only the rows in view, and the open one can be reached from anywhere", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await loadUpTo(page, count);
  await expect(row(page, count)).toBeInViewport();
  expect(await list(page).getByRole("listitem").count()).toBeLessThan(200);
  await row(page, count - 3).click();
  await expect(page).toHaveURL(new RegExp(`/c/c${count - 3}$`));

  const { rows, longTasks, longestFrameMs } = await scrollThrough(page);
  const tasks = longTasks.map((ms) => Math.round(ms)).join(", ") || "none";
  console.info(
    `Most rows ${rows}; longest frame ${Math.round(longestFrameMs)} ms; long tasks (ms): ${tasks}.`,
  );
  expect(rows).toBeLessThan(200);

  await list(page).evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(row(page, 1)).toBeInViewport();
  const open = list(page).locator('[aria-current="page"]');
  await expect(open).toHaveText(`About the tides, c${count - 3}`);
  await expect(open).not.toBeInViewport();
  await open.focus();
  await expect(open).toBeInViewport();
  await expect(row(page, count - 2)).toBeInViewport();
});

test("the keyboard goes from row to row beyond those that were drawn, and a reader hears which they are", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await loadUpTo(page, 250);
  await list(page).evaluate((element) => element.scrollTo({ top: 0 }));
  await row(page, 1).focus();
  for (let number = 2; number <= 60; number += 1) {
    // From a row's link over its menu to the next link.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(row(page, number)).toBeFocused();
  }
  await expect(row(page, 60)).toBeInViewport();
  await list(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(row(page, 60)).toBeFocused();
  const item = list(page)
    .getByRole("listitem")
    .filter({ has: row(page, 60) });
  const [place, size] = await item.evaluate((element) => [element.ariaPosInSet, element.ariaSetSize]);
  expect(Number(place)).toBeGreaterThan(0);
  expect(Number(size)).toBeGreaterThanOrEqual(Number(place));
});
