import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { makeIcon, makeIco } from "@/tests/fixtures/icons";
import { startApp } from "@/tests/support/app-server";
import { startWikiServer, type WikiServer } from "@/tests/support/wiki/wiki-server";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import { answer, ask, expect } from "./journey";
import { test as base } from "./running-page";

const colours = ["#2f6f8f", "#c79a3f", "#5b7f4b", "#8f3f4f"];
const titles = ["Harbour lighthouse", "Island lighthouse", "Old lighthouse", "Northern lighthouse"];
const articles = [...titles, "Lost lighthouse"].map((title) => ({
  title,
  text: `The ${title} is a lighthouse of 40 metres.\n\n${"It shows ships the way at night. ".repeat(12)}`,
}));
const pictures = Object.fromEntries(articles.map(({ title }, index) => [title, `/pictures/${index}.png`]));
/** The last article's picture is missing. */
const files = {
  "/favicon.ico": makeIco([makeIcon("#8a6116", 32)]),
  ...Object.fromEntries(colours.map((colour, index) => [`/pictures/${index}.png`, makeIcon(colour, 320)])),
};

/** A model that searches with pictures, reads a page and answers; its words cite the page. */
const test = base.extend<{ answered: Page; asked: string[] }, { site: { url: string; wiki: WikiServer } }>({
  site: [
    async ({}, provide) => {
      const wiki = await startWikiServer({ articles, files, pictures });
      const provider = await startProviderServer(({ turn, kind }) => {
        if (kind !== "language") return { parts: [] };
        const page = `${wiki.url}/index.php/Harbour_lighthouse`;
        if (turn === 0) return toCall("web_search", { query: "lighthouse", pictures: true });
        if (turn === 1) return toCall("web_fetch", { urls: [page], query: "lighthouse" });
        return { parts: [{ type: "text", chunks: ["It is a lighthouse of 40 metres [1]."] }] };
      });
      const env = {
        ...{ LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide" },
        ...{ MEDIAWIKI_URL: wiki.url, WEB_FETCH_ALLOWED_HOSTS: new URL(wiki.url).host },
      };
      const app = await startApp({ env });
      await provide({ url: app.url, wiki });
      await Promise.all([app.close(), wiki.close(), provider.close()]);
    },
    { scope: "worker" },
  ],
  /** Hosts that the browser itself asked. */
  asked: async ({ page }, provide) => {
    const hosts: string[] = [];
    page.on("request", (request) => hosts.push(new URL(request.url()).host));
    await provide(hosts);
  },
  answered: async ({ page, site, asked }, provide) => {
    await page.goto(site.url);
    await ask(page, "Show me a lighthouse");
    await expect(strip(page).getByRole("link")).toHaveCount(titles.length);
    await provide(page);
    expect(asked).not.toContain(new URL(site.wiki.url).host);
  },
});

function toCall(name: string, input: Record<string, unknown>) {
  return { parts: [{ type: "tool" as const, name, input }] };
}

const strip = (page: Page) =>
  answer(page).getByRole("heading", { name: "Pictures found" }).locator("xpath=..");
const card = (page: Page) => answer(page).getByRole("listitem").locator('a[data-source="1"]');
const readWidths = (images: Locator) =>
  images.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth));

test("pictures that a search found stand below the sources and lead to their pages", async ({
  answered,
  site,
}) => {
  await expect.poll(() => readWidths(strip(answered).getByRole("img"))).toEqual([320, 320, 320, 320]);
  for (const title of titles) {
    const link = strip(answered).getByRole("link", { name: title });
    await expect(link).toHaveAttribute("href", `${site.wiki.url}/index.php/${title.replaceAll(" ", "_")}`);
  }
  const [first, second] = [0, 1].map((index) => strip(answered).getByRole("link").nth(index));
  await first?.focus();
  await answered.keyboard.press("Tab");
  await expect(second ?? answered.locator("none")).toBeFocused();
  await answered.reload();
  await expect.poll(() => readWidths(strip(answered).getByRole("img"))).toEqual([320, 320, 320, 320]);
});

test("a source shows its site's icon, which was fetched once, with its page", async ({ answered, site }) => {
  const countIcons = () => site.wiki.requests.filter((path) => path === "/favicon.ico").length;
  await answered.reload();
  await expect.poll(() => readWidths(card(answered).locator("img"))).toEqual([64]);
  await expect(card(answered).locator("img")).toHaveCSS("opacity", "1");
  const before = countIcons();
  await answered.reload();
  await expect.poll(() => readWidths(card(answered).locator("img"))).toEqual([64]);
  await card(answered).click();
  const panel = answered.getByRole("complementary", { name: "Evidence" });
  await expect.poll(() => readWidths(panel.locator('img[src*="/icon?"]'))).toEqual([64]);
  expect(countIcons()).toBe(before);
  expect(before).toBe(1);
});

test("an icon that failed before the page's script ran leaves the site's letter", async ({ answered }) => {
  const held = Promise.withResolvers<void>();
  const failed = answered.waitForResponse(/\/icon\?/);
  await answered.route(/\/icon\?/, (route) => route.fulfill({ status: 502, body: "" }));
  await answered.route("**/*.js*", async (route) => {
    await held.promise;
    await route.continue();
  });
  const icon = card(answered).locator("img");
  await answered.reload({ waitUntil: "commit" });
  await failed;
  await expect
    .poll(() => icon.evaluateAll((all) => all.map((each) => (each as HTMLImageElement).complete)))
    .toEqual([true]);
  held.resolve();
  await expect(icon).toHaveCount(0);
  await expect(card(answered)).toContainText("1");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`on a phone the pictures scroll by themselves, and axe finds nothing, ${colorScheme}`, async ({
    answered,
  }) => {
    await answered.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await answered.setViewportSize({ width: 390, height: 844 });
    const last = strip(answered).getByRole("link").last();
    await last.focus();
    await expect(last).toBeInViewport({ ratio: 0.9 });
    expect(
      await answered.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    const { violations } = await new AxeBuilder({ page: answered }).include("article").analyze();
    expect(violations).toEqual([]);
  });
}
