import { expect, type Locator, type Page } from "@playwright/test";
import { startApp, type AppServer } from "@/tests/support/app-server";
import { articles } from "@/tests/support/wiki/articles";
import { startWikiServer } from "@/tests/support/wiki/wiki-server";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";
import type { Script } from "@/tests/support/wire/reply";
import { test as base } from "./running-page";

export { expect };

type Guide = { app: AppServer };
type Scripted = { app: AppServer; provider: ProviderServer; say: (script: Script) => void };

/** A journey with the offline guide over a local wiki: one server for all journeys of a file. */
export const guideTest = base.extend<{ open: Page }, { guide: Guide }>({
  guide: [
    async ({}, provide) => {
      const wiki = await startWikiServer({ articles });
      const host = new URL(wiki.url).host;
      const app = await startApp({ env: { MEDIAWIKI_URL: wiki.url, WEB_FETCH_ALLOWED_HOSTS: host } });
      await provide({ app });
      await app.close();
      await wiki.close();
    },
    { scope: "worker" },
  ],
  open: async ({ page, guide }, provide) => {
    await page.goto(guide.app.url);
    await provide(page);
  },
});

const sayOk: Script = () => ({ parts: [{ type: "text", chunks: ["ok"] }] });

/** A journey with a scripted model that speaks a vendor's wire; `say` sets what it answers from now on. */
type ScriptedWorker = { scripted: Scripted; models: string };
export const scriptedTest = base.extend<{ open: Page; say: Scripted["say"] }, ScriptedWorker>({
  models: ["local:test", { option: true, scope: "worker" }],
  scripted: [
    async ({ models }, provide) => {
      let current = sayOk;
      const provider = await startProviderServer((request) => current(request));
      const app = await startApp({
        env: { LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: models, MODEL_LITE: "offline:guide" },
      });
      await provide({ app, provider, say: (script) => void (current = script) });
      await app.close();
      await provider.close();
    },
    { scope: "worker" },
  ],
  say: async ({ scripted }, provide) => provide(scripted.say),
  open: async ({ page, scripted }, provide) => {
    // One server serves the files of a worker in turn: nothing of an earlier one is said on.
    scripted.say(sayOk);
    await page.goto(scripted.app.url);
    await provide(page);
  },
});

export const composer = (page: Page) => page.getByRole("textbox", { name: "Your question" });

/** What opens a choice beside the box; it says what holds. */
export const chip = (page: Page, name: string) =>
  page.locator("form").getByRole("button", { name: new RegExp(`^${name}(: |：|$)`) });

/** Opens what few people change, which has no place of its own on a phone, and gives it. */
export async function openMore(page: Page, add = "Add", more = "More"): Promise<Locator> {
  await chip(page, (page.viewportSize()?.width ?? 0) < 640 ? add : more).click();
  return page.getByRole("dialog");
}

/** The newest answer. */
export const answer = (page: Page) => page.getByRole("article", { name: "Sextant answered" }).last();

export async function ask(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** The row that opens everything which is no conversation. */
export const foot = (page: Page) => page.getByRole("button", { name: /^Account/ });
