import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, listFaultsByTheme } from "./accessible";
import { answer, ask, composer, expect, guideTest } from "./journey";

type Written = { content: string; category?: string; tier?: string };

/** Every journey begins with an empty memory; `remember` puts a fact into it. */
const test = guideTest.extend<{ remember: (fact: Written) => Promise<string> }>({
  open: async ({ page, guide }, provide) => {
    const headers = { origin: guide.app.url };
    await page.request.delete(`${guide.app.url}/api/memories`, { headers });
    await page.request.patch(`${guide.app.url}/api/memories`, { headers, data: { isOff: false } });
    await page.goto(guide.app.url);
    await provide(page);
  },
  remember: async ({ page, guide }, provide) => {
    await provide(async (data) => {
      const response = await page.request.post(`${guide.app.url}/api/memories`, {
        headers: { origin: guide.app.url },
        data,
      });
      return ((await response.json()) as { id: string }).id;
    });
  },
});

const row = (page: Page, content: string) => page.locator("li[id^=fact-]").filter({ hasText: content });
const question = "What do you know about me?";

async function choose(page: Page, content: string, action: string): Promise<void> {
  await row(page, content)
    .getByRole("button", { name: /Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: action }).click();
}

async function press(control: Locator): Promise<void> {
  await control.focus();
  await control.press("Enter");
}

async function askAnew(page: Page, url: string, text: string): Promise<void> {
  await page.goto(url);
  await expect(composer(page)).toBeVisible();
  await ask(page, text);
  await expect(answer(page).getByRole("button", { name: "Copy with sources" })).toBeVisible();
}

test("what is told once is used in a new conversation, leads back to where it was said, and is used as corrected @core", async ({
  open,
  guide,
}) => {
  await askAnew(open, guide.app.url, "Remember that I am allergic to peanuts");
  await expect(answer(open).getByText("Remembered: I am allergic to peanuts")).toBeVisible();
  await askAnew(open, guide.app.url, question);
  await expect(answer(open)).toContainText("peanuts");
  await answer(open).getByText("Used: I am allergic to peanuts").click();
  await answer(open)
    .getByRole("link", { name: /^Open in memory: / })
    .click();
  await expect(row(open, "I am allergic to peanuts")).toBeFocused();

  await open.goto(`${guide.app.url}/memory`);
  await row(open, "I am allergic to peanuts")
    .getByRole("link", { name: /conversation|you asked/ })
    .click();
  await expect(
    open
      .getByRole("article", { name: /You asked|Sextant answered/ })
      .filter({ hasText: "peanuts" })
      .first(),
  ).toBeInViewport();
  await expect(open).toHaveURL(/\/c\/[^?]+$/);
  await open.goBack();
  await expect(row(open, "I am allergic to peanuts")).toBeFocused();

  await open.goto(`${guide.app.url}/memory`);
  await choose(open, "peanuts", "Edit");
  await open.getByRole("textbox", { name: "What to remember" }).fill("I am allergic to cashews");
  await open.keyboard.press("Enter");
  await row(open, "cashews").getByText("Earlier versions").click();
  await expect(row(open, "cashews")).toContainText("Before: I am allergic to peanuts");
  await askAnew(open, guide.app.url, question);
  await expect(answer(open)).toContainText("cashews");
  await expect(answer(open)).not.toContainText("peanuts");
});

test("a memory that an answer was given is doubted, trusted again, forgotten and put back beside the answer", async ({
  open,
  guide,
  remember,
}) => {
  await remember({ content: "I am allergic to peanuts", category: "profile", tier: "core" });
  await askAnew(open, guide.app.url, question);
  await answer(open).getByText("Used: I am allergic to peanuts").click();
  await answer(open)
    .getByRole("button", { name: /^Not useful: / })
    .click();
  await expect(answer(open).getByText("Marked as not useful.")).toBeVisible();
  await open.reload();
  await openLine(open, "Used: I am allergic to peanuts");
  await answer(open)
    .getByRole("button", { name: /^Undo: / })
    .click();
  await expect(answer(open).getByRole("button", { name: /^Not useful: / })).toBeVisible();
  await press(answer(open).getByRole("button", { name: /^Forget: / }));
  await expect(answer(open).getByText("No longer saved.")).toBeVisible();
  await expect(answer(open).getByRole("button", { name: /^Keep it: / })).toBeFocused();
  await open.keyboard.press("Enter");
  await expect(answer(open).getByRole("link", { name: /^Open in memory: / })).toBeVisible();
  await expect(answer(open).getByRole("button", { name: /^Forget: / })).toBeFocused();
  await open.goto(`${guide.app.url}/memory`);
  await expect(row(open, "peanuts")).toContainText("Used once");
  await expect(row(open, "peanuts")).not.toContainText("Not useful");
});

test("what was kept by an answer is undone there, and kept after all", async ({ open, guide }) => {
  await askAnew(open, guide.app.url, "Remember that I am allergic to peanuts");
  await answer(open).getByText("Remembered: I am allergic to peanuts").click();
  await press(answer(open).getByRole("button", { name: /^Undo: / }));
  await expect(answer(open).getByText("Not saved.")).toBeVisible();
  await expect(answer(open).getByRole("button", { name: /^Keep it: / })).toBeFocused();
  await open.keyboard.press("Enter");
  await expect(answer(open).getByRole("button", { name: /^Undo: / })).toBeFocused();
  await open.goto(`${guide.app.url}/memory`);
  await expect(row(open, "peanuts")).toBeVisible();
});

test("memories are added, found, moved, forgotten with undo and saved as a file", async ({
  open,
  guide,
  remember,
}) => {
  await remember({ content: "对花生过敏", category: "profile" });
  await remember({ content: "Writes Rust at work", category: "technical" });
  await open.goto(`${guide.app.url}/memory`);
  await open.getByRole("button", { name: "Add a memory" }).click();
  const field = open.getByRole("textbox", { name: "What to remember" });
  await field.fill("My card is 4111 1111 1111 1111");
  await open.getByRole("button", { name: "Save", exact: true }).click();
  await expect(open.getByRole("alert").filter({ hasText: "never saved" })).toBeVisible();
  await expect(field).toHaveValue("My card is 4111 1111 1111 1111");
  await field.fill("Likes green tea");
  await open.keyboard.press("Enter");
  await expect(row(open, "green tea")).toBeVisible();

  await open.getByRole("searchbox", { name: "Search memories" }).fill("花生");
  await expect(row(open, "对花生过敏")).toBeVisible();
  await expect(row(open, "green tea")).toBeHidden();
  await open.getByRole("searchbox", { name: "Search memories" }).fill("");
  await open.getByRole("radio", { name: "Technical" }).check({ force: true });
  await expect(row(open, "Rust")).toBeVisible();
  await expect(row(open, "green tea")).toBeHidden();
  await open.getByRole("radio", { name: "All" }).check({ force: true });

  await choose(open, "green tea", "Keep for good");
  await expect(open.getByRole("region", { name: "Kept for good" })).toContainText("Likes green tea");
  await choose(open, "green tea", "Forget");
  await expect(row(open, "green tea")).toBeHidden();
  await open.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(open.getByRole("region", { name: "Kept for good" })).toContainText("Likes green tea");

  const [download] = await Promise.all([
    open.waitForEvent("download"),
    open.getByRole("link", { name: "Save as a file" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^sextant-memory-\d{4}-\d\d-\d\d\.json$/);
  expect(await readFile(await download.path(), "utf8")).toContain("对花生过敏");
  await open.getByRole("button", { name: "Forget everything" }).click();
  await open.getByRole("dialog").getByRole("button", { name: "Forget everything" }).click();
  await expect(open.getByText("No memories yet.")).toBeVisible();
  await expect(open.getByRole("button", { name: "Add a memory" })).toBeFocused();
});

test("what is being written over a memory stays when it is forgotten in another tab, and is kept as a new one", async ({
  open,
  guide,
  remember,
  context,
}) => {
  await remember({ content: "I am allergic to peanuts" });
  await remember({ content: "Writes Rust at work" });
  await open.goto(`${guide.app.url}/memory`);
  await choose(open, "peanuts", "Edit");
  const field = open.getByRole("textbox", { name: "What to remember" });
  await field.fill("I am allergic to cashews");
  const other = await context.newPage();
  await other.goto(`${guide.app.url}/memory`);
  await choose(other, "peanuts", "Forget");
  await expect(other.getByText(/^Forgotten: /)).toBeVisible();
  await other.close();
  await open.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(open.getByRole("alert").filter({ hasText: "forgotten in the meantime" })).toBeVisible();
  await expect(field).toHaveValue("I am allergic to cashews");
  await field.press("Enter");
  await expect(row(open, "cashews").getByRole("button", { name: /Actions for/ })).toBeFocused();
});

test("the keyboard goes on where it was after each change of the page", async ({ open, guide, remember }) => {
  await remember({ content: "Writes Rust at work", category: "technical" });
  await open.goto(`${guide.app.url}/memory`);
  const add = open.getByRole("button", { name: "Add a memory" });
  await press(add);
  await open.keyboard.press("Escape");
  await expect(add).toBeFocused();
  await press(add);
  await open.keyboard.type("Likes green tea");
  await open.keyboard.press("Enter");
  await expect(add).toBeFocused();
  await row(open, "green tea").getByRole("button").press("Enter");
  await press(open.getByRole("menuitem", { name: "Keep for good" }));
  await expect(
    open
      .getByRole("region", { name: "Kept for good" })
      .getByRole("button", { name: "Actions for “Likes green tea”" }),
  ).toBeFocused();
  const toggle = open.getByRole("switch", { name: "Use and keep memories" });
  await toggle.press("Space");
  await expect(toggle).not.toBeChecked();
  await expect(toggle).toBeFocused();
  await open.getByRole("searchbox", { name: "Search memories" }).fill("zebra");
  await press(open.getByRole("button", { name: "Show all" }));
  await expect(open.getByRole("searchbox", { name: "Search memories" })).toBeFocused();
  for (const content of ["Rust", "green tea"]) {
    await row(open, content).getByRole("button").press("Enter");
    await press(open.getByRole("menuitem", { name: "Forget" }));
    await expect(row(open, content)).toBeHidden();
  }
  await expect(add).toBeFocused();
});

test("two memories that were forgotten one after the other are both put back", async ({
  open,
  guide,
  remember,
}) => {
  for (const content of ["Writes Rust at work", "I am allergic to peanuts"]) await remember({ content });
  await open.goto(`${guide.app.url}/memory`);
  for (const content of ["Rust", "peanuts"]) await choose(open, content, "Forget");
  const notices = open.getByRole("region", { name: /Notifications/ });
  // One notice is seen at a time, the newest first.
  for (const content of ["peanuts", "Rust"]) {
    await notices
      .getByRole("listitem")
      .filter({ hasText: content })
      .getByRole("button", { name: "Undo" })
      .click();
    await expect(row(open, content)).toBeVisible();
  }
});

test("with memory switched off nothing is used or kept, and what was kept stays", async ({
  open,
  guide,
  remember,
}) => {
  await remember({ content: "I am allergic to peanuts", category: "profile", tier: "core" });
  await open.goto(`${guide.app.url}/memory`);
  await open.getByRole("switch", { name: "Use and keep memories" }).click();
  await expect(open.getByText("Memories aren’t used in answers")).toBeVisible();
  await askAnew(open, guide.app.url, question);
  await expect(answer(open)).not.toContainText("peanuts");
  await expect(answer(open).getByText(/^Used: /)).toBeHidden();
  await askAnew(open, guide.app.url, "Remember that my dog is called Rex");
  await expect(answer(open).getByText(/^Remembered: /)).toBeHidden();
  await open.goto(`${guide.app.url}/memory`);
  await expect(open.getByRole("switch", { name: "Use and keep memories" })).not.toBeChecked();
  await expect(row(open, "peanuts")).toBeVisible();
  await expect(row(open, "Rex")).toBeHidden();
});

test("without a connection the page says so, keeps what is there, and loses nothing that was to be forgotten", async ({
  open,
  guide,
  remember,
  context,
}) => {
  await remember({ content: "I am allergic to peanuts" });
  await open.goto(`${guide.app.url}/memory`);
  await expect(open.getByRole("region", { name: /Notifications/ })).toBeAttached();
  await context.setOffline(true);
  await choose(open, "peanuts", "Forget");
  await expect(open.getByText(/couldn’t be forgotten/)).toBeVisible();
  await expect(row(open, "peanuts")).toBeVisible();
  const failure = open.getByRole("main").getByRole("alert");
  await expect(failure.getByRole("button", { name: "Try again" })).toBeVisible();
  await context.setOffline(false);
  await expect(failure).toBeHidden();
});

for (const [locale, width] of [
  ["en", 1280],
  ["zh", 390],
] as const) {
  test(`the page and the line below an answer are accessible and fit (${locale}, ${width})`, async ({
    open,
    guide,
    remember,
    context,
  }) => {
    const factId = await remember({ content: "I am allergic to peanuts", category: "profile", tier: "core" });
    await open.request.patch(`${guide.app.url}/api/memories/${factId}`, {
      headers: { origin: guide.app.url },
      data: { content: "I am allergic to cashews and to peanuts" },
    });
    await askAnew(open, guide.app.url, question);
    const conversation = open.url();
    await context.addCookies([{ name: "locale", value: locale, url: guide.app.url }]);
    await open.setViewportSize({ width, height: 844 });
    await open.goto(conversation);
    await openLine(open, locale === "en" ? "Used: " : "用到");
    await expectAccessible(open, listFaultsByTheme);
    await open.goto(`${guide.app.url}/memory`);
    for (const summary of await open.locator("main summary").all()) await summary.click();
    await expectAccessible(open, listFaultsByTheme);
  });
}

/** Until its script runs the line may fall shut again. */
async function openLine(page: Page, text: string): Promise<void> {
  const line = page.locator("article details").filter({ hasText: text });
  await expect(async () => {
    if ((await line.getAttribute("open")) === null) await line.locator("summary").click();
    await expect(line.getByRole("link")).toBeVisible({ timeout: 2_000 });
  }).toPass();
}
