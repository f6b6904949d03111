import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { answer, ask, composer, expect, guideTest as test } from "./journey";

async function listSerious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing serious on the chat and the admin page, ${colorScheme}`, async ({ open, guide }) => {
    await open.emulateMedia({ colorScheme });
    await expect(composer(open)).toBeVisible();
    expect(await listSerious(open)).toEqual([]);
    await ask(open, "Who invented the sextant?");
    await expect(answer(open)).toContainText("Hadley");
    await answer(open).getByRole("button", { name: /How this answer came about/ }).click();
    expect(await listSerious(open)).toEqual([]);
    await open.goto(`${guide.app.url}/admin`);
    await expect(open.getByRole("heading", { name: "Admin" })).toBeVisible();
    expect(await listSerious(open)).toEqual([]);
  });
}

test("the keyboard alone is enough: ask, open the trail, go elsewhere, begin anew", async ({ open }) => {
  await expect(composer(open)).toBeFocused();
  await open.keyboard.type("What is 9 * 9?");
  await open.keyboard.press("Shift+Enter");
  await open.keyboard.type("Tell me.");
  await expect(composer(open)).toHaveValue("What is 9 * 9?\nTell me.");
  await open.keyboard.press("Enter");
  await expect(answer(open)).toContainText("81");
  await expect(composer(open)).toBeFocused();
  await open.keyboard.press("ArrowUp");
  await expect(composer(open)).toHaveValue(/9 \* 9/);
  await composer(open).fill("");
  await open.keyboard.press("Control+k");
  await expect(open.getByRole("dialog")).toBeVisible();
  await open.keyboard.type("admin");
  await open.keyboard.press("Enter");
  await expect(open.getByRole("heading", { name: "Admin" })).toBeVisible();
  await open.keyboard.press("Control+Shift+o");
  await expect(composer(open)).toBeFocused();
});

test("a screen reader hears progress and finished sentences, not every token", async ({ open }) => {
  const log = open.getByRole("log");
  await ask(open, "Who invented the sextant?");
  await expect(answer(open)).toContainText("Hadley");
  await expect(log).toHaveAttribute("aria-live", "off");
  await expect(open.locator('[role="status"][aria-live="polite"]').filter({ hasText: "Hadley" })).toHaveCount(1);
});

test("a phone shows everything without scrolling sideways @phone", async ({ open }) => {
  await ask(open, "Who invented the sextant?");
  await expect(answer(open)).toContainText("Hadley");
  const overflow = () => open.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBe(0);
  await open.getByRole("button", { name: "Open the menu" }).tap();
  await expect(open.getByRole("link", { name: "Who invented the sextant?" })).toBeVisible();
  await open.getByRole("link", { name: "Admin" }).tap();
  await expect(open.getByRole("heading", { name: "Admin" })).toBeVisible();
  expect(await overflow()).toBe(0);
  expect(await listSerious(open)).toEqual([]);
});
