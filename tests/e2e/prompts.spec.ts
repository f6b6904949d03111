import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { answer, composer, expect, scriptedTest as test } from "./journey";

const row = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: `/${name}` });
const suggested = (page: Page) => page.getByRole("listbox", { name: "Saved prompts" }).getByRole("option");

async function save(page: Page, name: string, text: string, shared = false): Promise<void> {
  await page.getByRole("button", { name: "New prompt" }).click();
  const dialog = page.getByRole("dialog", { name: "New prompt" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Text").fill(text);
  if (shared) await dialog.getByLabel("Everybody here can use it").check();
  await dialog.getByRole("button", { name: "Save" }).click();
}

/** Workers have servers of their own: each journey brings the prompts that it needs. */
async function bring(page: Page, ...prompts: { name: string; text: string }[]): Promise<void> {
  await page.evaluate(async (all) => {
    for (const prompt of all)
      await fetch("/api/prompts", {
        method: "POST",
        body: JSON.stringify(prompt),
        headers: { "content-type": "application/json" },
      });
  }, prompts);
}

test("prompts are written in the settings, and what is wrong with one is said", async ({ open }) => {
  const home = open.url();
  await composer(open).pressSequentially("/");
  await open.getByRole("link", { name: /No saved prompts yet/ }).click();
  await expect(open.getByRole("heading", { name: "Saved prompts" })).toBeVisible();
  await save(open, "two words", "Plan the day.");
  const dialog = open.getByRole("dialog");
  await expect(dialog.getByRole("alert")).toHaveText(/only letters, digits/);
  await dialog.getByLabel("Name").fill("trip");
  await dialog.getByLabel("Text").fill("Plan {{days}} days in {{city}}.");
  await expect(dialog).toContainText("It asks for: days, city");
  await expectAccessible(open);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row(open, "trip")).toContainText("Plan {{days}} days in {{city}}.");
  await save(open, "TRIP", "Again.");
  await expect(open.getByRole("dialog").getByRole("alert")).toHaveText(
    /There is a prompt of this name already/,
  );
  await open.getByRole("dialog").getByLabel("Name").fill("greet");
  await open.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await save(open, "tidy", "Make this text shorter:", true);
  await expect(row(open, "tidy")).toContainText("For everybody");
  await row(open, "greet").getByRole("button", { name: "Change “greet”" }).click();
  await open.getByRole("dialog").getByLabel("Text").fill("Say hello.");
  await open.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(row(open, "greet")).toContainText("Say hello.");
  await row(open, "greet").getByRole("button", { name: "Delete “greet”" }).click();
  await open.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(row(open, "greet")).toHaveCount(0);
  await expectAccessible(open);
  await open.screenshot({ path: test.info().outputPath("settings.png") });
  await open.goto(home);
  await expect(composer(open)).toHaveValue("/");
  await composer(open).fill("");
  await composer(open).pressSequentially("/");
  await expect(suggested(open)).toHaveText([/\/trip/, /\/tidy/]);
});

test("a slash lists them, the keyboard chooses, a form asks for what is open, and the question is sent", async ({
  open,
  scripted,
}) => {
  await bring(
    open,
    { name: "visit", text: "Plan {{days}} days in {{city}}." },
    { name: "view", text: "What is seen from here?" },
  );
  await composer(open).pressSequentially("/vis");
  await expect(suggested(open)).toHaveText([/\/visit/]);
  const active = await composer(open).getAttribute("aria-activedescendant");
  expect(await suggested(open).getAttribute("id")).toBe(active);
  await expectAccessible(open);
  await open.keyboard.press("Escape");
  await expect(suggested(open)).toHaveCount(0);
  await expect(composer(open)).toHaveValue("/vis");
  await composer(open).fill("");
  await composer(open).pressSequentially("/vi");
  await expect(suggested(open)).toHaveCount(2);
  await open.keyboard.press("ArrowDown");
  await expect(suggested(open).last()).toHaveAttribute("aria-selected", "true");
  await open.keyboard.press("ArrowDown");
  await expect(suggested(open).first()).toHaveAttribute("aria-selected", "true");
  await open.keyboard.press("ArrowUp");
  await open.screenshot({ path: test.info().outputPath("list.png") });
  await open.keyboard.press("Enter");
  const form = open.getByRole("dialog", { name: "/visit" });
  await expect(form.getByLabel("days")).toBeFocused();
  await open.keyboard.type("3");
  await open.keyboard.press("Tab");
  await open.keyboard.type("Bergen");
  await expectAccessible(open);
  await open.screenshot({ path: test.info().outputPath("form.png") });
  await open.keyboard.press("Enter");
  await expect(composer(open)).toBeFocused();
  await expect(composer(open)).toHaveValue("Plan 3 days in Bergen.");
  await open.keyboard.press("Enter");
  await expect(answer(open)).toContainText("ok");
  expect(JSON.stringify(scripted.provider.requests.map(({ body }) => body))).toContain(
    "Plan 3 days in Bergen.",
  );
});

test("a phone chooses one with a finger @phone", async ({ open }) => {
  await open.setViewportSize({ width: 390, height: 844 });
  await bring(open, { name: "shorter", text: "Make this text shorter:" });
  await composer(open).pressSequentially("/sho");
  await expect(suggested(open)).toHaveText([/\/shorter/]);
  await open.screenshot({ path: test.info().outputPath("phone.png") });
  await expectAccessible(open);
  await suggested(open).click();
  await expect(composer(open)).toHaveValue("Make this text shorter:");
  await expect(composer(open)).toBeFocused();
});
