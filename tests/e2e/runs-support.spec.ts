import type { Browser, BrowserContextOptions } from "@playwright/test";
import { startApp } from "@/tests/support/app-server";
import { expectAccessible } from "./accessible";
import { answer, ask, composer, expect } from "./journey";
import { test, toRunningPage } from "./running-page";

const question = "What is 17 * 23?";

async function signUp(browser: Browser, url: string, name: string, options: BrowserContextOptions) {
  const page = toRunningPage(await (await browser.newContext({ ...options, locale: "en-US" })).newPage());
  await page.goto(url);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(`${name.toLowerCase()}@a.example`);
  await page.getByRole("textbox", { name: "Password" }).fill("correct horse battery");
  await page.getByRole("button", { name: /^(?:Create the account|Join )/ }).click();
  await expect(composer(page)).toBeVisible();
  // Until its script runs, Enter breaks the line.
  await page.reload();
  return page;
}

/** A member asks; the administrator sees that and what it took, and the words only while the member lets them. */
async function followSupport(browser: Browser, options: BrowserContextOptions): Promise<void> {
  const app = await startApp({ env: (url) => ({ AUTH_URL: url }) });
  try {
    const admin = await signUp(browser, app.url, "Ada", options);
    const invitation = await admin.request.post(`${app.url}/api/admin/invitations`, {
      ...{ data: {}, headers: { origin: app.url } },
    });
    const { link } = (await invitation.json()) as { link: string };
    const member = await signUp(browser, link, "Ben", options);
    await ask(member, question);
    await expect(answer(member)).toContainText("391");
    await member.goto(`${app.url}/runs`);
    await member
      .getByRole("list", { name: "Runs" })
      .getByRole("link", { name: /17 \* 23/ })
      .click();
    await expect(member.getByText("Others see only what this run did and cost")).toBeVisible();

    await admin.goto(`${app.url}/runs`);
    await admin.getByRole("link", { name: "Everyone’s runs" }).click();
    await expect(admin.getByRole("heading", { name: "Runs", level: 1 })).toBeVisible();
    const row = admin.getByRole("table", { name: "Everyone’s runs" }).getByRole("row", { name: /Completed/ });
    await expect(row).toContainText("Completed");
    await expect(admin.locator("body")).not.toContainText("17 * 23");
    await expectAccessible(admin);
    await row.getByRole("link", { name: "Completed" }).click();
    await expect(admin.getByText("The words of this run stay with Ben.")).toBeVisible();
    await expect(admin.locator("body")).not.toContainText("17 * 23");
    await expectAccessible(admin);

    await member.getByRole("button", { name: "Share with support" }).click();
    await expect(member.getByText(/can read the words of this run, until you stop that/)).toBeVisible();
    await expectAccessible(member);
    await admin.reload();
    await expect(admin.getByText("Its owner lets you read the words of this run.")).toBeVisible();
    const call = admin.getByRole("listitem").filter({ hasText: "Model call" }).first();
    await call.locator("summary").first().press("Enter");
    await expect(call).toContainText("17 * 23");

    await member.getByRole("button", { name: "Stop sharing with support" }).click();
    await expect(member.getByRole("button", { name: "Share with support" })).toBeVisible();
    await admin.reload();
    await expect(admin.getByText("The words of this run stay with Ben.")).toBeVisible();
  } finally {
    await app.close();
  }
}

test("everybody's runs have no words but those that their owner shares with support", async ({ browser }) => {
  await followSupport(browser, {});
});

test("the same on a phone, with support @phone", async ({ browser, viewport, isMobile, hasTouch }) => {
  await followSupport(browser, { viewport, isMobile, hasTouch });
});
