import type { Page } from "@playwright/test";
import { listFaults } from "./accessible";
import { answer, ask, composer, expect, scriptedTest as base } from "./journey";

type Told = { tones: number; notices: string[] };

/** A page whose tones and notices are counted as they reach the browser, and that can be put into the background. */
const test = base.extend<{ told: () => Promise<Told>; hide: (isHidden: boolean) => Promise<void> }>({
  told: async ({ page }, provide) => {
    await page.addInitScript(() => {
      const told = { tones: 0, notices: [] as string[] };
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (when) {
        told.tones += 1;
        start.call(this, when);
      };
      const Browser = Notification;
      class Counted extends Browser {
        constructor(title: string, options?: NotificationOptions) {
          super(title, options);
          told.notices.push(options?.body ?? "");
        }
      }
      Object.assign(window, { told, Notification: Counted });
    });
    await provide(() => page.evaluate(() => (window as unknown as { told: Told }).told));
  },
  hide: async ({ page }, provide) =>
    provide((isHidden) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
        document.dispatchEvent(new Event("visibilitychange"));
      }, isHidden),
    ),
});

/** The browser is asked first: what was pressed is chosen a moment later. */
async function choose(page: Page, name: string): Promise<void> {
  const on = page.getByRole("group", { name }).getByRole("radio", { name: "On" });
  await on.click();
  await expect(on).toBeChecked();
}

test("an answer is silent until sound and notices are switched on, then it is heard and seen from elsewhere", async ({
  told,
  hide,
  open,
  context,
}) => {
  await context.grantPermissions(["notifications"]);
  await ask(open, "First?");
  await expect(answer(open)).toContainText("ok");
  await expect(composer(open)).toBeEnabled();
  expect(await told()).toEqual({ tones: 0, notices: [] });

  await open.goto(new URL("/settings", open.url()).href);
  const saved = open.waitForResponse((response) => response.url().endsWith("/api/preferences"));
  await choose(open, "Sound");
  expect((await saved).ok()).toBe(true);
  await expect.poll(async () => (await told()).tones).toBe(2);
  await choose(open, "Notification while this page is in the background");
  await expect(open.locator("html")).toHaveAttribute("data-notices", "on");
  expect(await listFaults(open)).toEqual([]);
  await open.screenshot({ path: test.info().outputPath("settings.png"), fullPage: true });

  await open.goto(new URL("/", open.url()).href);
  await composer(open).fill("Second?");
  await hide(true);
  await composer(open).press("Enter");
  await expect(open).toHaveTitle(/^● /);
  await expect.poll(told).toEqual({ tones: 2, notices: ["Your answer is ready."] });
  await hide(false);
  await expect(open).not.toHaveTitle(/^● /);
});
