import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { findChromium } from "@/scripts/lib/find-chromium.mjs";

/** The Chromium that journeys and measurements drive: one that is installed, else Playwright's own. Throws when there is none. */
export function getChromiumPath(): string {
  const path = findChromium() ?? chromium.executablePath();
  if (!existsSync(path))
    throw new Error("No Chromium is installed. Set CHROMIUM_PATH, or run `npx playwright install chromium`.");
  return path;
}
