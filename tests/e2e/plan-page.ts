import type { Page } from "@playwright/test";
import { choice } from "./journey";

export async function planAlways(page: Page, name = "Plan", value = "Always", more = "More"): Promise<void> {
  await choice(page).click();
  const panel = page.getByRole("dialog");
  await panel.getByText(more, { exact: true }).click();
  await panel.getByRole("combobox", { name }).selectOption(value);
  await page.keyboard.press("Escape");
}

export const card = (page: Page) => page.getByRole("region", { name: /plan|Planned|steps done/i });
