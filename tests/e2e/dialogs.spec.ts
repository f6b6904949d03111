import type { Locator, Page } from "@playwright/test";
import { startApp, type AppServer } from "@/tests/support/app-server";
import { composer, expect } from "./journey";
import { test as base } from "./running-page";

const account = { name: "Ada", email: "ada@a.example", password: "correct horse battery" };

/** One server with accounts for all journeys here; each signs in to the only one. */
const test = base.extend<object, { app: AppServer }>({
  app: [
    async ({}, provide) => {
      const app = await startApp({ env: (url) => ({ AUTH_URL: url }) });
      const made = await fetch(`${app.url}/api/auth/sign-up/email`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: app.url },
        body: JSON.stringify(account),
      });
      expect(made.ok).toBe(true);
      await provide(app);
      await app.close();
    },
    { scope: "worker" },
  ],
  page: async ({ page, app }, provide) => {
    await page.goto(`${app.url}/sign-in`);
    await page.getByLabel("Email").fill(account.email);
    await page.getByRole("textbox", { name: "Password" }).fill(account.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(composer(page)).toBeVisible();
    await provide(page);
  },
  baseURL: async ({ app }, provide) => provide(app.url),
});

const byButton = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true });
/** What Enter comes to. */
const closes = (dialog: Locator) => expect(dialog).toHaveCount(0);
const complains = (dialog: Locator) => expect(dialog.getByRole("alert")).toBeVisible();
const named = (name: string | RegExp) => (dialog: Locator) => dialog.getByRole("textbox", { name });

/** Where each is opened, what has the focus, and what Enter comes to with these words in it. */
const forms = [
  {
    title: "New folder",
    at: "/",
    opener: byButton("New folder"),
    first: named("Name"),
    typed: "Boats",
    then: closes,
  },
  {
    title: "New collection",
    at: "/library",
    opener: byButton("New collection"),
    first: named("Name"),
    typed: "Ships",
    then: closes,
  },
  {
    ...{ title: "New prompt", at: "/settings", opener: byButton("New prompt"), first: named("Name") },
    ...{ typed: "trip", then: complains },
  },
  {
    ...{ title: "Add a server", at: "/admin/mcp", opener: byButton("Add a server"), first: named("Name") },
    ...{ typed: "maps", then: complains },
  },
  {
    ...{ title: "Invite someone", at: "/admin/people", opener: byButton("Invite"), first: named(/^Email/) },
    ...{ typed: "nobody", then: complains },
  },
  {
    ...{ title: "Delete the account", at: "/account", opener: byButton("Delete my account") },
    ...{ first: named(/^Type ada/), typed: "bob@b.example" },
    then: (dialog: Locator) => expect(dialog.getByText("This isn’t your email address.")).toBeVisible(),
  },
];

for (const { title, at, opener, first, typed, then } of forms) {
  test(`“${title}” opens with the cursor in its first field, and Enter there sends it`, async ({ page }) => {
    await page.goto(at);
    const dialog = page.getByRole("dialog", { name: title });
    await opener(page).press("Enter");
    await expect(first(dialog)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(opener(page)).toBeFocused();

    await page.keyboard.press("Enter");
    await expect(first(dialog)).toBeFocused();
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
    await then(dialog);
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
  await page.getByRole("button", { name: "Actions for Ada" }).click();
  await page.getByRole("menuitem", { name: "Limits" }).click();
  await expect(page.getByRole("combobox", { name: "Messages per day" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Actions for Ada" })).toBeFocused();

  await page.getByRole("button", { name: "Actions for Ada" }).click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
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
