import { defineConfig, devices } from "@playwright/test";
import { getChromiumPath } from "@/tests/support/chromium";

const launchOptions = {
  executablePath: getChromiumPath(),
  // Where the machine names no language, Chromium gives files no names in other scripts than Latin.
  env: { ...process.env, LC_ALL: "C.UTF-8" },
};

/**
 * Journeys start their own servers (`tests/support/app-server.ts`), each on its own data folder; none is
 * shared.
 */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/journeys",
  // Most of the time they wait: for a lease that ends, for words of a slow model.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // What a machine under load needs; nothing here is a measurement.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/journeys.json" }]],
  use: {
    launchOptions,
    locale: "en-US",
    trace: process.env.CI ? "off" : "retain-on-failure",
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "desktop", grepInvert: /@phone/, use: { ...devices["Desktop Chrome"] } },
    { name: "phone", grep: /@phone/, use: { ...devices["Pixel 7"] } },
  ],
});
