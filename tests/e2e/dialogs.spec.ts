import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey";
import { signedInTest as test } from "./signed-in";
import { forms, questions } from "./walked-dialogs";

const byButton = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true });
/** What Enter comes to. */
const outcomes = {
  closes: (dialog: Locator) => expect(dialog).toHaveCount(0),
  complains: (dialog: Locator) => expect(dialog.getByRole("alert")).toBeVisible(),
  warns: (dialog: Locator) => expect(dialog.getByText("This isn’t your email address.")).toBeVisible(),
};

for (const { title, at, opener, path, made, menu } of questions) {
  test(`“${title}” opens with the keyboard on Cancel, and Escape leaves all as it was`, async ({
    page,
    app,
  }) => {
    const headers = { origin: app.url };
    expect((await page.request.post(`${app.url}${path}`, { headers, data: made })).ok()).toBe(true);
    await page.goto(at);
    const dialog = page.getByRole("dialog", { name: title });
    const open = async () => {
      if (menu !== null) await page.getByRole("button", { name: menu }).press("Enter");
      await page
        .getByRole(menu === null ? "button" : "menuitem", { name: opener, exact: true })
        .press("Enter");
      await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    };
    await open();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("button", { name: menu ?? opener, exact: true })).toBeFocused();
    await open();
    await dialog.getByRole("button", { name: /^(Delete|Forget)/ }).press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("button", { name: menu ?? opener, exact: true })).toHaveCount(0);
  });
}

test("a refusal stands at its field, with what was typed, and the cursor is there", async ({ page }) => {
  await page.goto("/settings");
  await byButton("New prompt")(page).click();
  const dialog = page.getByRole("dialog", { name: "New prompt" });
  await dialog.getByLabel("Text").fill("When is high tide?");
  await dialog.getByLabel("Name").fill("two words");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(/letters/);
  await expect(dialog.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await expect(dialog.getByLabel("Text")).toHaveValue("When is high tide?");
});

for (const { title, at, opener, first, typed, then } of forms) {
  test(`“${title}” opens with the cursor in its first field, and Enter there sends it`, async ({ page }) => {
    await page.goto(at);
    const dialog = page.getByRole("dialog", { name: title });
    const field = dialog.getByRole("textbox", { name: first });
    await byButton(opener)(page).press("Enter");
    await expect(field).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(byButton(opener)(page)).toBeFocused();

    await page.keyboard.press("Enter");
    await expect(field).toBeFocused();
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
    await outcomes[then](dialog);
  });
}

test("a folder that Enter made stands in the list, and is changed the same way @core", async ({ page }) => {
  await page.goto("/");
  await byButton("New folder")(page).click();
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Lighthouses");
  await page.screenshot({ path: test.info().outputPath("folder.png") });
  await page.keyboard.press("Enter");
  const list = page.getByRole("navigation", { name: "Conversations" });
  await expect(list.getByRole("button", { name: "Lighthouses", exact: true })).toBeVisible();
  await page.reload();
  await expect(list.getByRole("button", { name: "Lighthouses", exact: true })).toBeVisible();
});

test("a dialog without a field to write in opens on its choice, else on its heading", async ({ page }) => {
  await page.goto("/admin/people");
  await page.getByRole("link", { name: /^Ada/ }).click();
  await page.getByRole("button", { name: "Change limits" }).click();
  await expect(page.getByRole("combobox", { name: "Messages per day" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Change limits" })).toBeFocused();

  await page.getByRole("main").getByRole("button", { name: "Admin", exact: true }).click();
  await expect(page.getByRole("radio", { name: /^Admin/ })).toBeFocused();
  await page.keyboard.press("Escape");

  await page.goto("/");
  await byButton("New folder")(page).focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("heading", { name: "Keyboard shortcuts" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(byButton("New folder")(page)).toBeFocused();
});

test("what was typed into a dialog that Escape closed is offered again, once", async ({ page }) => {
  await page.goto("/");
  const name = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
  await byButton("New folder")(page).click();
  await expect(name).toBeFocused();
  await page.keyboard.type("Sextants");
  await page.keyboard.press("Escape");
  await byButton("New folder")(page).click();
  await expect(name).toHaveValue("Sextants");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await byButton("New folder")(page).click();
  await expect(name).toHaveValue("");
});

test("words that are marked to beyond a dialog's edge do not close it", async ({ page }) => {
  await page.goto("/");
  await byButton("New folder")(page).click();
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Buoys");
  const name = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
  const box = await name.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 80, (box?.y ?? 0) + 20);
  await page.mouse.down();
  await page.mouse.move(5, (box?.y ?? 0) + 20);
  await page.mouse.up();
  await expect(name).toHaveValue("Buoys");
});
