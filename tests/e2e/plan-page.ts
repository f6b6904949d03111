import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { choice, expect } from "./journey";

export async function planAlways(page: Page, name = "Plan", value = "Always", more = "More"): Promise<void> {
  await choice(page).click();
  const panel = page.getByRole("dialog");
  await panel.getByText(more, { exact: true }).click();
  await panel.getByRole("combobox", { name }).selectOption(value);
  await page.keyboard.press("Escape");
}

export const card = (page: Page) => page.getByRole("region", { name: /plan|Planned|steps done/i });

export async function expectAccessible(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
}
