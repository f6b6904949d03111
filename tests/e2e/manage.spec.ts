import { answer, ask, expect, guideTest as test } from "./journey";

test("a conversation is renamed, deleted with undo, and deleted for good @core", async ({ open, guide }) => {
  await ask(open, "What is 7 * 6?");
  await expect(answer(open)).toContainText("42");
  const list = open.getByRole("navigation", { name: "Conversations" });
  await list
    .getByRole("button", { name: /Actions for/ })
    .first()
    .click();
  await open.getByRole("menuitem", { name: "Rename" }).click();
  await open.getByRole("textbox", { name: "Title" }).fill("Six times seven");
  const renamed = open.waitForResponse((response) => response.request().method() === "PATCH");
  await open.keyboard.press("Enter");
  await expect(list.getByRole("link", { name: "Six times seven" })).toBeVisible();
  await renamed;
  await open.reload();
  await expect(list.getByRole("link", { name: "Six times seven" })).toBeVisible();

  await list.getByRole("button", { name: "Actions for “Six times seven”" }).click();
  await open.getByRole("menuitem", { name: "Delete" }).click();
  await expect(list.getByRole("link", { name: "Six times seven" })).toBeHidden();
  await open.getByRole("button", { name: "Undo" }).click();
  await expect(list.getByRole("link", { name: "Six times seven" })).toBeVisible();

  await list.getByRole("button", { name: "Actions for “Six times seven”" }).click();
  await open.getByRole("menuitem", { name: "Delete" }).click();
  await open.goto(guide.app.url);
  await expect(list.getByRole("link", { name: "Six times seven" })).toBeHidden();
});

test("a tool that is switched off is not offered any more", async ({ open, guide }) => {
  await open.goto(`${guide.app.url}/admin/tools`);
  await open.getByRole("switch", { name: "Calculate" }).click();
  await open.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(open.getByText("Published.")).toBeVisible();
  await open.goto(guide.app.url);
  await ask(open, "What is 12 * 12?");
  await expect(answer(open)).toContainText(/switched off/i);
  await open.goto(`${guide.app.url}/admin/tools`);
  await open.getByRole("switch", { name: "Calculate" }).click();
  await open.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(open.getByText("Published.")).toBeVisible();
});

test("an answer is rated with a reason, stays so over a reload, and the rating is taken back", async ({
  open,
}) => {
  await ask(open, "What is 8 * 6?");
  await expect(answer(open)).toContainText("48");
  const bad = answer(open).getByRole("button", { name: "Bad answer" });
  await bad.click();
  await expect(bad).toHaveAttribute("aria-pressed", "true");
  const why = open.getByRole("region", { name: "What was wrong?" });
  await why.getByRole("checkbox", { name: "Too short" }).check();
  await why.getByRole("textbox").fill("Show the steps.");
  await why.getByRole("button", { name: "Send" }).click();
  await expect(why).toBeHidden();
  await open.reload();
  await expect(bad).toHaveAttribute("aria-pressed", "true");
  const takenBack = open.waitForResponse((response) => response.request().method() === "DELETE");
  await bad.click();
  expect((await takenBack).status()).toBe(204);
  await open.reload();
  await expect(bad).toHaveAttribute("aria-pressed", "false");
});
