import type { Locator, Page } from "@playwright/test";
import { startApp } from "@/tests/support/app-server";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";
import { startSearchServer, type SearchServer } from "@/tests/support/wire/search-server";
import { tavilyWire } from "@/tests/support/wire/search-wires";
import { expectAccessible } from "./accessible";
import { answer, ask, choice, composer, expect } from "./journey";
import { test as base } from "./running-page";

type Site = { url: string; provider: ProviderServer; tavily: SearchServer };

/** Two models, the first with a known window, and a search engine that knows news and sites, no academic sources. */
const test = base.extend<{ open: Page }, { site: Site }>({
  site: [
    async ({}, provide) => {
      const provider = await startProviderServer(({ turn }) =>
        turn === 0
          ? { parts: [{ type: "tool", name: "web_search", input: { query: "tides" } }] }
          : { parts: [{ type: "text", chunks: ["High at noon."] }] },
      );
      const hit = { title: "Tides", url: "https://tides.example.org/a", text: "High at noon." };
      const tavily = await startSearchServer(tavilyWire, [hit]);
      const app = await startApp({
        env: {
          LOCAL_BASE_URL: `${provider.url}/v1`,
          MODEL_MAIN: "local:small,local:large",
          MODEL_LITE: "offline:guide",
          MODEL_WINDOWS: "local:small=16000",
          TAVILY_BASE_URL: tavily.url,
          TAVILY_API_KEY: "k",
        },
      });
      await provide({ url: app.url, provider, tavily });
      await app.close();
      await Promise.all([provider.close(), tavily.close()]);
    },
    { scope: "worker" },
  ],
  open: async ({ page, site }, provide) => {
    await page.goto(site.url);
    await provide(page);
  },
});

const panel = (page: Page): Locator => page.getByRole("dialog", { name: "How to answer" });
const option = (page: Page, name: string): Locator => panel(page).getByRole("radio", { name, exact: true });

test("one button says how the next question is answered, and what is chosen there reaches model and search @core", async ({
  open,
  site,
}) => {
  await expect(choice(open)).toHaveText("Normal · Automatic");
  await choice(open).click();
  await expect(option(open, "Normal")).toBeFocused();
  await expect(panel(open)).toContainText("small first; if it doesn’t answer, the next in line.");
  await expect(panel(open)).toContainText("Context window 16K tokens · free");
  await expect(panel(open)).not.toContainText("Usually");
  await expect(option(open, "Academic")).toBeDisabled();
  await expect(panel(open)).toContainText("No search engine here can do these: Academic.");
  await option(open, "Deep").check({ force: true });
  await option(open, "large").check({ force: true });
  await option(open, "News").check({ force: true });
  await panel(open).getByText("More", { exact: true }).click();
  await panel(open).getByRole("combobox", { name: "Style" }).selectOption("Direct");
  await expect(panel(open).getByRole("checkbox", { name: "Handbook" })).toBeDisabled();
  await expectAccessible(open);
  await panel(open).getByRole("button", { name: "Close" }).click();
  await expect(panel(open)).toBeHidden();
  await expect(choice(open)).toBeFocused();
  await expect(choice(open)).toHaveText("Deep · large · News");

  await open.reload();
  await expect(choice(open)).toHaveText("Deep · large · News");
  await ask(open, "When is high tide?");
  await expect(answer(open)).toContainText("High at noon.");
  expect(site.provider.requests.at(-1)?.body["model"]).toBe("large");
  expect(site.tavily.asked.at(-1)?.body["topic"]).toBe("news");
});

test("by the keyboard alone, and a site that is named badly is said to be none", async ({ open, site }) => {
  await choice(open).focus();
  await open.keyboard.press("Enter");
  await expect(option(open, "Normal")).toBeFocused();
  await open.keyboard.press("ArrowUp");
  await expect(option(open, "Quick")).toBeChecked();
  await open.keyboard.press("Tab");
  await expect(option(open, "Automatic")).toBeFocused();
  await open.keyboard.press("Tab");
  await expect(option(open, "Web")).toBeFocused();
  await open.keyboard.press("ArrowUp");
  await expect(option(open, "One site")).toBeChecked();
  await expect(panel(open)).toContainText("Name a site.");
  await open.keyboard.press("Tab");
  const field = panel(open).getByRole("textbox", { name: "Site" });
  await expect(field).toBeFocused();
  await open.keyboard.type("nowhere");
  await expect(panel(open)).toContainText("That is no site.");
  await expect(choice(open)).toHaveText("Quick · Automatic");
  await field.fill("https://www.example.org/tables");
  await expect(panel(open)).toContainText("Only example.org and its subdomains.");
  await expectAccessible(open);
  await open.keyboard.press("Enter");
  await expect(panel(open)).toBeHidden();
  await expect(choice(open)).toBeFocused();
  await expect(choice(open)).toHaveText("Quick · Automatic · example.org");

  await open.keyboard.press("Space");
  await expect(option(open, "Quick")).toBeFocused();
  await open.keyboard.press("Escape");
  await expect(choice(open)).toBeFocused();
  await expect(composer(open)).toHaveValue("");
  await ask(open, "When is low tide?");
  await expect(answer(open)).toContainText("High at noon.");
  expect(site.tavily.asked.at(-1)?.body["include_domains"]).toEqual(["example.org"]);
});

test("on a phone a sheet at the bottom, within reach of a thumb @phone", async ({ open }) => {
  await choice(open).tap();
  await expect(option(open, "Normal")).toBeFocused();
  const sheet = await panel(open).boundingBox();
  const window = open.viewportSize();
  expect(sheet).toMatchObject({ x: 0, width: window?.width });
  expect(Math.round((sheet?.y ?? 0) + (sheet?.height ?? 0))).toBe(window?.height);
  for (const row of await panel(open).getByRole("radio").all()) {
    const label = row.locator("xpath=..");
    expect((await label.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await panel(open).getByText("Deep", { exact: true }).tap();
  await expect(option(open, "Deep")).toBeChecked();
  await expectAccessible(open);
  await panel(open).getByRole("button", { name: "Close" }).tap();
  await expect(panel(open)).toBeHidden();
  await expect(choice(open)).toHaveText("Deep · Automatic");
});

test("the web goes off with one press or a key, stays off in sight, and comes back the same way", async ({
  open,
  site,
}) => {
  const web = open.getByRole("button", { name: /^Web( off)?$/ });
  await expect(web).toHaveText("Web");
  await web.click();
  await expect(web).toHaveText("Web off");
  await expectAccessible(open);
  const asked = site.tavily.asked.length;
  await ask(open, "When is high tide?");
  await expect(answer(open)).toContainText("High at noon.");
  expect(site.tavily.asked).toHaveLength(asked);
  await open.reload();
  await expect(web).toHaveText("Web off");
  await composer(open).focus();
  await open.keyboard.press("Alt+w");
  await expect(web).toHaveText("Web");
  await expect(composer(open)).toHaveValue("");
});

test("on a phone the globe stands beside the choices, large enough for a thumb @phone", async ({ open }) => {
  const web = open.getByRole("button", { name: /^Web( off)?$/ });
  const box = await web.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await web.tap();
  await expect(web).toHaveText("Web off");
  expect(await open.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});
