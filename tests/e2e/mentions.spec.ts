import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { answer, ask, composer, expect, scriptedTest as test } from "./journey";

const option = (page: Page, name: string) =>
  page.getByRole("listbox", { name: "Mention" }).getByRole("option", { name });
const chips = (page: Page) => page.locator("form").getByRole("list", { name: "Mentioned" });

/** Made once for the journeys of this file: an agent, a collection and an earlier conversation. */
async function prepare(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const post = (path: string, body: object) =>
      fetch(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      });
    await post("/api/agents", { name: "Clerk", instructions: "Answer as a clerk." });
    await post("/api/collections", { name: "Boat papers" });
  });
  await page.reload();
  await ask(page, "How tall is the mast?");
  await expect(answer(page)).toContainText("ok");
  // Before it has its address, the page takes itself for a new conversation already.
  await expect(page).toHaveURL(/\/c\//);
  await page.keyboard.press("Control+Shift+o");
  await expect(page).toHaveURL(/\/$/);
}

test("an at sign lists agents, collections and conversations, and what is chosen goes with the question", async ({
  open,
  scripted,
}) => {
  await prepare(open);
  await composer(open).pressSequentially("Compare @");
  await expect(option(open, "Sextant")).toBeVisible();
  await expect(option(open, "Boat papers")).toBeVisible();
  await expect(option(open, "How tall is the mast?")).toBeVisible();
  await expectAccessible(open);
  await open.screenshot({ path: test.info().outputPath("list.png") });
  await open.keyboard.type("cle");
  await expect(option(open, "Boat papers")).toHaveCount(0);
  await expect(option(open, "Clerk")).toHaveAttribute("aria-selected", "true");
  await open.keyboard.press("Tab");
  await expect(composer(open)).toHaveValue("Compare ");
  await expect(composer(open)).toBeFocused();
  await expect(chips(open)).toContainText("Clerk");
  await open.keyboard.type("@boat");
  await expect(option(open, "Boat papers")).toBeVisible();
  await open.keyboard.press("Enter");
  await open.keyboard.type("@mast");
  await expect(option(open, "How tall is the mast?")).toBeVisible();
  await open.keyboard.press("Enter");
  await expect(chips(open).getByRole("listitem")).toHaveText([
    /Clerk/,
    /Boat papers/,
    /How tall is the mast\?/,
  ]);
  await chips(open).getByRole("button", { name: "Take out “Boat papers”" }).click();
  await expect(composer(open)).toBeFocused();
  await expectAccessible(open);
  await open.screenshot({ path: test.info().outputPath("chips.png") });
  await open.keyboard.type("them.");
  await open.keyboard.press("Enter");
  await expect(open.getByRole("article", { name: "Clerk answered" })).toContainText("ok");
  await expect(open.getByRole("list", { name: "Mentioned" })).toContainText("Clerk");
  const told = JSON.stringify(scripted.provider.requests.at(-1)?.body);
  expect(told).toContain("Person: How tall is the mast?");
  expect(told).toContain("Answer as a clerk.");
  await open.screenshot({ path: test.info().outputPath("answered.png") });
  await open.reload();
  await expect(open.getByRole("list", { name: "Mentioned" })).toContainText("How tall is the mast?");
});

test("what is gone is said, and the question is back with its mentions, which can be taken out @phone", async ({
  open,
}) => {
  await open.setViewportSize({ width: 390, height: 844 });
  await ask(open, "Is the keel deep?");
  await expect(answer(open)).toContainText("ok");
  const id = open.url().split("/c/")[1];
  await open.goto(new URL("/", open.url()).href);
  await composer(open).pressSequentially("@keel");
  await expect(option(open, "Is the keel deep?")).toBeVisible();
  await open.screenshot({ path: test.info().outputPath("phone.png") });
  await option(open, "Is the keel deep?").click();
  await composer(open).pressSequentially("And how wide?");
  await open.evaluate((gone) => fetch(`/api/conversations/${gone}`, { method: "DELETE" }), id);
  await open.getByRole("button", { name: "Send" }).click();
  await expect(open.getByText(/you mentioned is gone/).first()).toBeVisible();
  await expect(composer(open)).toHaveValue("And how wide?");
  await expect(chips(open)).toContainText("Is the keel deep?");
  const remove = chips(open).getByRole("button", { name: "Take out “Is the keel deep?”" });
  expect((await remove.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectAccessible(open);
  await open.screenshot({ path: test.info().outputPath("gone.png") });
  await remove.click();
  await open.getByRole("button", { name: "Send" }).click();
  await expect(answer(open)).toContainText("ok");
});
