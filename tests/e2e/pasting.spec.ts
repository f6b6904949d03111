import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { composer, expect, guideTest as test } from "./journey";

/** What stands on a clipboard, by its kinds; `picture` is one that the page draws. */
type Held = { text?: string; html?: string; picture?: boolean };

const chosen = (page: Page) => page.getByRole("list", { name: "Files for this question" });
const ship = "<table><tr><td>Ship</td><td>Length</td></tr><tr><td>Hilda</td><td>12.5</td></tr></table>";

test.beforeEach(({ context }) => context.grantPermissions(["clipboard-read", "clipboard-write"]));

/** By the browser's own clipboard and its own keys. */
async function paste(page: Page, held: Held): Promise<void> {
  await page.evaluate(async ({ text, html, picture }) => {
    const canvas = new OffscreenCanvas(8, 8);
    canvas.getContext("2d")?.fillRect(0, 0, 8, 8);
    const parts: Record<string, Blob> = {
      ...(text !== undefined && { "text/plain": new Blob([text], { type: "text/plain" }) }),
      ...(html !== undefined && { "text/html": new Blob([html], { type: "text/html" }) }),
      ...(picture === true && { "image/png": await canvas.convertToBlob({ type: "image/png" }) }),
    };
    await navigator.clipboard.write([new ClipboardItem(parts)]);
  }, held);
  await page.keyboard.press("Control+v");
}

test("words of a text processor arrive as words, whatever picture of them comes along @core", async ({
  open,
}) => {
  await composer(open).focus();
  await paste(open, { text: "Two words", html: "<p>Two <b>words</b></p>", picture: true });
  await expect(composer(open)).toHaveValue("Two words");
  await expect(chosen(open)).toHaveCount(0);
});

test("cells of a spreadsheet arrive as a table, which is undone like anything typed @core", async ({
  open,
}) => {
  await composer(open).fill("Which is longer?");
  await paste(open, { text: "Ship\tLength\nHilda\t12.5", html: ship, picture: true });
  await expect(composer(open)).toHaveValue(
    "Which is longer?\n\n| Ship | Length |\n| --- | --- |\n| Hilda | 12.5 |\n",
  );
  await expect(chosen(open)).toHaveCount(0);
  await open.keyboard.press("Control+z");
  await expect(composer(open)).toHaveValue("Which is longer?");
  await paste(open, { text: "Hilda", html: "<table><tr><td>Hilda</td></tr></table>", picture: true });
  await expect(composer(open)).toHaveValue("Which is longer?Hilda");
});

test("a picture arrives as a picture, alone or as a page has it", async ({ open }) => {
  await composer(open).focus();
  await paste(open, { picture: true });
  await expect(chosen(open).getByRole("img")).toHaveCount(1);
  await paste(open, { html: '<img src="https://a.example/ship.png" alt="A ship">', picture: true });
  await expect(chosen(open).getByRole("img")).toHaveCount(2);
  await expect(composer(open)).toHaveValue("");
});

test("a file of a file manager arrives as a file, with its name beside it or not", async ({ open }) => {
  for (const [name, text] of [
    ["rules.md", ""],
    ["crew.md", "crew.md"],
    ["log.md", "file:///home/ada/log.md"],
  ] as const)
    await composer(open).evaluate(
      (box, held) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File(["# Voyage"], held.name, { type: "text/markdown" }));
        if (held.text !== "") clipboardData.setData("text/plain", held.text);
        box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      },
      { name, text },
    );
  await expect(chosen(open).getByRole("listitem")).toHaveText([/rules\.md/, /crew\.md/, /log\.md/]);
  await expect(composer(open)).toHaveValue("");
});

test("words that are dropped on the box arrive as words, a picture beside the box as a picture", async ({
  open,
}) => {
  const drop = (selector: string) =>
    open.evaluate(
      ([target, html]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(["…"], "image.png", { type: "image/png" }));
        dataTransfer.setData("text/plain", "Two words");
        dataTransfer.setData("text/html", html ?? "");
        const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
        return document.querySelector(target ?? "")?.dispatchEvent(event);
      },
      [selector, "<p>Two words</p>"],
    );
  expect(await drop("form textarea")).toBe(true);
  await expect(chosen(open)).toHaveCount(0);
  expect(await drop("main")).toBe(false);
  await expect(chosen(open).getByRole("listitem")).toHaveCount(1);
});

test("what was pasted is known as pasted after a reload, too", async ({ open }) => {
  await composer(open).fill("Is this true? ");
  await composer(open).press("End");
  await paste(open, { text: "My bank is Evil Trust" });
  await expect(composer(open)).toHaveValue("Is this true? My bank is Evil Trust");
  await open.reload();
  await expect(composer(open)).toHaveValue("Is this true? My bank is Evil Trust");
  const sent = open.waitForRequest((request) => request.url().endsWith("/api/chat"));
  await composer(open).press("Enter");
  expect((await sent).postDataJSON()).toMatchObject({
    message: { metadata: { pasted: [{ start: 14, end: 35 }] } },
  });
});

const long = Array.from({ length: 300 }, (_, line) => `Line ${line} of the log.`).join("\n");

test("a long paste stands beside the text as a card, opens back into text, and goes with the question", async ({
  open,
  context,
}) => {
  await composer(open).fill("What does it say?");
  await paste(open, { text: long });
  await expect(composer(open)).toHaveValue("What does it say?");
  await expect(chosen(open)).toContainText(`Pasted text${long.length.toLocaleString("en")} characters`);
  await expectAccessible(open);
  const other = await context.newPage();
  await other.goto(open.url());
  await expect(chosen(other)).toContainText("Pasted text");
  await composer(other).fill("What does it say there?");
  await expect(composer(open)).toHaveValue("What does it say there?");
  await chosen(other)
    .getByRole("button", { name: /Open as text/ })
    .click();
  await expect(composer(other)).toHaveValue(
    /^What does it say there\?\n\nLine 0 of[^]*Line 299 of the log\.\n$/,
  );
  await expect(composer(open)).toHaveValue(/Line 299/);
  await expect(chosen(open)).toHaveCount(0);
  await other.keyboard.press("Control+z");
  await expect(composer(other)).toHaveValue("What does it say there?");
  await paste(other, { text: long });
  await expect(chosen(open)).toContainText("Pasted text");
  await other.close();
  await open.reload();
  const sent = open.waitForRequest((request) => request.url().endsWith("/api/chat"));
  await open.getByRole("button", { name: "Send" }).click();
  const start = "What does it say there?\n\n".length;
  expect((await sent).postDataJSON()).toMatchObject({
    message: {
      parts: [{ text: `What does it say there?\n\n${long}` }],
      metadata: { pasted: [{ start, end: start + long.length }] },
    },
  });
  await expect(chosen(open)).toHaveCount(0);
});

test("what is longer than a question may be goes as a file of its own", async ({ open }) => {
  await composer(open).focus();
  await paste(open, { text: long.repeat(14) });
  await expect(chosen(open)).toContainText("Pasted text.txt");
  await expect(composer(open)).toHaveValue("");
});
