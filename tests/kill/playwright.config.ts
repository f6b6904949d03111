import { defineConfig } from "@playwright/test";

/** `npm run test:kill`: no browser, only servers that are killed. */
export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/kill",
  workers: 1,
  forbidOnly: true,
  retries: 0,
  timeout: 1_200_000,
  reporter: [["list"]],
});
