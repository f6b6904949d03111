import type { Page } from "@playwright/test";
import { listFaults } from "./accessible";
import { answer, ask, expect, scriptedTest as test, foot } from "./journey";

const list = (page: Page) => page.getByRole("navigation", { name: "Conversations" });
const bar = (page: Page) => page.getByRole("banner");
const menuOf = (page: Page, title: string) =>
  bar(page).getByRole("button", { name: `Actions for “${title}”` });

async function talk(page: Page, question: string): Promise<void> {
  await page.keyboard.press("Control+Shift+o");
  await ask(page, question);
  await expect(answer(page)).toContainText("ok");
}

test("the line above a conversation names it, and what is done there is seen in the list", async ({
  open,
}) => {
  await talk(open, "First things");
  await bar(open).getByRole("button", { name: "First things", exact: true }).click();
  await open.getByRole("textbox", { name: "Title" }).fill("Beginnings");
  await open.keyboard.press("Enter");
  await expect(list(open).getByRole("link", { name: "Beginnings" })).toBeVisible();
  await bar(open).getByRole("button", { name: "Pin", exact: true }).click();
  await expect(list(open).getByRole("heading", { name: "Pinned" })).toBeVisible();
  await expect(bar(open).getByRole("button", { name: "Unpin" })).toHaveAttribute("aria-pressed", "true");

  await menuOf(open, "Beginnings").click();
  await open.getByRole("menuitem", { name: "Archive" }).click();
  await expect(list(open).getByRole("link", { name: "Beginnings" })).toBeHidden();
  await foot(open).click();
  await open.getByRole("link", { name: "Archive" }).click();
  await open.getByRole("main").getByRole("link", { name: "Beginnings" }).click();
  await expect(answer(open)).toContainText("ok");
  await expect(bar(open).getByRole("button", { name: "Beginnings", exact: true })).toBeVisible();
  expect(await listFaults(open)).toEqual([]);
});

test("a folder keeps conversations together, and what it asks for reaches the model", async ({
  open,
  say,
}) => {
  let system = "";
  say(({ body }) => {
    system = JSON.stringify(body["messages"]);
    return { parts: [{ type: "text", chunks: ["ok"] }] };
  });
  await talk(open, "Second things");
  await open.getByRole("button", { name: "New folder" }).click();
  const form = open.getByRole("dialog", { name: "New folder" });
  await form.getByLabel("Name").fill("Boats");
  await form.getByLabel("Instructions").fill("Answer in metres.");
  expect(await listFaults(open)).toEqual([]);
  await form.getByRole("button", { name: "Create" }).click();
  const folder = list(open).getByRole("button", { name: "Boats", exact: true });
  await expect(folder).toBeVisible();
  await menuOf(open, "Second things").click();
  await open.getByRole("menuitem", { name: "Move to Boats" }).click();
  await expect(list(open).getByRole("link", { name: "Second things" })).toBeHidden();
  await folder.click();
  await expect(list(open).getByRole("link", { name: "Second things" })).toBeVisible();
  await ask(open, "How tall?");
  await expect.poll(() => system).toContain("Answer in metres.");
  await open.reload();
  await list(open).getByRole("button", { name: "Boats", exact: true }).click();
  await expect(list(open).getByRole("link", { name: "Second things" })).toBeVisible();
  await list(open).getByRole("button", { name: "Actions for the folder “Boats”" }).click();
  await open.getByRole("menuitem", { name: "New conversation here" }).click();
  await expect(open).toHaveURL(/folder=/);
  await ask(open, "Begun there");
  await expect.poll(() => system).toContain("Begun there");
  expect(system).toContain("Answer in metres.");
});

test("a shared conversation is read without signing in, until it is taken back @core", async ({
  open,
  browser,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await talk(open, "Third things");
  await bar(open).getByRole("button", { name: "Share or export" }).click();
  const dialog = open.getByRole("dialog", { name: "Share or export" });
  await dialog.getByRole("button", { name: "Create and copy link" }).click();
  await expect(dialog.getByText("Link copied")).toBeVisible();
  const address = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  expect(await open.evaluate(() => navigator.clipboard.readText())).toBe(address);
  expect(await listFaults(open)).toEqual([]);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(address);
  await expect(stranger.getByRole("article", { name: "You asked" })).toHaveText("Third things");
  await expect(stranger.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  await expect(stranger.getByRole("textbox")).toHaveCount(0);
  expect(await listFaults(stranger)).toEqual([]);
  await dialog.getByRole("button", { name: "Stop sharing" }).click();
  await expect(dialog.getByRole("button", { name: "Create and copy link" })).toBeVisible();
  expect((await stranger.goto(address))?.status()).toBe(404);
  await stranger.context().close();
});

const drawnLate = "Twice: $$2a$$\n\n```mermaid\nflowchart LR\n  A[Clouds gather] --> B[Rain falls]\n```";

test("a conversation is saved as a file and opened for print, once it is drawn", async ({
  open,
  say,
  context,
}) => {
  await context.addInitScript(() => {
    window.print = () => void (document.body.dataset["printed"] = document.body.innerText);
  });
  say(() => ({ parts: [{ type: "text", chunks: [drawnLate] }] }));
  await ask(open, "Fourth things");
  await expect(answer(open).getByRole("img")).toBeVisible();
  await bar(open).getByRole("button", { name: "Share or export" }).click();
  const dialog = open.getByRole("dialog", { name: "Share or export" });
  await dialog.getByText("File", { exact: true }).click();
  const saved = open.waitForEvent("download");
  await dialog.getByRole("link", { name: "Word" }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.docx$/);
  expect(await listFaults(open)).toEqual([]);
  await dialog.getByText("Print", { exact: true }).click();
  const [page] = await Promise.all([
    context.waitForEvent("page"),
    dialog.getByRole("button", { name: "Open for print" }).click(),
  ]);
  await expect(page.locator("body")).toHaveAttribute("data-printed", /Fourth things/);
  await expect(page.locator("body")).not.toHaveAttribute("data-printed", /flowchart|\$\$/);
  await expect(page.getByRole("img")).toBeVisible();
  expect(await listFaults(page)).toEqual([]);
});

test("a phone names the open conversation and files it @phone", async ({ open, say }) => {
  say(() => ({ parts: [{ type: "text", chunks: ["ok"] }] }));
  await ask(open, "Fifth things");
  await expect(answer(open)).toContainText("ok");
  await menuOf(open, "Fifth things").click();
  await open.getByRole("menuitem", { name: "Pin", exact: true }).click();
  await open.getByRole("button", { name: "Open the menu" }).click();
  await expect(list(open).getByRole("heading", { name: "Pinned" })).toBeVisible();
});
