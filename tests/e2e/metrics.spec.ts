import { startApp } from "@/tests/support/app-server";
import { expectAccessible } from "./accessible";
import { answer, ask, expect } from "./journey";
import { test, toRunningPage } from "./running-page";

const token = "a-token-for-the-journey";

/** Nothing to be found there: each search fails, and the engine is left alone after the first. */
const env = () => ({ MEDIAWIKI_URL: "http://127.0.0.1:9", METRICS_TOKEN: token });
const settings = { breakerFailures: 1, breakerPauseSeconds: 600 };

test("an administrator sees what fails, is alerted, acknowledges it, and reads why an answer was bad", async ({
  browser,
}) => {
  const app = await startApp({ env });
  try {
    const phone = await browser.newContext({ locale: "en-US", viewport: { width: 390, height: 800 } });
    const page = toRunningPage(await phone.newPage());
    const stored = await page.request.get(`${app.url}/api/admin/settings`);
    const { version } = (await stored.json()) as { version: number };
    const saved = await page.request.put(`${app.url}/api/admin/settings`, {
      data: { version, settings },
      headers: { origin: app.url },
    });
    expect(saved.status()).toBe(200);

    await page.goto(`${app.url}/admin/alerts`);
    await expect(page.getByText("No alert is open.")).toBeVisible();
    await expect(page.getByRole("switch", { name: "Something is paused" })).toBeChecked();
    await expect(page.getByText("Has not opened in the last 30 days")).toBeVisible();

    await page.goto(app.url);
    await ask(page, "When was the lighthouse of Bell Rock built?");
    await expect(answer(page)).toBeVisible();
    await page.getByRole("button", { name: "Bad answer" }).press("Enter");
    await page.getByRole("checkbox", { name: "Not true" }).check();
    const form = page.locator("form").filter({ hasText: "What was wrong?" });
    await form.getByRole("button", { name: "Send" }).press("Enter");
    await expect(page.getByText("Thank you. It is kept with the answer.")).toBeVisible();

    await page.goto(`${app.url}/admin/alerts`);
    const alert = page.getByRole("list", { name: "Open" }).getByRole("listitem").first();
    await expect(alert).toContainText("is paused after 1 failure in a row");
    await expectAccessible(page);
    await alert.getByRole("button", { name: /^Acknowledge: .* is paused/ }).press("Enter");
    await expect(alert).toContainText("Acknowledged");
    await expect(alert.getByRole("button")).toHaveCount(0);
    // From the alert to the run behind it in two clicks; its mail has the same link.
    await alert.getByRole("link", { name: /^See the runs/ }).click();
    await page.getByRole("table").locator("[data-open]").first().click();
    await expect(page).toHaveURL(/\/runs\/[\w-]+\?person=/);

    await page.goto(`${app.url}/admin`);
    await page.getByRole("radio", { name: "24 h" }).check({ force: true });
    await page.getByRole("combobox", { name: "Told apart by" }).selectOption({ label: "Tool" });
    await expect(page.getByRole("region", { name: "Replies and calls, told apart" })).toContainText("0%");
    await expect(page.getByRole("list", { name: "Answers rated bad" })).toContainText("Not true");
    await expectAccessible(page);

    const scraped = await page.request.get(`${app.url}/api/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await scraped.text()).toMatch(/^sextant_replies_total\{.*\} 1$/m);

    const chinese = await browser.newContext({ locale: "zh-CN" });
    const other = toRunningPage(await chinese.newPage());
    await other.goto(`${app.url}/admin/alerts`);
    await expect(other.getByRole("heading", { name: "告警", level: 1 })).toBeVisible();
    await expect(other.getByText(/连续失败 1 次，已暂停/).first()).toBeVisible();
    await expectAccessible(other);
  } finally {
    await app.close();
  }
});
