import type { Page } from "@playwright/test";
import { startApp } from "@/tests/support/app-server";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import { expectAccessible, listFaults } from "./accessible";
import { ask, composer, expect, openMore } from "./journey";
import { test, toRunningPage } from "./running-page";

/** What the chip of the chosen agent offers. */
const leaving = (page: Page) => page.getByRole("button", { name: "Ask Sextant instead of Clerk" });
const password = "correct horse battery";

async function fillAccount(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(`${name.toLowerCase()}@a.example`);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: /^(?:Create the account|Join )/ }).click();
  await expect(composer(page)).toBeVisible();
}

async function makeClerk(admin: Page, url: string): Promise<void> {
  await admin.goto(`${url}/admin/agents`);
  await admin.getByRole("link", { name: "New agent" }).click();
  await admin.getByRole("textbox", { name: "Name" }).fill("Clerk");
  await admin.getByRole("textbox", { name: "Purpose" }).fill("Adds up what you give it.");
  await admin.getByRole("textbox", { name: "Instructions" }).fill("Answer as a clerk would.");
  await unfold(admin, "Picture");
  await admin.getByRole("radio", { name: "Calculator" }).check({ force: true });
  await unfold(admin, "Starters");
  await admin.getByRole("button", { name: "Add a starter" }).click();
  await admin.getByRole("textbox", { name: "Starter 1" }).fill("How much is 6 times 7?");
  await unfold(admin, "Tools");
  await admin.getByRole("checkbox", { name: "Must use: Calculate" }).check();
  expect(await listFaults(admin)).toEqual([]);
  const purpose = admin.getByRole("textbox", { name: "Purpose" });
  await typeWhileSaving(admin, () => purpose.fill("Adds up."));
  await expect(admin.getByText("Version 1", { exact: true })).toBeVisible();
  await expect(purpose).toHaveValue("Adds up.");
  await purpose.fill("Adds up what you give it.");
}

/** What is typed before the server has answered is kept. */
async function typeWhileSaving(page: Page, type: () => Promise<void>): Promise<void> {
  const typed = Promise.withResolvers<void>();
  await page.route("**/api/admin/agents", async (route) => {
    await typed.promise;
    await route.continue();
  });
  await save(page);
  await type();
  typed.resolve();
  await page.unrouteAll({ behavior: "wait" });
}

const unfold = (page: Page, name: string) =>
  page
    .locator("summary")
    .filter({ has: page.getByRole("heading", { name, exact: true }) })
    .click();
const save = (page: Page) => page.getByRole("button", { name: /^(?:Save|Publish)$/ }).click();
const cards = (page: Page) => page.getByRole("region", { name: "Agents" }).getByRole("button");

/** The chat beside the editor asks what is written now and what is published; neither is listed. */
async function expectTries(admin: Page): Promise<void> {
  const trial = admin.getByRole("region", { name: "Try it" });
  await admin.getByRole("textbox", { name: "Instructions" }).fill("Answer as a pirate would.");
  const question = trial.getByRole("textbox", { name: "Try a question" });
  await expect(question).toBeInViewport({ ratio: 1 });
  await admin.locator("main").evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await expect(question).toBeInViewport({ ratio: 1 });
  await trial.getByText("Both", { exact: true }).click();
  await trial.getByRole("textbox", { name: "Try a question" }).fill("How much is 6 times 7?");
  await trial.getByRole("textbox", { name: "Try a question" }).press("Enter");
  await expect(trial.getByRole("article", { name: "Draft" })).toContainText("Arr, it is 42.");
  await expect(trial.getByRole("article", { name: "Published" })).toContainText("It is 42.");
  await expect(trial.getByRole("article", { name: "Published" })).not.toContainText("Arr");
  await expectAccessible(admin);
  await admin.setViewportSize({ width: 390, height: 844 });
  await expect(trial).toBeHidden();
  await admin.getByText("Try it", { exact: true }).first().click();
  await expect(trial.getByRole("article", { name: "Draft" })).toBeVisible();
  await expectAccessible(admin);
  await admin.setViewportSize({ width: 1280, height: 720 });
  await admin.getByRole("button", { name: /Undo/ }).click();
}

/** Whoever it is not for sees nothing of it. */
async function expectAudience(admin: Page, member: Page, url: string): Promise<void> {
  await member.goto(url);
  await expect(cards(member)).toHaveText([/Clerk.*Adds up what you give it/s]);
  await admin.getByText("Some people", { exact: true }).click();
  await admin.getByRole("checkbox", { name: "Administrator" }).check();
  await save(admin);
  await expect(admin.getByText("Version 2", { exact: true })).toBeVisible();
  await member.reload();
  await expect(composer(member)).toBeVisible();
  await expect(cards(member)).toHaveCount(0);
  await admin.getByRole("searchbox", { name: "Add a person" }).fill("ben");
  await admin.getByRole("list", { name: "People found" }).getByRole("button", { name: /Ben/ }).click();
  await save(admin);
  await expect(admin.getByText("Version 3", { exact: true })).toBeVisible();
}

async function expectClerk(member: Page, url: string): Promise<void> {
  await member.goto(url);
  await cards(member).filter({ hasText: "Clerk" }).click();
  await expect(member.getByRole("heading", { name: "Clerk" })).toBeVisible();
  await expect(member.getByText("Adds up what you give it.")).toBeVisible();
  await leaving(member).click();
  await expect(leaving(member)).toHaveCount(0);
  await expect(composer(member)).toBeFocused();
  await (await openMore(member)).getByRole("combobox", { name: "Agent" }).selectOption("Clerk");
  await member.keyboard.press("Escape");
  expect(await listFaults(member)).toEqual([]);
  await member.getByRole("button", { name: "How much is 6 times 7?" }).click();
  const answer = member.getByRole("article", { name: "Clerk answered" });
  await expect(answer.getByText("It is 42.")).toBeVisible();
  await member.reload();
  await expect(answer.getByText("It is 42.")).toBeVisible();
  await expect(leaving(member)).toBeVisible();
}

/** The table says who may use it, and a row leads back to its editor. */
async function expectListed(admin: Page, url: string): Promise<void> {
  await admin.goto(`${url}/admin/agents`);
  const row = admin.getByRole("row", { name: /Clerk/ });
  await expect(row).toContainText("Administrator, 1 person");
  await expectAccessible(admin);
  await row.getByRole("link", { name: "Clerk" }).click();
  await expect(admin.getByRole("button", { name: "Remove Ben" })).toBeVisible();
}

async function expectGone(admin: Page, member: Page): Promise<void> {
  await admin.getByRole("button", { name: "Delete this agent" }).click();
  const dialog = admin.getByRole("dialog", { name: "Delete Clerk?" });
  await dialog.getByRole("button", { name: "Delete this agent" }).click();
  await expect(admin.getByText(/^Only the built-in agent answers here/)).toBeVisible();
  // Other requests learn of it within three seconds; the question is asked until they have.
  await expect(async () => {
    await ask(member, "And 7 times 7?");
    await expect(member.getByText("This conversation’s agent is no longer available to you")).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
}

const isPirate = (body: object) => JSON.stringify(body).includes("as a pirate");

test("an administrator makes an agent, a member uses it, and the conversation outlives it", async ({
  browser,
}) => {
  const provider = await startProviderServer(({ body }) =>
    typeof body["tool_choice"] === "object"
      ? { parts: [{ type: "tool", name: "calculate", input: { expression: "6*7" } }] }
      : { parts: [{ type: "text", chunks: [isPirate(body) ? "Arr, it is 42." : "It is 42."] }] },
  );
  const app = await startApp({
    env: (url) => ({
      AUTH_URL: url,
      LOCAL_BASE_URL: `${provider.url}/v1`,
      MODEL_MAIN: "local:test",
      MODEL_LITE: "offline:guide",
    }),
  });
  try {
    const open = async () => toRunningPage(await (await browser.newContext({ locale: "en-US" })).newPage());
    const [admin, member] = [await open(), await open()];
    await admin.goto(app.url);
    await fillAccount(admin, "Ada");
    await admin.goto(`${app.url}/admin/people`);
    await admin.getByRole("button", { name: "Invite people" }).click();
    await admin.getByRole("button", { name: "Create invite link" }).click();
    await member.goto(await admin.getByLabel("Link", { exact: true }).inputValue());
    await fillAccount(member, "Ben");
    await makeClerk(admin, app.url);
    await expectTries(admin);
    await expectAudience(admin, member, app.url);
    await expectListed(admin, app.url);
    await expectClerk(member, app.url);
    await expectGone(admin, member);
  } finally {
    await app.close();
    await provider.close();
  }
});
