import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";
import { getChromiumPath } from "@/tests/support/chromium";

const launchOptions = { executablePath: getChromiumPath() };

/** Journeys start their own servers (`tests/support/app-server.ts`), each on its own data folder; none is shared. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/journeys",
  workers: process.env.CI ? 1 : Math.min(2, Math.max(1, availableParallelism() - 1)),
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/journeys.json" }]],
  use: { launchOptions, locale: "en-US", trace: "retain-on-failure", screenshot: "only-on-failure" },
  projects: [
    { name: "desktop", grepInvert: /@phone/, use: { ...devices["Desktop Chrome"] } },
    { name: "phone", grep: /@phone/, use: { ...devices["Pixel 7"] } },
  ],
});
