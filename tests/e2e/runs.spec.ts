import type { Page } from "@playwright/test";
import type { Script } from "@/tests/support/wire/reply";
import { expectAccessible } from "./accessible";
import { answer, ask, expect, scriptedTest as test } from "./journey";

test.use({ models: "local:test,local:other" });

async function followRun(page: Page, say: (script: Script) => void): Promise<void> {
  say(({ turn }) =>
    turn === 0
      ? { parts: [{ type: "tool", name: "calculate", input: { expression: "6*7" } }] }
      : { parts: [{ type: "text", chunks: ["It ", "is 42."] }] },
  );
  await ask(page, "How much is six times seven?");
  await expect(answer(page)).toContainText("It is 42.");
  await answer(page)
    .getByRole("button", { name: /^How I got this answer/ })
    .click();
  await answer(page).getByRole("link", { name: "Open the run" }).click();

  await expect(page.getByRole("heading", { name: /^Completed in/, level: 1 })).toBeVisible();
  const calls = page.getByRole("listitem").filter({ hasText: "Model call: local:test" });
  await expect(calls).toHaveCount(2);
  await calls.nth(1).locator("summary").first().press("Enter");
  await expect(calls.nth(1)).toContainText("Prompt: what is new since the call before");
  await expect(calls.nth(1)).toContainText("Tool result");
  await expect(calls.nth(1)).toContainText("6*7 = 42");
  await expect(calls.nth(1)).toContainText("It is 42.");
  await expectAccessible(page);

  // The address leads to the step that is open.
  expect(new URL(page.url()).hash).toMatch(/^#step-\d+$/);
  await page.reload();
  await expect(calls.nth(1)).toContainText("Tool result");

  await page.getByRole("button", { name: "Replay" }).click();
  await expect(page.getByText("Replayed 2 model calls from the record.")).toBeVisible();

  await page.getByRole("link", { name: "All runs" }).click();
  await expect(page.getByRole("heading", { name: "Runs", level: 1 })).toBeVisible();
  await expect(
    page.getByRole("list", { name: "Runs" }).getByRole("link", { name: /Completed/ }),
  ).not.toHaveCount(0);
  // Words of a question, in the address of the page.
  const field = page.getByRole("searchbox", { name: "Title or question" });
  await field.fill("no such words");
  await field.press("Enter");
  await expect(page.getByText("No runs match.")).toBeVisible();
  await field.fill("SIX times");
  await field.press("Enter");
  await expect(page.getByRole("list", { name: "Runs" }).getByRole("link")).not.toHaveCount(0);
  expect(new URL(page.url()).searchParams.get("text")).toBe("SIX times");
  await page.reload();
  await expect(field).toHaveValue("SIX times");
  await expect(page.getByRole("list", { name: "Runs" }).getByRole("link")).not.toHaveCount(0);
  await page.getByRole("button", { name: "Add a filter", exact: true }).click();
  await page.getByRole("combobox", { name: "Outcome" }).selectOption({ label: "Failed" });
  await expect(page.getByText("No runs match.")).toBeVisible();
  await expectAccessible(page);
}

test("from an answer to the prompt of its second call, and to its replay @core", async ({ open, say }) => {
  await followRun(open, say);
});

test("the same on a phone @phone", async ({ open, say }) => {
  await followRun(open, say);
});

/** From the second call of a run on, by the other model and in another style; then the two beside each other. */
async function branchRun(page: Page, say: (script: Script) => void): Promise<void> {
  say(({ turn, body }) => {
    if (JSON.stringify(body).includes('"model":"other"'))
      return { parts: [{ type: "text", chunks: ["It is forty-two."] }] };
    return turn === 0
      ? { parts: [{ type: "tool", name: "calculate", input: { expression: "6*7" } }] }
      : { parts: [{ type: "text", chunks: ["It is 42."] }] };
  });
  await ask(page, "How much is six times seven?");
  await expect(answer(page)).toContainText("It is 42.");
  await answer(page)
    .getByRole("button", { name: /^How I got this answer/ })
    .click();
  await answer(page).getByRole("link", { name: "Open the run" }).click();
  const calls = page.getByRole("listitem").filter({ hasText: "Model call: local:test" });
  await calls.nth(1).locator("summary").first().press("Enter");
  const form = page.getByRole("region", { name: "Make it again from here" });
  await form.getByRole("combobox", { name: "Model" }).selectOption("local:other");
  await form.getByRole("combobox", { name: "Style" }).selectOption({ label: "Direct" });
  await expectAccessible(page);
  await form.getByRole("button", { name: "Make it again" }).click();

  await expect(page.getByRole("heading", { name: "Two runs side by side", level: 1 })).toBeVisible();
  await expect(page.getByRole("row", { name: /^Model local:test local:other$/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /^Style Balanced Direct$/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Second run" })).toContainText("It is forty-two.");
  await expect(page.getByRole("region", { name: "First run" }).locator("del")).toHaveText("42");
  await expectAccessible(page);

  await page.getByRole("link", { name: "All runs" }).click();
  const boxes = page.getByRole("checkbox", { name: /^Choose the run of/ });
  await boxes.nth(0).check();
  await expect(page.getByText("Choose another run to compare it with.")).toBeVisible();
  await boxes.nth(1).check();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Compare the two runs" }).click();
  await expect(page.getByRole("heading", { name: "Two runs side by side", level: 1 })).toBeVisible();
}

test("a run made again with another model and style, beside the one it was made from", async ({
  open,
  say,
}) => {
  await branchRun(open, say);
});

test("the same on a phone, made again @phone", async ({ open, say }) => {
  await branchRun(open, say);
});

test("the page of a run speaks Chinese", async ({ open: page, say, context, scripted }) => {
  say(() => ({ parts: [{ type: "text", chunks: ["好。"] }] }));
  await context.addCookies([{ name: "locale", value: "zh", url: scripted.app.url }]);
  await page.goto(`${scripted.app.url}/runs`);
  await expect(page.getByRole("heading", { name: "运行记录", level: 1 })).toBeVisible();
  await expectAccessible(page);
});
