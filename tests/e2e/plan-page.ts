import type { Page } from "@playwright/test";
import { openMore } from "./journey";

export async function planAlways(
  page: Page,
  name = "Plan",
  value = "Always",
  ...chips: string[]
): Promise<void> {
  const panel = await openMore(page, ...chips);
  await panel.getByRole("combobox", { name }).selectOption(value);
  await page.keyboard.press("Escape");
}

export const card = (page: Page) => page.getByRole("region", { name: /plan|Planned|steps done/i });
