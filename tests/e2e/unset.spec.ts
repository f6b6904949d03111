import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { expect, guideTest } from "./journey";

/** On a server of its own: other journeys publish rules as well. */
const test = guideTest.extend<object, { isAlone: boolean }>({
  isAlone: [true, { option: true, scope: "worker" }],
});

const suggested = { "No answers": "60", "Costs per hour": "2" };
const first = { "A tool fails": "20", "Answers are slow": "30", "Costs per day": "20" };
const publish = (page: Page) => page.getByRole("button", { name: "Publish", exact: true });

test("a rule that is switched on begins with a number of use, and the history says that it was off", async ({
  open,
  guide,
  context,
}) => {
  await open.goto(`${guide.app.url}/admin/alerts`);
  await expect(open.getByText("No alert is open.")).toBeVisible();
  for (const [name, number] of Object.entries(first))
    await expect(open.getByRole("textbox", { name, exact: true })).toHaveValue(number);
  for (const [name, number] of Object.entries(suggested)) {
    await expect(open.getByRole("textbox", { name, exact: true })).toHaveCount(0);
    await open.getByRole("switch", { name, exact: true }).click();
    await expect(open.getByRole("textbox", { name, exact: true })).toHaveValue(number);
  }
  await expect(open.getByText(/the slowest 5% of answers in two hours take longer than/)).toBeVisible();
  await expect(open.getByText("Would not have opened in the last 30 days")).toHaveCount(5);
  await open.getByRole("switch", { name: "Answers are slow", exact: true }).click();
  await expectAccessible(open);
  await open.screenshot({ path: test.info().outputPath("alerts.png"), fullPage: true });
  await publish(open).click();
  await expect(publish(open)).toHaveCount(0);

  await open.goto(`${guide.app.url}/admin/agent`);
  await expect(open.getByRole("textbox", { name: "Seed" })).toHaveCount(0);
  await open.getByRole("group", { name: "Seed" }).getByText("Fixed").click();
  await expect(open.getByRole("textbox", { name: "Seed" })).toHaveValue("1");
  await open.goto(`${guide.app.url}/admin/agent#messagesPerDay`);
  await open.getByRole("group", { name: "Messages per day" }).getByText("Limit", { exact: true }).click();
  await expect(open.getByRole("textbox", { name: "Messages per day" })).toHaveValue("500");
  await publish(open).click();
  await expect(publish(open)).toHaveCount(0);
  await open.goto(`${guide.app.url}/admin/history`);
  const history = open.getByRole("main").getByRole("listitem");
  await expect(history.filter({ hasText: "Answers are slow" }).first()).toContainText("from 30 s to Off");
  await expect(history.filter({ hasText: "No answers" }).first()).toContainText("from Off to 60 min");
  await expect(history.filter({ hasText: "Seed" }).first()).toContainText("from Random to 1");
  await expect(history.filter({ hasText: "Messages per day" }).first()).toContainText("from No limit to 500");
  await history.filter({ hasText: "Seed" }).first().scrollIntoViewIfNeeded();
  await open.screenshot({ path: test.info().outputPath("history.png") });

  await context.addCookies([{ name: "locale", value: "zh", url: guide.app.url }]);
  for (const [page, words, off] of [
    ["alerts", "何时告警", "最慢的 5% 的回答耗时超过"],
    ["history", "随机种子", "随机"],
  ] as const) {
    await open.goto(`${guide.app.url}/admin/${page}`);
    const shown = open.getByRole("main").getByText(words).last();
    await shown.scrollIntoViewIfNeeded();
    await expect(open.getByRole("main")).toContainText(off);
    await open.screenshot({ path: test.info().outputPath(`${page}-zh.png`) });
  }
  await expect(history.filter({ hasText: "回答缓慢" }).first()).toContainText("关闭");
  await expect(history.filter({ hasText: "随机种子" }).first()).toContainText("随机");
});
