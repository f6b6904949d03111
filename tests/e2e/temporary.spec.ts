import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import { openStore } from "@/lib/store/open";
import { startApp } from "@/tests/support/app-server";
import { readWholeStore } from "@/tests/support/scan-store";
import { answer, ask, composer, expect, guideTest as test } from "./journey";

/** Stands in the question and in the answer. */
const question = "What is 4711 * 2?";
const result = "9422";

const list = (page: Page) => page.getByRole("navigation", { name: "Conversations" });
const mark = (page: Page): Locator => page.getByRole("note").filter({ hasText: "Temporary chat" });
const toggle = (page: Page) => page.getByRole("button", { name: "Temporary chat", exact: true });
const toId = (page: Page) => new URL(page.url()).pathname.replace("/c/", "");
const readStatus = (page: Page, id: string) =>
  page.evaluate(async (each) => (await fetch(`/api/conversations/${each}`)).status, id);

async function begin(page: Page): Promise<string> {
  await toggle(page).click();
  await expect(toggle(page)).toHaveAttribute("aria-pressed", "true");
  await ask(page, question);
  await expect(answer(page)).toContainText(result);
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
  return toId(page);
}

/** All that stands in the files below a folder. */
async function readFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, "latin1")))).join("\n");
}

test("a temporary chat is there after a reload, in no list, and gone with all it said when it is left @core", async ({
  page,
}) => {
  const app = await startApp();
  await page.goto(app.url);
  const id = await begin(page);
  await expect(mark(page)).toContainText("Deleted when you leave it, or after an hour.");
  await page.reload();
  await expect(answer(page)).toContainText(result);
  await expect(mark(page)).toBeVisible();
  await expect(page).toHaveTitle("Sextant");
  await expect(list(page)).toContainText("Your conversations will appear here.");
  await ask(page, "What is 4711 * 3?");
  await expect(answer(page)).toContainText("14133");
  expect(await readStatus(page, id)).toBe(200);

  await page.getByRole("link", { name: "New conversation" }).first().click();
  await expect(
    page.getByRole("heading", { name: "Answers you can check, sentence by sentence" }),
  ).toBeVisible();
  await expect.poll(() => readStatus(page, id)).toBe(404);
  await expect(mark(page)).toBeHidden();
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain("4711");

  await expect(async () => expect(await readFolder(app.dataDir)).not.toMatch(/4711|9422|14133/)).toPass();
  await app.close({ keepData: true });
  expect(await readFolder(app.dataDir)).not.toMatch(/4711|9422|14133/);
  const store = await openStore({ driver: "embedded", dataDir: app.dataDir });
  expect(await readWholeStore(store)).not.toMatch(/4711|conversations\/|\/runs\//);
  await store.close();
});

test("leaving a temporary chat for another conversation deletes it, and the way back leads to nothing", async ({
  open,
}) => {
  await ask(open, "What is 6 * 7?");
  await expect(answer(open)).toContainText("42");
  await open.getByRole("link", { name: "New conversation" }).first().click();
  const id = await begin(open);
  await open.reload();
  await expect(answer(open)).toContainText(result);
  await list(open)
    .getByRole("link", { name: /6 \* 7/ })
    .click();
  await expect(answer(open)).toContainText("42");
  await expect.poll(() => readStatus(open, id)).toBe(404);
  await open.goBack();
  await expect(open.getByText(result)).toBeHidden();
});

test("a temporary chat that is kept stands in the list and stays", async ({ open }) => {
  const id = await begin(open);
  await mark(open).getByRole("button", { name: "Keep this chat" }).click();
  await expect(mark(open)).toBeHidden();
  await expect(list(open).getByRole("link", { name: /4711/ })).toBeVisible();
  await ask(open, "What is 4711 * 3?");
  await expect(answer(open)).toContainText("14133");
  await open.getByRole("link", { name: "New conversation" }).first().click();
  await expect(
    open.getByRole("heading", { name: "Answers you can check, sentence by sentence" }),
  ).toBeVisible();
  expect(await readStatus(open, id)).toBe(200);
  await open.reload();
  await expect(list(open).getByRole("link", { name: /4711/ }).first()).toBeVisible();
});

test("keys and the list of everything begin a temporary chat, and it remembers nothing and says so", async ({
  open,
  guide,
}) => {
  await expect(composer(open)).toBeFocused();
  await open.keyboard.press("ControlOrMeta+Shift+E");
  await expect(toggle(open)).toHaveAttribute("aria-pressed", "true");
  await toggle(open).click();
  await expect(toggle(open)).toHaveAttribute("aria-pressed", "false");
  await open.keyboard.press("ControlOrMeta+k");
  await open.getByRole("option", { name: "New temporary chat" }).click();
  await expect(mark(open)).toBeVisible();
  await ask(open, "Remember that I am allergic to lovage");
  await expect(answer(open)).toContainText("This chat is temporary");
  expect(await open.evaluate(async () => (await fetch("/api/memories")).text())).not.toContain("lovage");
  await open.goto(guide.app.url);
});

test("what is written goes along when the chat is made temporary, and is not left in the browser", async ({
  open,
}) => {
  await composer(open).fill("Half a secret");
  await toggle(open).click();
  await expect(composer(open)).toHaveValue("Half a secret");
  expect(await open.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain("secret");
  await open.reload();
  await expect(composer(open)).toHaveValue("Half a secret");
  await toggle(open).click();
  await expect(composer(open)).toHaveValue("Half a secret");
});

test("a page that has a temporary chat open notices that it is over", async ({ open, context }) => {
  const id = await begin(open);
  await open.reload();
  await expect(answer(open)).toContainText(result);
  const other = await context.newPage();
  await other.goto(open.url());
  await other.evaluate((each) => fetch(`/api/conversations/${each}`, { method: "DELETE" }), id);
  await composer(open).fill("Not sent yet");
  await open.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(open.getByText("The temporary chat has ended and was deleted.")).toBeVisible();
  await expect(composer(open)).toHaveValue("Not sent yet");
  await expect(toggle(open)).toHaveAttribute("aria-pressed", "true");
});

test("the server hears that the page was left, and that it is back when it was only loaded anew", async ({
  page,
  request,
}) => {
  const app = await startApp();
  await page.goto(app.url);
  const id = await begin(page);
  await page.reload();
  await expect(answer(page)).toContainText(result);
  const read = () => readConversation(app.dataDir, id);
  await expect.poll(read).toMatchObject({ visit: expect.any(String), leftAt: null });
  await page.goto("about:blank");
  await expect.poll(read).toMatchObject({ leftAt: expect.any(Number) });
  expect((await request.get(`${app.url}/api/conversations/${id}`)).status()).toBe(200);
  await app.close();
});

test("a tab in the background keeps the temporary chat when another one with it is closed", async ({
  page,
  context,
}) => {
  const app = await startApp();
  await page.goto(app.url);
  const id = await begin(page);
  await page.evaluate(() => Object.defineProperty(document, "visibilityState", { get: () => "hidden" }));
  const other = await context.newPage();
  const hasCome = waitForVisit(other);
  await other.goto(page.url());
  await hasCome;
  const read = () => readConversation(app.dataDir, id);
  const isBack = waitForVisit(page);
  await other.goto("about:blank");
  await isBack;
  await expect.poll(read).toMatchObject({ leftAt: null });
  await app.close();
});

/** Until the server has heard that the page has the chat open. */
function waitForVisit(page: Page): Promise<unknown> {
  return page.waitForResponse(
    (response) => response.request().postData()?.includes('"isOver":false') === true,
  );
}

/** The record of the conversation as it stands in the folder of a running server. */
async function readConversation(dataDir: string, id: string): Promise<unknown> {
  const copy = await mkdtemp(path.join(tmpdir(), "sextant-copy-"));
  await cp(dataDir, copy, { recursive: true, filter: (source) => !source.includes("lock") });
  const store = await openStore({ driver: "embedded", dataDir: copy });
  const found = await store.find(`users/${localOwner.id}/conversations/${id}`);
  await store.close();
  await rm(copy, { recursive: true });
  return found?.data;
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing on a temporary chat, ${colorScheme}`, async ({ open }) => {
    await open.emulateMedia({ colorScheme });
    await toggle(open).click();
    expect(await listFindings(open)).toEqual([]);
    await ask(open, question);
    await expect(answer(open)).toContainText(result);
    expect(await listFindings(open)).toEqual([]);
  });
}

test("a phone shows the switch, the mark and the way to keep it, in Chinese as well @phone", async ({
  open,
  context,
  guide,
}) => {
  await toggle(open).click();
  await ask(open, question);
  await expect(answer(open)).toContainText(result);
  await expect(mark(open).getByRole("button", { name: "Keep this chat" })).toBeVisible();
  expect(await isWide(open)).toBe(false);
  await context.addCookies([{ name: "locale", value: "zh", url: guide.app.url }]);
  await open.goto(guide.app.url);
  const button = open.getByRole("button", { name: "临时对话" });
  await button.click();
  await expect(open.getByText("不进对话列表，不留下记忆")).toBeVisible();
  await open.getByRole("textbox", { name: "你的问题" }).fill(question);
  await open.keyboard.press("Enter");
  await expect(open.getByRole("article", { name: "Sextant 的回答" })).toContainText(result);
  await expect(open.getByRole("note")).toContainText("离开后或一小时后删除。");
  await expect(open.getByRole("button", { name: "保留这个对话" })).toBeVisible();
  expect(await isWide(open)).toBe(false);
  expect(await listFindings(open)).toEqual([]);
});

const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

async function listFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id }) => id);
}
