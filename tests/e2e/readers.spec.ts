import type { Page } from "@playwright/test";
import { listFaults } from "./accessible";
import { answer, ask, composer, expect, scriptedTest as test } from "./journey";

const onItsSide = { width: 844, height: 390 };
const long = Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of a long answer.`).join("\n\n");
const scroller = (page: Page) => page.getByRole("log", { name: "Conversation" }).locator("..");

async function heightOf(page: Page): Promise<number> {
  return scroller(page).evaluate((element) => element.clientHeight);
}

test("a phone on its side leaves more than half of its page to the answer", async ({ open, say }) => {
  say(() => ({ parts: [{ type: "text", chunks: [long] }] }));
  await open.setViewportSize(onItsSide);
  await open.screenshot({ path: test.info().outputPath("home.png") });
  await ask(open, "Tell me much");
  await expect(answer(open)).toContainText("Line 60");
  await open.screenshot({ path: test.info().outputPath("conversation.png") });
  expect(await heightOf(open)).toBeGreaterThan(onItsSide.height / 2);
  await expect(composer(open)).toBeInViewport({ ratio: 1 });
  await expect(open.getByRole("button", { name: "Send" })).toBeInViewport({ ratio: 1 });
  expect(await listFaults(open)).toEqual([]);
  await open.getByRole("button", { name: "Share or export", exact: true }).click();
  const dialog = open.getByRole("dialog", { name: "Share or export" });
  await dialog.getByRole("button", { name: "Create and copy link" }).click();
  await expect(dialog.getByText("This link works on this machine only")).toBeVisible();
  await open.screenshot({ path: test.info().outputPath("sheet.png") });
  await open.goto(new URL("/settings", open.url()).href);
  await expect(open.getByRole("link", { name: "Admin → Models" })).toBeVisible();
  await open.screenshot({ path: test.info().outputPath("settings.png") });
  expect(await open.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test("the jump to the end covers nothing of the answer", async ({ open, say }) => {
  say(() => ({ parts: [{ type: "text", chunks: [long] }] }));
  await ask(open, "Tell me much");
  await expect(answer(open)).toContainText("Line 60");
  const jump = open.getByRole("button", { name: "Jump to the end" });
  await expect(jump).toBeHidden();
  await scroller(open).hover();
  await open.mouse.wheel(0, -600);
  await expect(jump).toBeVisible();
  const [list, button, box] = await Promise.all([
    scroller(open).boundingBox(),
    jump.boundingBox(),
    composer(open).boundingBox(),
  ]);
  expect(button?.y).toBeGreaterThanOrEqual((list?.y ?? 0) + (list?.height ?? 0));
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
  await jump.click();
  await expect(answer(open).getByText("Line 60 of a long answer.")).toBeInViewport();
  await expect(jump).toBeHidden();
});

test("files and mentions of an unsent question are there after a reload @core", async ({
  open,
  say,
  scripted,
}) => {
  let sent = "";
  say(({ body }) => {
    sent = JSON.stringify(body);
    return { parts: [{ type: "text", chunks: ["Read."] }] };
  });
  await open.evaluate(async () => {
    const body = JSON.stringify({ name: "Harbour papers" });
    await fetch("/api/collections", {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
  });
  await open.goto(scripted.app.url);
  await open.locator('main input[type="file"]').setInputFiles({
    ...{ name: "crew.txt", mimeType: "text/plain" },
    buffer: Buffer.from("Ana is the navigator of the ship."),
  });
  const files = open.getByRole("list", { name: "Files for this question" });
  await expect(files).toContainText("words");
  await composer(open).pressSequentially("Who is the navigator? @harb");
  await expect(open.getByRole("option", { name: "Harbour papers" })).toBeVisible();
  await open.keyboard.press("Enter");
  const mentioned = open.locator("form").getByRole("list", { name: "Mentioned" });
  await expect(mentioned).toContainText("Harbour papers");
  await open.reload();
  await expect(composer(open)).toHaveValue(/Who is the navigator\?/);
  await expect(mentioned).toContainText("Harbour papers");
  await expect(files).toContainText("crew.txt");
  await expect(files).toContainText("words");
  await composer(open).press("Enter");
  await expect(answer(open)).toContainText("Read.");
  expect(sent).toContain("crew.txt");
  await expect(files).toBeHidden();
  await open.goto(scripted.app.url);
  await expect(open.getByRole("list", { name: "Files for this question" })).toHaveCount(0);
  await expect(mentioned).toHaveCount(0);
});
