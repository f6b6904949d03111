import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { expect, guideTest as test } from "./journey";

const finder = (page: Page) => page.getByRole("dialog", { name: /^(Find a setting|查找设置)$/ });
const number = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

test("a setting is found by its words, lit where it stands, and typed as people write numbers @core", async ({
  open,
  guide,
}) => {
  await open.setViewportSize({ width: 1440, height: 900 });
  await open.goto(`${guide.app.url}/admin`);
  await expect(open.getByRole("button", { name: "Find a setting" })).toBeVisible();
  await open.keyboard.press("Control+k");
  await finder(open).getByRole("combobox").fill("budget");
  const settings = finder(open).getByRole("group", { name: "Settings" }).getByRole("option");
  await expect(settings).toHaveCount(4);
  await expect(settings.first()).toContainText("$0.10");
  await expectAccessible(open);
  await open.screenshot({ path: test.info().outputPath("find.png") });
  await open.keyboard.press("Enter");

  await expect(open).toHaveURL(/\/admin\/agent#costBudgetPerRequest$/);
  const row = open.locator("#costBudgetPerRequest");
  await expect(row).toHaveAttribute("data-lit", "true");
  const budget = number(open, "Budget per answer");
  await budget.fill("0,20");
  await budget.press("ArrowUp");
  await expect(budget).toHaveValue("$0.21");
  await expect(row).toContainText("not published");
  await expect(row).toContainText("Default: $0.10.");
  await budget.fill("a lot");
  await budget.press("Tab");
  await expect(row.getByRole("alert")).toHaveText("Enter a number");
  await expect(budget).toHaveValue("a lot");
  await expect(open.getByRole("link", { name: /^Budget per answer\s*\$0\.21$/ })).toBeVisible();
  await row.getByRole("button", { name: "Reset" }).click();
  await expect(budget).toHaveValue("$0.10");
  await expect(row).not.toContainText("not published");

  await expect(number(open, "Longest pause")).toBeHidden();
  expect(await open.getByRole("main").evaluate((main) => main.scrollHeight)).toBeLessThanOrEqual(2_500);
  await open.screenshot({ path: test.info().outputPath("behaviour.png") });
  await open.keyboard.press("Control+k");
  await finder(open).getByRole("combobox").fill("longest pause");
  await open.keyboard.press("Enter");
  await expect(number(open, "Longest pause")).toBeInViewport();
  await open.keyboard.press("Tab");
  await expect(number(open, "Longest pause")).toBeFocused();
  await expectAccessible(open);
});

test("settings are found on a phone, in Chinese too @phone", async ({ open, guide, context }) => {
  await open.setViewportSize({ width: 390, height: 844 });
  await context.addCookies([{ name: "locale", value: "zh", url: guide.app.url }]);
  await open.goto(`${guide.app.url}/admin/models`);
  await expectAccessible(open);
  await open.screenshot({ path: test.info().outputPath("models-phone.png"), fullPage: true });
  await open.getByRole("button", { name: "打开菜单" }).click();
  await open.getByRole("button", { name: "查找设置" }).click();
  await finder(open).getByRole("combobox").fill("预算");
  await expect(finder(open).getByRole("group", { name: "设置" }).getByRole("option")).toHaveCount(4);
  await expectAccessible(open);
  await finder(open)
    .getByRole("option", { name: /有计划时的预算/ })
    .click();
  await expect(number(open, "有计划时的预算")).toBeInViewport();
  await expectAccessible(open);
  await open.screenshot({ path: test.info().outputPath("behaviour-phone.png") });
});
