import { globSync, readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey";
import { signedInTest as test } from "./signed-in";

const byButton = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true });
/** What Enter comes to. */
const closes = (dialog: Locator) => expect(dialog).toHaveCount(0);
const complains = (dialog: Locator) => expect(dialog.getByRole("alert")).toBeVisible();
const named = (name: string | RegExp) => (dialog: Locator) => dialog.getByRole("textbox", { name });

/** Where each is opened, what has the focus, and what Enter comes to with these words in it. */
const forms = [
  {
    ...{ source: "shell/conversations/folder-form", title: "New folder", at: "/" },
    ...{ opener: byButton("New folder"), first: named("Name"), typed: "Boats", then: closes },
  },
  {
    ...{ source: "library/collection-form", title: "New collection", at: "/library" },
    ...{ opener: byButton("New collection"), first: named("Name"), typed: "Ships", then: closes },
  },
  {
    ...{ source: "settings/prompt-form", title: "New prompt", at: "/settings" },
    ...{ opener: byButton("New prompt"), first: named("Name"), typed: "trip", then: complains },
  },
  {
    ...{ source: "memory/fact-dialog", title: "Add a memory", at: "/memory" },
    ...{ opener: byButton("Add a memory"), first: named("What to remember"), typed: "ab", then: complains },
  },
  {
    ...{ source: "admin/mcp/server-form", title: "Add a server", at: "/admin/mcp" },
    ...{ opener: byButton("Add a server"), first: named("Name"), typed: "maps", then: complains },
  },
  {
    ...{ source: "admin/people/invite-form", title: "Invite someone", at: "/admin/people" },
    ...{ opener: byButton("Invite"), first: named(/^Email/), typed: "nobody", then: complains },
  },
  {
    ...{ source: "account/delete-account", title: "Delete the account", at: "/account" },
    ...{ opener: byButton("Delete my account"), first: named(/^Type ada/), typed: "bob@b.example" },
    then: (dialog: Locator) => expect(dialog.getByText("This isn’t your email address.")).toBeVisible(),
  },
];

/** What asks first, and what there has to be before it can. `menu`: what it is chosen from. */
const questions = [
  {
    ...{ source: "memory/memory-page", title: "Forget everything?", at: "/memory", menu: null },
    ...{ opener: "Forget everything", path: "/api/memories", made: { content: "Sails on Sundays" } },
  },
  {
    ...{ source: "settings/prompt-list", title: "Delete “tides”?", at: "/settings", menu: null },
    ...{
      opener: "Delete “tides”",
      path: "/api/prompts",
      made: { name: "tides", text: "When is high tide?" },
    },
  },
  {
    ...{ source: "library/collection-menu", title: "Delete “Charts”?", at: "/library", opener: "Delete" },
    ...{ menu: "Actions for “Charts”", path: "/api/collections", made: { name: "Charts", description: "" } },
  },
];

/** Those that other journeys open, and what shows that they do. */
const elsewhere: Record<string, [spec: string, shown: string]> = {
  "admin/agents/agent-editor": ["agents", "Delete Clerk?"],
  "admin/laboratory/experiment-card": ["laboratory", "Make this draft live?"],
  "admin/laboratory/pair-dialog": ["laboratory", "Which answer is better?"],
  "admin/laboratory/question-form": ["laboratory", "A question"],
  "admin/laboratory/rated-questions": ["laboratory", '"From rated answers"'],
  "admin/mcp/server-card": ["tool-servers", "Remove : lookout"],
  "admin/people/person-dialogs": ["dialogs", "Change role"],
  "admin/people/quota-dialog": ["dialogs", "Messages per day"],
  "chat/suggestions/variable-form": ["prompts", "/visit"],
  "evidence/evidence-panel": ["evidence", '"Evidence"'],
  "library/document-form": ["documents", "Edit details"],
  "library/document-row": ["documents", 'getByRole("button", { name: "Delete" })'],
  "markdown/diagram": ["comforts", '"Diagram"'],
  "markdown/link-dialog": ["approval", "Open this address?"],
  "sharing/share-dialog": ["evidence", "Share or export"],
  "shell/palette/palette-frame": ["search", "Go to anything"],
  "shell/palette/shortcuts-dialog": ["dialogs", "Keyboard shortcuts"],
  "shell/shell": ["search", "Open the menu"],
  "workflows/difference-dialog": ["workflows", "const difference"],
  "workflows/run-form": ["workflows", "const run"],
  "workflows/watch-form": ["workflows", "Watch this answer"],
  "workflows/workflow-form": ["workflows", "Change workflow"],
};
/** They need two people, a change that is not saved, or a picture; they are drawn by the same two components. */
const undriven = [
  "admin/agents/agent-history",
  "admin/conflict-dialog",
  "admin/history/settings-history",
  "admin/settings-provider",
  "chat/composer/picture-button",
];

test("every dialog of the product is opened by a journey", () => {
  const users = globSync("components/**/*.tsx").filter(
    (file) =>
      !file.startsWith("components/ui/") &&
      /<(Modal|Dialog|ConfirmDialog|Drawer)\b/.test(readFileSync(file, "utf8")),
  );
  const walked = [...forms, ...questions].map(({ source }) => source);
  const known = [...walked, ...Object.keys(elsewhere), ...undriven];
  expect(users.map((file) => file.slice("components/".length, -".tsx".length)).sort()).toEqual(known.sort());
  for (const [spec, shown] of Object.values(elsewhere))
    expect(readFileSync(`tests/e2e/${spec}.spec.ts`, "utf8")).toContain(shown);
});

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
