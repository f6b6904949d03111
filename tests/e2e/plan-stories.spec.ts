import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { startApp } from "@/tests/support/app-server";
import { startStoryPages, toStories, type Story, type StoryName } from "@/tests/support/plan-stories";
import { toScript, toSmallScript } from "@/tests/support/planned-script";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { Script } from "@/tests/support/wire/reply";
import { expectAccessible } from "./accessible";
import { answer, ask, expect } from "./journey";
import { card, planAlways } from "./plan-page";
import { test as base } from "./running-page";

type Site = { url: string; stories: Record<StoryName, Story>; play: (story: Story) => void };

/** The product with two models that play a story, and the pages it is about. */
const test = base.extend<{ open: Page }, { site: Site }>({
  site: [
    async ({}, provide) => {
      const none: Script = () => ({ parts: [] });
      let main = none;
      let small = none;
      const pages = await startStoryPages();
      const provider = await startProviderServer((request) => main(request));
      const judge = await startProviderServer((request) => small(request));
      const app = await startApp({
        env: {
          LOCAL_BASE_URL: `${provider.url}/v1`,
          MODEL_MAIN: "local:test",
          COMPATIBLE_PROVIDERS: `small=${judge.url}/v1`,
          MODEL_LITE: "small:judge",
          WEB_FETCH_ALLOWED_HOSTS: `127.0.0.1:${pages.port}`,
        },
      });
      const play = ({ script }: Story) => {
        main = toScript(script);
        small = toSmallScript(script);
      };
      await provide({ url: app.url, stories: toStories(pages.url), play });
      await app.close();
      await Promise.all([judge.close(), provider.close(), pages.close()]);
    },
    { scope: "worker" },
  ],
  open: async ({ page, site }, provide) => {
    await page.goto(site.url);
    await provide(page);
  },
});

/** Asks the story's question and opens its plan when the answer is there. */
async function tell(page: Page, { play, stories }: Site, name: StoryName): Promise<void> {
  const story = stories[name];
  play(story);
  await planAlways(page);
  await ask(page, story.question);
  await expect(answer(page)).toContainText(story.told);
  const steps = Object.values(story.statuses).length;
  await expect(card(page)).toContainText(`Planned in ${steps} steps`);
  await card(page).locator("summary").first().click();
}

async function photograph(page: Page, name: string): Promise<void> {
  const path = (kind: string) => `test-results/story-${name}-${kind}.png`;
  await page.screenshot({ path: path("wide"), fullPage: true });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: path("dark"), fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.screenshot({ path: path("narrow"), fullPage: true });
}

test("the weather is looked up and translated, and the answer cites the page", async ({ open, site }) => {
  await tell(open, site, "translation");
  await expect(answer(open)).toContainText("明天里斯本天气晴朗");
  await expect(answer(open).getByText("Weather in Lisbon").first()).toBeAttached();
  await expectAccessible(open);
});

test("a trip is worked out along a graph, and told as a report that is kept as a Word file", async ({
  open,
  site,
}) => {
  await tell(open, site, "trip");
  await expect(answer(open).getByRole("heading", { name: "Day by day" })).toBeVisible();
  await card(open).getByText("As a graph").click();
  await expect(card(open).getByRole("img").first()).toBeVisible();
  await expectAccessible(open);
  await answer(open).getByRole("button", { name: "Share or export" }).click();
  const dialog = open.getByRole("dialog", { name: "Share or export" });
  await dialog.getByText("File", { exact: true }).click();
  const saving = open.waitForEvent("download");
  await dialog.getByRole("link", { name: "Word" }).click();
  const parts = unzipSync(await readFile(await (await saving).path()));
  expect(strFromU8(parts["word/document.xml"] ?? new Uint8Array())).toContain("What was not found");
  await open.keyboard.press("Escape");
  await photograph(open, "trip");
});

test("a hotel that cannot be booked is done without, and nobody is asked", async ({ open, site }) => {
  await tell(open, site, "hotel");
  await expect(card(open)).toContainText("Look for other hotels");
  await expect(card(open)).toContainText("a free room");
  await expect(open.getByRole("region", { name: /\?$/ })).toHaveCount(0);
  await photograph(open, "hotel");
});

test("researcher, writer and editor work one after the other", async ({ open, site }) => {
  await tell(open, site, "roles");
  for (const role of ["Researcher", "Writer", "Editor"]) await expect(card(open)).toContainText(role);
  await expectAccessible(open);
});

test("what two coders disagree on is settled by its source, and that is said", async ({ open, site }) => {
  await tell(open, site, "coders");
  await expect(card(open)).toContainText("what parse('13/02') does");
  await photograph(open, "coders");
});

test.describe("in Chinese", () => {
  test.use({ locale: "zh-CN" });
  test("a trip reads in the person's language @phone", async ({ open: page, site }) => {
    site.play(site.stories.trip);
    await planAlways(page, "计划", "总是", "添加", "更多");
    await page.getByRole("textbox").fill(site.stories.trip.question);
    await page.getByRole("textbox").press("Control+Enter");
    const plan = page.getByRole("region", { name: /计划/ });
    await expect(plan).toContainText("5 步计划完成");
    await plan.locator("summary").first().click();
    await expectAccessible(page);
    await page.screenshot({ path: "test-results/story-trip-zh.png", fullPage: true });
  });
});
