import type { Page } from "@playwright/test";
import type { Script } from "@/tests/support/wire/reply";
import { expectAccessible } from "./accessible";
import { answer, ask, expect, scriptedTest as test } from "./journey";

test.use({ models: "local:test,local:other" });

const script: Script = ({ turn, body }) => {
  const sent = JSON.stringify(body);
  if (sent.includes('"model":"other"'))
    return { parts: [{ type: "text", chunks: [sent.includes("6*7 = 43") ? "It is 43." : "It is what?"] }] };
  return turn === 0
    ? { parts: [{ type: "tool", name: "calculate", input: { expression: "6*7" } }] }
    : { parts: [{ type: "text", chunks: ["It ", "is 42."] }] };
};

/** From an answer to the second call of its run, whose tool result is edited and sent to the other model. */
async function tryCall(page: Page, say: (script: Script) => void): Promise<void> {
  say(script);
  await ask(page, "How much is six times seven?");
  await expect(answer(page)).toContainText("It is 42.");
  await answer(page)
    .getByRole("button", { name: /^How I got this answer/ })
    .click();
  await answer(page).getByRole("link", { name: "Open the run" }).click();
  const calls = page.getByRole("listitem").filter({ hasText: "Model call: local:test" });
  await calls.nth(1).locator("summary").first().press("Enter");
  await calls.nth(1).getByRole("link", { name: "Edit its messages and try it" }).press("Enter");

  await expect(page.getByRole("heading", { name: "Prompt playground", level: 1 })).toBeVisible();
  await expect(page.getByText(/^About [\d,]+ tokens are sent/)).toBeVisible();
  const result = page.getByRole("textbox", { name: /^4\. Tool result/ });
  await expect(result).toHaveValue(/6\*7 = 42/);
  await result.fill("6*7 = 43");
  await page.getByRole("textbox", { name: /^3\. Model: / }).fill("{");
  await expect(page.getByText("This has to be JSON.")).toBeVisible();
  const run = page.getByRole("button", { name: "Run this call" });
  await expect(run).toBeDisabled();
  await page.getByRole("textbox", { name: /^3\. Model: / }).fill('{"expression":"6*7"}');
  await page.getByRole("combobox", { name: "Model" }).selectOption("local:other");
  await page.getByRole("spinbutton", { name: "Temperature" }).fill("0.2");
  await expectAccessible(page);

  await run.press("Enter");
  await expect(page.getByRole("region", { name: "New" })).toContainText("It is 43.");
  await expect(page.getByRole("region", { name: "New" }).locator("ins")).toHaveText("43");
  await expect(page.getByRole("region", { name: "Recorded" }).locator("del")).toHaveText("42");
  await expect(page.getByRole("row", { name: /^Model local:test local:other$/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /^Temperature 0\.7 0\.2$/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "The run" }).click();
  await expect(page.getByRole("heading", { name: /^Completed in/, level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "The answer" }).click();
  await expect(answer(page)).toContainText("It is 42.");
}

test("a recorded call is edited, made once more and compared", async ({ open, say }) => {
  await tryCall(open, say);
});

test("the same on a phone @phone", async ({ open, say }) => {
  await tryCall(open, say);
});

test("the playground speaks Chinese, and is not there for a run of nobody", async ({
  open: page,
  say,
  context,
  scripted,
}) => {
  say(script);
  await ask(page, "How much is six times seven?");
  await expect(answer(page)).toContainText("It is 42.");
  await answer(page)
    .getByRole("button", { name: /^How I got this answer/ })
    .click();
  await answer(page).getByRole("link", { name: "Open the run" }).click();
  await expect(page.getByRole("heading", { name: /^Completed in/, level: 1 })).toBeVisible();
  const { pathname } = new URL(page.url());
  await context.addCookies([{ name: "locale", value: "zh", url: scripted.app.url }]);
  await page.goto(`${scripted.app.url}${pathname}/playground?call=1`);
  await expect(page.getByRole("heading", { name: "提示词试验场", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "运行这次调用" }).click();
  await expect(page.getByText("两个回答逐字相同。")).toBeVisible();
  await expectAccessible(page);
  const missing = await page.goto(`${scripted.app.url}/runs/none/playground?call=1`);
  expect(missing?.status()).toBe(404);
});
