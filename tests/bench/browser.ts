import { chromium, type Browser, type CDPSession, type Page } from "@playwright/test";
import { findChromium } from "@/scripts/lib/find-chromium.mjs";

export type Visit = { page: Page; devtools: CDPSession; close: () => Promise<void> };

export function openBrowser(args: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium() ?? chromium.executablePath(), args });
}

/** A page of a browser that has never been here, as slow as asked for. */
export async function openVisit(browser: Browser, slowdown: number): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return { page, devtools, close: () => context.close() };
}
