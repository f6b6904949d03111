import AxeBuilder from "@axe-core/playwright";
import { answer, ask, expect, scriptedTest as test } from "./journey";

const code = `const squares = [1, 2, 3].map((n) => n * n);
console.log("<b>squares</b>", squares.length);
squares.join("+")`;

test("code runs in the built product once it is switched on and approved, and is shown with its output as text @core", async ({
  open,
  say,
  scripted,
}) => {
  say(({ turn }) =>
    turn === 0
      ? { parts: [{ type: "tool", name: "run_code", id: "run", input: { code } }] }
      : { parts: [{ type: "text", chunks: ["They are squares."] }] },
  );
  await open.goto(`${scripted.app.url}/admin/tools`);
  await open.getByRole("switch", { name: "Code", exact: true }).click();
  await open.getByRole("button", { name: /^Run code/ }).click();
  const permission = open.getByRole("combobox", { name: "Run code: Admin" });
  await permission.focus();
  await permission.selectOption("Ask");
  await open.keyboard.press("Escape");
  await open.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(open.getByText("Published.")).toBeVisible();
  await open.setViewportSize({ width: 390, height: 800 });
  const { violations } = await new AxeBuilder({ page: open }).include("table").analyze();
  expect(violations).toEqual([]);

  await open.goto(scripted.app.url);
  await ask(open, "What are the squares?");
  const card = open.getByRole("region", { name: "Run this code?" });
  await expect(card).toContainText("An administrator wants this step to be approved each time.");
  await expect(card).toContainText("squares.length");
  await card.getByRole("button", { name: "Run", exact: true }).click();
  await expect(answer(open)).toContainText("They are squares.");
  await answer(open)
    .getByRole("button", { name: /How I got this answer/ })
    .click();
  await answer(open)
    .getByText(/Ran code: 1\+4\+9/)
    .click();
  await expect(answer(open).getByText("<b>squares</b> 3", { exact: true })).toBeVisible();
  await expect(answer(open).locator("b")).toHaveCount(0);
});
