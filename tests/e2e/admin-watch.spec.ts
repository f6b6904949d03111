import type { Page } from "@playwright/test";
import { startApp } from "@/tests/support/app-server";
import { startRawProvider } from "@/tests/support/wire/raw-provider";
import { expectAccessible } from "./accessible";
import { answer, ask, composer, expect } from "./journey";
import { test } from "./running-page";

const sum = "What is 17 * 23?";
const hopeless = "Why is the sky blue?";

/** The guide answers one question; a model server that refuses everything lets the other fail. */
async function fail(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Email").fill("ada@a.example");
  await page.getByRole("textbox", { name: "Password" }).fill("correct horse battery");
  await page.getByRole("button", { name: "Create the account" }).click();
  await expect(composer(page)).toBeVisible();
  for (const question of [sum, hopeless]) {
    await page.goto(url);
    await ask(page, question);
    await expect(answer(page)).toContainText(/rejected the request/);
  }
}

async function findCause(page: Page): Promise<void> {
  const provider = await startRawProvider(() => ({ pieces: ["{}"], status: 400, type: "application/json" }));
  const model = {
    LOCAL_BASE_URL: `${provider.url}/v1`,
    MODEL_MAIN: "local:test",
    MODEL_LITE: "offline:guide",
  };
  const app = await startApp({ env: (url) => ({ AUTH_URL: url, ...model }) });
  try {
    await fail(page, app.url);
    await page.goto(`${app.url}/admin`);
    await expect(page.getByRole("heading", { name: "Now" })).toBeVisible();
    await expect(page.getByText("Nothing is running, paused or failing.")).toBeVisible();
    await expectAccessible(page);
    expect(await page.getByRole("main").evaluate((main) => main.scrollHeight)).toBeLessThanOrEqual(2_500);
    // One: the figure that is bad.
    await page.getByRole("link", { name: "Completed", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Runs", level: 1 })).toBeVisible();
    await expect(
      page.getByText("2 of these 2 runs share one cause: Request rejected by the provider."),
    ).toBeVisible();
    const rows = page.getByRole("table", { name: "Everyone’s runs" }).getByRole("row");
    await expect(rows).toHaveCount(3);
    await expect(page.locator("body")).not.toContainText("sky");
    await expectAccessible(page);
    // Two: the run itself, in words.
    await rows.nth(1).getByRole("link", { name: "Failed" }).click();
    await expect(page.getByText("Request rejected by the provider").first()).toBeVisible();
    await page.goto(`${app.url}/runs/all?status=stopped`);
    await expect(page).toHaveURL(/\/admin\/runs\?status=stopped$/);
    await page.getByRole("button", { name: "Remove filter: Outcome: Stopped" }).click();
    await expect(rows).toHaveCount(3);
    await page.goto(`${app.url}/admin/ratings`);
    await expect(page.getByText("No answer has been rated bad.")).toBeVisible();
    await expectAccessible(page);
  } finally {
    await app.close();
    await provider.close();
  }
}

test("why an answer failed is found in two clicks from the overview", async ({ page }) => {
  await page.setViewportSize({ width: 1_440, height: 900 });
  await findCause(page);
});

test("a bar of the overview is reached and followed by keyboard", async ({ page }) => {
  const app = await startApp({ env: (url) => ({ AUTH_URL: url }) });
  try {
    await page.goto(app.url);
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("Email").fill("ada@a.example");
    await page.getByRole("textbox", { name: "Password" }).fill("correct horse battery");
    await page.getByRole("button", { name: "Create the account" }).click();
    await expect(composer(page)).toBeVisible();
    await page.goto(app.url);
    await ask(page, sum);
    await expect(answer(page)).toContainText("391");
    await page.goto(`${app.url}/admin`);
    const bar = page
      .getByRole("figure", { name: "Answers by outcome" })
      .getByRole("link", { name: /Completed 1/ });
    await bar.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/runs\?since=\d+&until=\d+$/);
    await expect(page.getByRole("table", { name: "Everyone’s runs" }).getByRole("row")).toHaveCount(2);
  } finally {
    await app.close();
  }
});

test("the same on a phone, from the overview to the cause @phone", async ({ page }) => {
  await findCause(page);
});
