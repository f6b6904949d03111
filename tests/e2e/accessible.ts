import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What axe says of the page once it has its title, which comes last: a line for each fault, whatever its weight. */
export async function listFaults(page: Page): Promise<string[]> {
  await expect(page).toHaveTitle(/./);
  // In the page itself, which takes no second page for each look.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
}

/** The same in the light and then the dark theme, for who has chosen neither. */
export async function listFaultsByTheme(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => page.evaluate(countTransitions)).toBe(0);
    faults.push(...(await listFaults(page)).map((fault) => `${colorScheme}: ${fault}`));
  }
  return faults;
}

const countTransitions = () =>
  document.getAnimations().filter((each) => each instanceof CSSTransition).length;

/** Axe finds nothing on the page, and it is not wider than its window. */
export async function expectAccessible(page: Page, list = listFaults): Promise<void> {
  expect(await list(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
}
