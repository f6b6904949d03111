import { expectAccessible } from "./accessible";
import { expect, guideTest as test } from "./journey";

test("an alert is armed in three clicks, and the audit log says what that changed and leads to its version @core", async ({
  open,
  guide,
}) => {
  await open.goto(`${guide.app.url}/admin`);
  await open.getByRole("link", { name: /^Alerts/ }).click();
  await open.getByRole("switch", { name: "No answers", exact: true }).click();
  await open.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(open.getByRole("button", { name: "Publish", exact: true })).toHaveCount(0);
  await expect(open.getByRole("switch", { name: "No answers", exact: true })).toBeChecked();

  await open.goto(`${guide.app.url}/admin/audit`);
  await open.getByRole("button", { name: "Settings changed" }).first().click();
  const entry = open.getByRole("dialog", { name: "Settings changed" });
  await expect(entry).toContainText("from Off to 60 min");
  await expectAccessible(open);
  await entry.getByRole("link", { name: /^Version \d+ in the history$/ }).click();
  await expect(open).toHaveURL(/\/admin\/history#v\d+$/);
  await expect(open.locator("li[aria-current=true]")).toContainText("from Off to 60 min");
  await expectAccessible(open);

  await open.setViewportSize({ width: 390, height: 800 });
  for (const page of ["alerts", "audit", "history"]) {
    await open.goto(`${guide.app.url}/admin/${page}`);
    await expect(open.getByRole("heading", { level: 1 })).toBeVisible();
    const overflow = await open.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await expectAccessible(open);
  }
});
