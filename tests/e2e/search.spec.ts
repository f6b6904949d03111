import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { openStore } from "@/lib/store/open";
import { startApp } from "@/tests/support/app-server";
import { createSpeaker } from "@/tests/support/say-turn";
import { answer, ask, composer, expect, scriptedTest as test } from "./journey";

const palette = (page: Page) => page.getByRole("dialog", { name: "Go to anything" });
const field = (page: Page) => palette(page).getByRole("combobox", { name: "Go to anything" });
const results = (page: Page) => palette(page).getByRole("option");
const status = (page: Page) => palette(page).getByRole("status");

/** From the sidebar. */
async function search(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(field(page)).toBeFocused();
  await field(page).fill(text);
}

/** The palette's script is there from its first opening on, also without a connection. */
async function loadPalette(page: Page): Promise<void> {
  await search(page, "");
  await page.keyboard.press("Escape");
}

/** A conversation of its own for each question, answered with the words given. */
async function talk(page: Page, say: (text: string) => void, question: string, reply: string): Promise<void> {
  await page.goto("/");
  say(reply);
  await ask(page, question);
  await expect(answer(page)).toContainText(reply.slice(0, 12));
  await expect(page).toHaveURL(/\/c\//);
}

test.use({ baseURL: async ({ scripted }, provide) => provide(scripted.app.url) });

test("words of an answer are found, marked, and lead to the message @core", async ({ open, say }) => {
  const speak = (text: string) => say(() => ({ parts: [{ type: "text", chunks: [text] }] }));
  await talk(open, speak, "How is the sea today?", "The zeppelin passed over the harbour.");
  await talk(open, speak, "今天去哪里？", "可以坐高铁去杭州看西湖。");
  await talk(open, speak, "Something else", "Nothing of interest.");

  await search(open, "harbour zeppelin");
  await expect(results(open)).toHaveCount(1);
  await expect(results(open).locator("mark")).toHaveText(["zeppelin", "harbour"]);
  for (const colorScheme of ["light", "dark"] as const) {
    await open.emulateMedia({ colorScheme });
    expect((await new AxeBuilder({ page: open }).include("dialog").analyze()).violations).toEqual([]);
  }
  await field(open).press("Enter");
  await expect(palette(open)).toBeHidden();
  await expect(answer(open)).toContainText("The zeppelin passed");

  await search(open, "高铁");
  await expect(results(open).locator("mark")).toHaveText(["高铁"]);
  await field(open).fill("xyzzyqq");
  await expect(status(open)).toContainText("No conversation contains “xyzzyqq”.");
  await field(open).press("Escape");
  await expect(palette(open)).toBeHidden();
  await expect(open.getByRole("button", { name: "Search", exact: true })).toBeFocused();
});

test("a word of an answer is found by its beginning and without its accents", async ({ open, say }) => {
  const speak = (text: string) => say(() => ({ parts: [{ type: "text", chunks: [text] }] }));
  await talk(open, speak, "Where to?", "A catamaran sails to Malmö.");
  await search(open, "");
  for (const [typed, marks] of [
    ["cata", ["catamaran"]],
    ["malmo", ["Malmö"]],
    ["catamaran mal", ["catamaran", "Malmö"]],
  ] as const) {
    await field(open).fill(typed);
    await expect(results(open).locator("mark")).toHaveText(marks);
  }
});

test("the arrow keys go through what is found, and the field keeps the cursor", async ({ open, say }) => {
  const speak = (text: string) => say(() => ({ parts: [{ type: "text", chunks: [text] }] }));
  await talk(open, speak, "Heron one", "Grey.");
  await talk(open, speak, "Heron two", "White.");
  await search(open, "heron");
  const selected = (at: number) => expect(results(open).nth(at)).toHaveAttribute("aria-selected", "true");
  await selected(0);
  await open.keyboard.press("ArrowDown");
  await selected(1);
  await open.keyboard.press("ArrowUp");
  await selected(0);
  await expect(field(open)).toBeFocused();
  await open.keyboard.press("Enter");
  await expect(answer(open)).toContainText("White.");
});

test("the beginning of a word in a title is found at once, also when the server says nothing", async ({
  open,
  say,
  context,
}) => {
  const speak = (text: string) => say(() => ({ parts: [{ type: "text", chunks: [text] }] }));
  await talk(open, speak, "Woodpecker", "It knocks.");
  await loadPalette(open);
  await context.setOffline(true);
  await search(open, "woodp");
  await expect(results(open).locator("mark")).toHaveText(["Woodp"]);
  await expect(status(open)).toContainText("No connection");
  await context.setOffline(false);
  await results(open).filter({ hasText: "Try again" }).click();
  await expect(status(open)).toBeEmpty();
});

test("the first question of a conversation is found in the list while its reply is written", async ({
  open,
  say,
}) => {
  const held = Promise.withResolvers<void>();
  say(async () => {
    await held.promise;
    return { parts: [{ type: "text", chunks: ["A kingfisher."] }] };
  });
  await ask(open, "Halcyon days are what?");
  await expect(open.getByRole("button", { name: "Stop" })).toBeVisible();
  await search(open, "halc");
  await expect(results(open).first().locator("mark")).toHaveText(["Halc"]);
  held.resolve();
  await expect(answer(open)).toContainText("kingfisher");
});

test("what is composed is looked for when it is chosen", async ({ open, say }) => {
  const speak = (text: string) => say(() => ({ parts: [{ type: "text", chunks: [text] }] }));
  await talk(open, speak, "周末的安排", "可以去看银杏。");
  const asked: (string | null)[] = [];
  open.on(
    "request",
    (request) => request.url().includes("?q=") && asked.push(new URL(request.url()).searchParams.get("q")),
  );
  const keyboard = await open.context().newCDPSession(open);
  await search(open, "");
  for (const text of ["y", "yin", "yin'xing"])
    await keyboard.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await expect(field(open)).toHaveValue("yin'xing");
  expect(asked).toEqual([]);
  await keyboard.send("Input.insertText", { text: "银杏" });
  await expect(results(open).locator("mark")).toHaveText(["银杏"]);
  expect(asked[0]).toBe("银杏");
});

test("the palette finds what was said, and takes what is typed before it is loaded", async ({
  open,
  say,
}) => {
  const speak = (text: string) => say(() => ({ parts: [{ type: "text", chunks: [text] }] }));
  await talk(open, speak, "Which ship?", "It was the Quincunx.");
  await open.goto("/");
  await expect(composer(open)).toBeFocused();
  const held = Promise.withResolvers<void>();
  await open.route("**/*.js*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await open.keyboard.press("Control+k");
  await open.keyboard.type("quinc");
  held.resolve();
  await expect(open.getByRole("combobox", { name: "Go to anything" })).toBeFocused();
  await open.keyboard.type("unx");
  const found = open.getByRole("dialog").getByRole("option");
  await expect(found).toHaveCount(1);
  await expect(found).toContainText("It was the Quincunx");
  await expect(found).toHaveAttribute("aria-selected", "true");
  expect((await new AxeBuilder({ page: open }).include("dialog").analyze()).violations).toEqual([]);
  await open.keyboard.press("Enter");
  await expect(answer(open)).toContainText("Quincunx");
});

for (const text of ["mem", "quincunx"]) {
  test(`Enter pressed before the palette is loaded chooses the first that matches ${text}`, async ({
    open,
    say,
  }) => {
    const speak = (words: string) => say(() => ({ parts: [{ type: "text", chunks: [words] }] }));
    await talk(open, speak, "Which ship?", "It was the Quincunx.");
    await open.goto("/");
    await expect(composer(open)).toBeFocused();
    const held = Promise.withResolvers<void>();
    await open.route("**/*.js*", async (route) => {
      await held.promise;
      await route.continue();
    });
    await open.keyboard.press("Control+k");
    await expect(open.getByRole("dialog").getByRole("textbox")).toBeFocused();
    await open.keyboard.type(text);
    await open.keyboard.press("Enter");
    held.resolve();
    await expect(open.getByRole("dialog")).toBeHidden();
    // The page takes the message's name out of its address once it has led there.
    await expect(open).toHaveURL(text === "mem" ? /\/memory$/ : /\/c\//);
  });
}

test("Enter pressed before the palette has found anything chooses the first that it finds", async ({
  open,
  say,
}) => {
  const speak = (words: string) => say(() => ({ parts: [{ type: "text", chunks: [words] }] }));
  await talk(open, speak, "Which bird?", "It was the Turnstone.");
  await open.goto("/");
  const held = Promise.withResolvers<void>();
  await open.route("**/api/conversations?q=*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await open.keyboard.press("Control+k");
  await expect(open.getByRole("combobox", { name: "Go to anything" })).toBeFocused();
  await open.keyboard.type("turnstone");
  await open.keyboard.press("Enter");
  held.resolve();
  await expect(open.getByRole("dialog")).toBeHidden();
  await expect(answer(open)).toContainText("Turnstone");
});

test("a search without a connection says so and goes on when it is back", async ({ open, say, context }) => {
  const speak = (text: string) => say(() => ({ parts: [{ type: "text", chunks: [text] }] }));
  await talk(open, speak, "Which bird?", "An albatross.");
  await loadPalette(open);
  await context.setOffline(true);
  await search(open, "albatross");
  await expect(status(open)).toContainText("No connection");
  await context.setOffline(false);
  await results(open).filter({ hasText: "Try again" }).click();
  await expect(results(open)).toHaveCount(1);
});

test("the drawer of a phone leads to the search and closes behind it @phone", async ({ open, say }) => {
  const speak = (text: string) => say(() => ({ parts: [{ type: "text", chunks: [text] }] }));
  await talk(open, speak, "Which tree?", "A sycamore.");
  await open.goto("/");
  await open.getByRole("button", { name: "Open the menu" }).click();
  await search(open, "sycamore");
  await expect(open.getByRole("button", { name: "Close the menu" })).toBeHidden();
  await expect(results(open).locator("mark")).toHaveText(["sycamore"]);
  await results(open).first().click();
  await expect(palette(open)).toBeHidden();
  await expect(answer(open)).toContainText("sycamore");
});

test("a message far up in a long conversation is led to, and what came after it is there", async ({
  page,
}) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "sextant-far-"));
  const store = await openStore({ driver: "embedded", dataDir });
  const speak = createSpeaker(store);
  for (let turn = 1; turn <= 90; turn += 1)
    await speak(
      "long",
      `Question ${turn}`,
      turn === 3 ? "The barquentine left." : `Answer ${turn}. ${"And more of it. ".repeat(20)}`,
      { userId: "owner", title: "Long" },
    );
  await store.close();
  const app = await startApp({ dataDir });
  try {
    await page.goto(app.url);
    await expect(composer(page)).toBeFocused();
    await search(page, "barquentine");
    await expect(results(page).locator("mark")).toHaveText(["barquentine"]);
    await results(page).click();
    const message = page.locator('[data-message="a3"]');
    await expect(message).toBeInViewport({ ratio: 1 });
    await expect(message).toBeFocused();
    await expect(page).toHaveURL(`${app.url}/c/long`);
    await expect(page.locator("[data-message]")).toHaveCount(180);
    await page.getByRole("button", { name: "Jump to the end" }).click();
    await expect(page.locator('[data-message="a90"]')).toBeInViewport();
    await search(page, "barquentine");
    await results(page).click();
    await expect(message).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => window.history.pushState(null, "", "?message=gone"));
    await expect(page.getByText("That message no longer exists")).toBeVisible();
  } finally {
    await app.close();
  }
});

test("a palette that cannot be loaded says so, and leaves the page as it is", async ({ open, context }) => {
  await context.setOffline(true);
  await open.getByRole("button", { name: "Search", exact: true }).click();
  await expect(palette(open).getByRole("alert")).toContainText("isn’t responding");
  await open.keyboard.press("Escape");
  await expect(palette(open)).toBeHidden();
  await expect(composer(open)).toBeVisible();
});
