import type { Page } from "@playwright/test";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";
import { listFaults } from "./accessible";
import { answer, ask, composer, expect, scriptedTest as test } from "./journey";

const questions = (page: Page) => page.getByRole("article", { name: "You asked", exact: true });
const versions = (page: Page, label: string) => page.getByRole("group", { name: label });

/** Says which call it is, and what it was asked last. */
function countCalls() {
  let calls = 0;
  return ({ body }: ProviderRequest): Reply => {
    const messages = body["messages"] as { role: string; content: unknown }[];
    const asked = messages.findLast(({ role }) => role === "user");
    const words = JSON.stringify(asked?.content ?? "").includes("harbour") ? "harbour" : "beacon";
    calls += 1;
    return { parts: [{ type: "text", chunks: [`Answer ${calls} on the ${words}.`] }] };
  };
}

test("an answer is given again and a question is changed; each version stays, also after a reload @core", async ({
  open,
  say,
}) => {
  say(countCalls());
  await ask(open, "Tell me of the harbour");
  await expect(answer(open)).toContainText("Answer 1 on the harbour.");
  await open.getByRole("button", { name: "Answer again differently" }).click();
  await expect(open.getByRole("menuitem")).toHaveText(["With test", "With guide", "Quick", "Normal", "Deep"]);
  await open.keyboard.press("Escape");
  await open.getByRole("button", { name: "Answer again", exact: true }).click();
  await expect(answer(open)).toContainText("Answer 2 on the harbour.");
  await expect(open.getByRole("article", { name: "Sextant answered" })).toHaveCount(1);
  await ask(open, "Go on with the harbour");
  await expect(answer(open)).toContainText("Answer 3");

  await versions(open, "Version 2 of 2").getByRole("button", { name: "Previous version" }).click();
  await expect(answer(open)).toContainText("Answer 1 on the harbour.");
  await expect(questions(open)).toHaveCount(1);
  await expect(versions(open, "Version 1 of 2").getByRole("button", { name: "Next version" })).toBeFocused();
  await open.keyboard.press("Enter");
  await expect(answer(open)).toContainText("Answer 3");

  await questions(open).first().hover();
  await open.getByRole("button", { name: "Edit question" }).first().click();
  const box = open.getByRole("textbox", { name: "Question", exact: true });
  await box.fill("Tell me of the beacon");
  await box.press("Enter");
  await expect(answer(open)).toContainText("Answer 4 on the beacon.");
  await expect(questions(open)).toHaveText(["Tell me of the beacon"]);

  const shown = open.waitForResponse((response) => response.request().method() === "PATCH");
  await versions(open, "Version 2 of 2").getByRole("button", { name: "Previous version" }).first().click();
  await expect(answer(open)).toContainText("Answer 3");
  await shown;
  await open.reload();
  await expect(questions(open)).toHaveText(["Tell me of the harbour", "Go on with the harbour"]);
  await versions(open, "Version 1 of 2").getByRole("button", { name: "Next version" }).click();
  await expect(questions(open)).toHaveText(["Tell me of the beacon"]);
});

test("what two tabs ask from one place are two branches", async ({ open, say, context }) => {
  say(countCalls());
  await ask(open, "Tell me of the harbour");
  await expect(answer(open)).toContainText("Answer 1");
  const other = await context.newPage();
  await other.goto(open.url());
  await expect(answer(other)).toContainText("Answer 1");
  await ask(open, "More of the harbour");
  await expect(answer(open)).toContainText("Answer 2");
  await ask(other, "Rather the beacon");
  await expect(answer(other)).toContainText("Answer 3 on the beacon.");
  await other.reload();
  await expect(questions(other)).toHaveText(["Tell me of the harbour", "Rather the beacon"]);
  await versions(other, "Version 2 of 2").getByRole("button", { name: "Previous version" }).click();
  await expect(questions(other)).toHaveText(["Tell me of the harbour", "More of the harbour"]);
});

test("a changed question that the server does not get stays in the person's hands", async ({ open, say }) => {
  say(countCalls());
  await ask(open, "Tell me of the harbour");
  await expect(answer(open)).toContainText("Answer 1");
  await open.route("**/api/chat", (route) => route.fulfill({ status: 503, json: { title: "Away" } }));
  await composer(open).press("ArrowUp");
  const box = open.getByRole("textbox", { name: "Question", exact: true });
  await box.fill("Tell me of the beacon");
  await box.press("Enter");
  await expect(open.getByRole("alert").filter({ hasText: "didn’t accept" })).toBeVisible();
  await expect(box).toHaveValue("Tell me of the beacon");
  await open.unroute("**/api/chat");
  await box.press("Enter");
  await expect(answer(open)).toContainText("on the beacon.");
});

for (const colorScheme of ["light", "dark"] as const)
  test(`versions and an opened question are free of faults that a machine can find, ${colorScheme}`, async ({
    open,
    say,
  }) => {
    await open.emulateMedia({ colorScheme });
    say(countCalls());
    await ask(open, "Tell me of the harbour");
    await expect(answer(open)).toContainText("Answer 1");
    await open.getByRole("button", { name: "Answer again", exact: true }).click();
    await expect(versions(open, "Version 2 of 2")).toBeVisible();
    await composer(open).press("ArrowUp");
    expect(await listFaults(open)).toEqual([]);
  });

test("a phone changes a question and goes through the versions @phone", async ({ open, say }) => {
  say(countCalls());
  await ask(open, "Tell me of the harbour");
  await expect(answer(open)).toContainText("Answer 1");
  await open.getByRole("button", { name: "Edit question" }).click();
  const box = open.getByRole("textbox", { name: "Question", exact: true });
  await box.fill("Tell me of the beacon");
  await open.getByRole("button", { name: "Send", exact: true }).first().click();
  await expect(answer(open)).toContainText("on the beacon.");
  await versions(open, "Version 2 of 2").getByRole("button", { name: "Previous version" }).click();
  await expect(answer(open)).toContainText("on the harbour.");
  const width = await open.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(width).toBeLessThanOrEqual(0);
});
