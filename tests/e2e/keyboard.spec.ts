import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import { openStore } from "@/lib/store/open";
import { startApp, type AppServer } from "@/tests/support/app-server";
import { createSpeaker } from "@/tests/support/say-turn";
import { answer, ask, composer, expect } from "./journey";
import { test as base } from "./running-page";

/** One server for all journeys here, with more conversations than a page of the list. */
const test = base.extend<object, { app: AppServer }>({
  app: [
    async ({}, provide) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), "sextant-app-"));
      const store = await openStore({ driver: "embedded", dataDir });
      const speak = createSpeaker(store);
      for (let number = 1; number <= 40; number += 1)
        await speak(`c${number}`, `Heron ${number}`, "Grey.", {
          userId: localOwner.id,
          title: `Heron ${number}`,
        });
      await store.close();
      const app = await startApp({ dataDir });
      await provide(app);
      await app.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ app }, provide) => provide(app.url),
});

const palette = (page: Page) => page.getByRole("dialog", { name: "Go to anything" });
const list = (page: Page) => page.getByRole("navigation", { name: "Conversations" });

test("after a search that failed is tried again, the keyboard is in the field", async ({ page }) => {
  await page.goto("/");
  await page.route("**/api/conversations?q=*", (route) => route.abort());
  await page.getByRole("button", { name: "Search", exact: true }).press("Enter");
  const field = palette(page).getByRole("combobox");
  await field.fill("harbour heron");
  await expect(palette(page).getByRole("status")).toContainText("No connection.");
  await page.unroute("**/api/conversations?q=*");
  await page.keyboard.press("Enter");
  await expect(palette(page).getByRole("status")).not.toContainText("No connection.");
  await expect(field).toBeFocused();
});

test("older conversations that cannot be read are said so, and once they come the keyboard goes on at the first of them", async ({
  page,
  context,
}) => {
  await page.goto("/");
  const herons = list(page).getByRole("link", { name: /^Heron/ });
  await expect(composer(page)).toBeFocused();
  const older = list(page).getByRole("button", { name: "Show older" });
  await context.setOffline(true);
  await older.press("Enter");
  await expect(page.getByText("The server isn’t responding.")).toBeVisible();
  await expect(older).toBeFocused();
  const shown = await herons.count();
  await context.setOffline(false);
  await older.press("Enter");
  await expect(herons).toHaveCount(40);
  await expect(herons.nth(shown)).toBeFocused();
});

test("where the keyboard went before the page's script ran, it stays @core", async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route("**/*.js*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  const older = list(page).getByRole("button", { name: "Show older" });
  await older.focus();
  held.resolve();
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(older).toBeFocused();
});

test("a temporary chat that is kept says where it is, and the keyboard is in the box to write in", async ({
  page,
}) => {
  await page.goto("/?temporary");
  await ask(page, "What is 4711 * 2?");
  await expect(answer(page)).toContainText("9422");
  await page.getByRole("button", { name: "Keep this chat" }).press("Enter");
  await expect(page.getByText("Kept. It is in your list now.")).toBeVisible();
  await expect(composer(page)).toBeFocused();
});
