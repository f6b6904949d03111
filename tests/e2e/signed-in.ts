import { startApp, type AppServer } from "@/tests/support/app-server";
import { composer, expect } from "./journey";
import { test as base } from "./running-page";

const account = { name: "Ada", email: "ada@a.example", password: "correct horse battery" };

/** One server with accounts for all journeys here; each signs in to the only one. */
export const signedInTest = base.extend<object, { app: AppServer }>({
  app: [
    async ({}, provide) => {
      const app = await startApp({ env: (url) => ({ AUTH_URL: url }) });
      const made = await fetch(`${app.url}/api/auth/sign-up/email`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: app.url },
        body: JSON.stringify(account),
      });
      expect(made.ok).toBe(true);
      await provide(app);
      await app.close();
    },
    { scope: "worker" },
  ],
  page: async ({ page, app }, provide) => {
    await page.goto(`${app.url}/sign-in`);
    await page.getByLabel("Email").fill(account.email);
    await page.getByRole("textbox", { name: "Password" }).fill(account.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(composer(page)).toBeVisible();
    await provide(page);
  },
  baseURL: async ({ app }, provide) => provide(app.url),
});
