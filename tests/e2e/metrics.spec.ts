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
