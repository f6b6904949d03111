import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { answer, ask, expect, scriptedTest as test } from "./journey";

const row = (page: Page, name: string) =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: name }).first();

/** Two steps that need each other are refused; put in order and without the circle they are removed again. */
async function writeSteps(page: Page, form: Locator): Promise<void> {
  await form.getByRole("button", { name: "Add a step" }).click();
  await form.getByLabel("Title of step 1").fill("Look it up");
  await form.getByRole("button", { name: "Add a step" }).click();
  await form.getByLabel("Title of step 2").fill("Tell");
  const needs = (number: number) => form.getByRole("listitem").nth(number - 1);
  for (const [number, other] of [
    [1, "Tell"],
    [2, "Look it up"],
  ] as const) {
    await needs(number).getByText("Needs steps:").click();
    await needs(number).getByRole("checkbox", { name: other }).check();
  }
  await form.getByLabel("port").fill("Ulm");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toContainText("it needs itself");
  await form.getByRole("button", { name: "Move up: Tell" }).click();
  await expect(form.getByLabel("Title of step 1")).toHaveValue("Tell");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Remove: Look it up" }).click();
  await form.getByRole("button", { name: "Remove: Tell" }).click();
}

for (const where of ["", " on a phone @phone"])
  test(`an answer is watched, asked again with a value, and what it says otherwise is shown${where}`, async ({
    open,
    say,
  }) => {
    const say1 = (text: string) => say(() => ({ parts: [{ type: "text", chunks: [text] }] }));
    say1("The ferry leaves at 8. It costs 12 euros.");
    await ask(open, "When does the ferry leave?");
    await expect(answer(open)).toContainText("12 euros");
    const bell = open.getByRole("button", { name: "Watch this answer" });
    await bell.click();
    const rhythm = open.getByRole("dialog", { name: "Watch this answer" });
    await rhythm.getByText("When I ask").click();
    await expectAccessible(open);
    await rhythm.getByRole("button", { name: "Watch", exact: true }).click();
    await expect(bell).toHaveAttribute("aria-pressed", "true");
    await open.reload();
    await expect(bell).toHaveAttribute("aria-pressed", "true");
    await bell.click();
    await expect(bell).toHaveAttribute("aria-pressed", "false");
    await open.getByRole("button", { name: "Undo" }).click();
    await expect(bell).toHaveAttribute("aria-pressed", "true");
    await open.goto(new URL("/settings/workflows", open.url()).href);
    await expect(open.getByRole("heading", { name: "Workflows and watches" })).toBeVisible();
    const watch = row(open, "When does the ferry leave?");
    await expect(watch).toContainText("each answer is compared");

    await watch.getByRole("button", { name: /^More for/ }).click();
    await open.getByRole("menuitem", { name: "Change" }).click();
    const form = open.getByRole("dialog", { name: "Change workflow" });
    await form.getByLabel("Name").fill("Ferry");
    await form.getByLabel("Question", { exact: true }).fill("When does the ferry to {{port}} leave?");
    await form.getByLabel("Ask by itself").selectOption("Every day");
    await expectAccessible(open);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByRole("alert")).toContainText("needs a value");
    await form.getByRole("switch", { name: "Let the agent use this" }).check();
    await writeSteps(open, form);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(row(open, "Ferry")).toContainText("Next: ");
    await expect(row(open, "Ferry")).toContainText("the agent may use it");

    say1("The ferry leaves at 9. It costs 12 euros.");
    await row(open, "Ferry").getByRole("button", { name: "Ask now" }).click();
    const run = open.getByRole("dialog", { name: "Ferry" });
    await expect(run.getByLabel("port")).toHaveValue("Ulm");
    await run.getByRole("button", { name: "Ask now" }).click();
    await expect(answer(open)).toContainText("leaves at 9");
    await expect(open.getByText("When does the ferry to Ulm leave?").first()).toBeVisible();

    await open.goto(new URL("/settings/workflows", open.url()).href);
    await row(open, "Ferry").getByRole("button", { name: "Changed since you looked" }).click();
    const difference = open.getByRole("dialog", { name: "Ferry" });
    await expect(difference.getByRole("deletion")).toHaveText("The ferry leaves at 8.");
    await expect(difference.getByRole("insertion")).toHaveText("The ferry leaves at 9.");
    await expectAccessible(open);
    await open.keyboard.press("Escape");
    await expect(row(open, "Ferry").getByRole("button", { name: "Compare answers" })).toBeVisible();

    await row(open, "Ferry")
      .getByRole("button", { name: /^More for/ })
      .click();
    await open.getByRole("menuitem", { name: "Pause" }).click();
    await expect(row(open, "Ferry")).toContainText("Paused");
    await row(open, "Ferry")
      .getByRole("button", { name: /^More for/ })
      .click();
    await open.getByRole("menuitem", { name: "Delete" }).click();
    await expect(open.getByText("Nothing is kept yet.")).toBeVisible();
    await open.getByRole("button", { name: "Undo" }).click();
    await expect(row(open, "Ferry")).toBeVisible();
    await row(open, "Ferry")
      .getByRole("button", { name: /^More for/ })
      .click();
    await open.getByRole("menuitem", { name: "Delete" }).click();
    await expect(open.getByText("Nothing is kept yet.")).toBeVisible();
    // Whoever leaves the page in the time for undoing deletes it at once.
    await expect(async () => {
      await open.reload();
      await expect(open.getByText("Nothing is kept yet.")).toBeVisible();
    }).toPass();
  });
