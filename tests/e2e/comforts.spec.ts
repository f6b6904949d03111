import type { Page } from "@playwright/test";
import { listFaults } from "./accessible";
import { answer, ask, expect, foot, scriptedTest as test } from "./journey";

const list = (page: Page) => page.getByRole("navigation", { name: "Conversations" });
const rowMenu = (page: Page, title: string) =>
  list(page).getByRole("button", { name: `Actions for “${title}”` });
const box = (page: Page, title: string) => list(page).getByRole("checkbox", { name: title, exact: true });
const link = (page: Page, title: string) => list(page).getByRole("link", { name: title, exact: true });
const bar = (page: Page) => list(page).getByRole("group", { name: "Selected conversations" });

async function talk(page: Page, ...questions: string[]): Promise<void> {
  for (const question of questions) {
    await page.keyboard.press("Control+Shift+o");
    await expect(page).toHaveURL(/\/$/);
    await ask(page, question);
    await expect(answer(page)).toContainText("ok");
    await expect(link(page, question)).toBeVisible();
  }
}

async function selectFrom(page: Page, title: string): Promise<void> {
  await rowMenu(page, title).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Select several" }).click();
  await expect(box(page, title)).toBeChecked();
}

test("several conversations are selected as a range, archived and put back", async ({ open, say }) => {
  say(() => ({ parts: [{ type: "text", chunks: ["ok"] }] }));
  await talk(open, "Ada", "Bea", "Cleo", "Dora");
  await selectFrom(open, "Dora");
  await expect(box(open, "Dora")).toBeFocused();
  await box(open, "Bea").click({ modifiers: ["Shift"] });
  await expect(bar(open)).toContainText("3 selected");
  await expect(box(open, "Ada")).not.toBeChecked();
  expect(await listFaults(open)).toEqual([]);
  await bar(open).getByRole("button", { name: "Archive" }).click();
  await expect(open.getByText("3 conversations archived")).toBeVisible();
  await expect(list(open).getByRole("link", { name: /^(Bea|Cleo|Dora)$/ })).toHaveCount(0);
  await open.getByRole("button", { name: "Undo" }).click();
  await expect(list(open).getByRole("link", { name: /^(Bea|Cleo|Dora)$/ })).toHaveCount(3);
  await selectFrom(open, "Ada");
  await open.keyboard.press("Escape");
  await expect(bar(open)).toBeHidden();
  await expect(link(open, "Ada")).toBeFocused();
});

test("those that could not be moved or deleted are counted and stay selected", async ({ open, say }) => {
  say(() => ({ parts: [{ type: "text", chunks: ["ok"] }] }));
  await talk(open, "Emma", "Fay", "Gwen");
  await open.getByRole("button", { name: "New folder" }).click();
  await open.getByRole("dialog", { name: "New folder" }).getByLabel("Name").fill("Names");
  await open.getByRole("button", { name: "Create" }).click();
  await expect(open.getByRole("dialog")).toBeHidden();
  const refused = (await link(open, "Fay").getAttribute("href"))?.slice("/c/".length);
  await open.route(`**/api/conversations/${refused}`, (route) =>
    ["PATCH", "DELETE"].includes(route.request().method()) ? route.abort() : route.fallback(),
  );
  await selectFrom(open, "Emma");
  await box(open, "Gwen").click({ modifiers: ["Shift"] });
  await bar(open).getByRole("button", { name: "Move to folder" }).click();
  await open.getByRole("menuitem", { name: "Move to Names" }).click();
  await expect(open.getByText("1 of 3 could not be changed. They are still selected.")).toBeVisible();
  await expect(bar(open)).toContainText("1 selected");
  await expect(box(open, "Fay")).toBeChecked();
  await bar(open).getByRole("button", { name: "Done" }).click();
  await list(open).getByRole("button", { name: "Names", exact: true }).click();
  await expect(link(open, "Emma")).toBeVisible();
  await selectFrom(open, "Fay");
  await bar(open).getByRole("button", { name: "Delete" }).click();
  await expect(open.getByText("1 conversation deleted")).toBeVisible();
  await expect(link(open, "Fay")).toBeHidden();
  await expect(box(open, "Fay")).toBeChecked({ timeout: 15_000 });
  await expect(open.getByText("1 of 1 could not be changed.")).toBeVisible();
});

test("the palette renames, exports and copies what is open", async ({ open, say, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  say(() => ({ parts: [{ type: "text", chunks: ["ok, **Hilda**"] }] }));
  const choose = async (typed: string) => {
    await open.keyboard.press("Control+k");
    await open.getByRole("dialog", { name: "Go to anything" }).getByRole("combobox").fill(typed);
    await open.keyboard.press("Enter");
  };
  await open.keyboard.press("Control+k");
  await expect(open.getByRole("option", { name: "New conversation" })).toBeVisible();
  await expect(open.getByRole("option", { name: "Rename this conversation" })).toHaveCount(0);
  await expect(open.getByRole("option", { name: "Copy the last answer" })).toHaveCount(0);
  await open.keyboard.press("Escape");
  await talk(open, "Hilda");
  await choose("rename");
  await expect(open.getByRole("textbox", { name: "Title" })).toBeFocused();
  await open.keyboard.type("Hilda again");
  await open.keyboard.press("Enter");
  await expect(link(open, "Hilda again")).toBeVisible();
  const saved = open.waitForEvent("download");
  await choose("export this conversation (Markdown");
  expect((await saved).suggestedFilename()).toMatch(/\.md$/);
  await choose("copy the last");
  await expect(open.getByText("Answer copied")).toBeVisible();
  expect(await open.evaluate(() => navigator.clipboard.readText())).toBe("ok, **Hilda**");
});

const marked = [
  "ok",
  "| name | sum |\n|---|---|\n| Ida, Ina | =1+1 |\n| Ivy | -5 |",
  `\`\`\`text\n${"long ".repeat(100)}\n\`\`\``,
  "```text\nshort\n```",
  "```mermaid\nflowchart LR\n  A[Clouds gather] --> B[Rain falls]\n```",
].join("\n\n");

test("tables are copied as CSV, code wraps, and a diagram has words, our colours and a zoom", async ({
  open,
  say,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  say(() => ({ parts: [{ type: "text", chunks: [marked] }] }));
  await talk(open, "Ivy");
  await answer(open).getByRole("button", { name: "Copy as CSV" }).click();
  await expect(answer(open).getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await open.evaluate(() => navigator.clipboard.readText())).toBe(
    'name,sum\r\n"Ida, Ina",\'=1+1\r\nIvy,-5\r\n',
  );
  const code = answer(open).locator("pre").first();
  const isScrolled = () => code.evaluate((element) => element.scrollWidth > element.clientWidth);
  expect(await isScrolled()).toBe(true);
  const wrap = answer(open).getByRole("button", { name: "Wrap long lines" });
  await wrap.last().click();
  await expect(wrap.first()).toHaveAttribute("aria-pressed", "true");
  expect(await isScrolled()).toBe(false);

  const drawn = answer(open).getByRole("img", { name: "Diagram: Clouds gather, Rain falls" });
  await expect(drawn).toBeVisible();
  const light = await drawn.getAttribute("src");
  expect(decodeURIComponent(light ?? "")).toMatch(/#f1efe9|rgb\(241, 239, 233\)/i);
  await open.evaluate(() => (document.documentElement.className = "dark"));
  await expect
    .poll(async () => decodeURIComponent((await drawn.getAttribute("src")) ?? ""))
    .toMatch(/#17222d|rgb\(23, 34, 45\)/i);
  await answer(open).getByRole("button", { name: "Show larger" }).click();
  const dialog = open.getByRole("dialog", { name: "Diagram" });
  const width = () => dialog.getByRole("img").evaluate((element) => element.getBoundingClientRect().width);
  const before = await width();
  expect(before).toBeGreaterThan(600);
  await dialog.getByRole("button", { name: "Zoom in" }).click();
  expect(await width()).toBeCloseTo(before * 1.5, 0);
  expect(await listFaults(open)).toEqual([]);
  await open.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("a phone selects several in the drawer and reads a table @phone", async ({ open, say }) => {
  await open.setViewportSize({ width: 390, height: 844 });
  say(() => ({ parts: [{ type: "text", chunks: [marked] }] }));
  await ask(open, "Jana");
  await expect(answer(open).getByRole("button", { name: "Copy as CSV" })).toBeVisible();
  expect(await open.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await open.getByRole("button", { name: "Open the menu" }).click();
  await rowMenu(open, "Jana").click();
  await open.getByRole("menuitem", { name: "Select several" }).click();
  await expect(bar(open)).toContainText("1 selected");
  expect((await box(open, "Jana").boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await listFaults(open)).toEqual([]);
  await open.keyboard.press("Escape");
  await expect(bar(open)).toBeHidden();
  await expect(link(open, "Jana")).toBeVisible();
  await selectFrom(open, "Jana");
  await bar(open).getByRole("button", { name: "Delete" }).click();
  await expect(open.getByText("1 conversation deleted")).toBeVisible();
  await expect(link(open, "Jana")).toBeHidden();
});

test("compact spacing brings rows and messages closer, and stays with the person", async ({ open, say }) => {
  say(() => ({ parts: [{ type: "text", chunks: ["ok"] }] }));
  await talk(open, "Kate");
  const height = async () => (await link(open, "Kate").boundingBox())?.height ?? 0;
  const wide = await height();
  await open.goto(new URL("/settings", open.url()).href);
  const saved = open.waitForResponse((response) => response.url().endsWith("/api/preferences"));
  await open.getByRole("radio", { name: "Compact" }).check();
  expect((await saved).ok()).toBe(true);
  expect(await height()).toBeLessThan(wide);
  expect(await listFaults(open)).toEqual([]);
  await open.context().clearCookies({ name: "look" });
  await open.reload();
  await expect(open.getByRole("radio", { name: "Compact" })).toBeChecked();
  expect(await height()).toBeLessThan(wide);
});

test("how an answer came about says which instructions it kept to", async ({ open, say }) => {
  say(() => ({ parts: [{ type: "text", chunks: ["ok"] }] }));
  await open.goto(new URL("/settings", open.url()).href);
  await open.getByRole("textbox", { name: "Your instructions" }).fill("Answer like a sailor.");
  await open.getByRole("textbox", { name: "Your instructions" }).blur();
  await expect(open.getByText("Saved", { exact: true })).toBeVisible();
  await talk(open, "Lena");
  await answer(open)
    .getByRole("button", { name: /^How I got this answer/ })
    .click();
  await answer(open).getByText("Instructions it kept to").click();
  await expect(answer(open).getByText("Answer like a sailor.")).toBeVisible();
  expect(await listFaults(open)).toEqual([]);
});

test("the tab is named after what is open, by one title that is never empty", async ({ open, say }) => {
  say(() => ({ parts: [{ type: "text", chunks: ["ok"] }] }));
  await talk(open, "Mira");
  await expect(open).toHaveTitle("Mira · Sextant");
  await open.evaluate(() => {
    const seen = ((window as unknown as { titles: string[] }).titles = [] as string[]);
    const note = () => {
      const count = document.head.querySelectorAll("title").length;
      const text = `${count} ${document.title}`;
      if (seen.at(-1) !== text) seen.push(text);
      requestAnimationFrame(note);
    };
    note();
  });
  await open.getByRole("link", { name: "New conversation" }).first().click();
  await expect(open).toHaveTitle("Sextant");
  await link(open, "Mira").click();
  await expect(answer(open)).toBeVisible();
  await expect(open).toHaveTitle("Mira · Sextant");
  await foot(open).click();
  await open.getByRole("link", { name: "Memory" }).click();
  await expect(open).toHaveTitle("Memory · Sextant");
  await link(open, "Mira").click();
  await expect(open).toHaveTitle("Mira · Sextant");
  const seen = await open.evaluate(() => (window as unknown as { titles: string[] }).titles);
  expect(new Set(seen)).toEqual(new Set(["1 Mira · Sextant", "1 Sextant", "1 Memory · Sextant"]));
});
