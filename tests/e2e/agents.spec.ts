import type { Page } from "@playwright/test";
import { startApp } from "@/tests/support/app-server";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import { listFaults } from "./accessible";
import { ask, composer, expect, openMore } from "./journey";
import { test, toRunningPage } from "./running-page";

/** What the chip of the chosen agent offers. */
const leaving = (page: Page) => page.getByRole("button", { name: "Ask Sextant instead of Clerk" });
const password = "correct horse battery";

async function fillAccount(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(`${name.toLowerCase()}@a.example`);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Create the account" }).click();
  await expect(composer(page)).toBeVisible();
}

async function makeClerk(admin: Page, url: string): Promise<void> {
  await admin.goto(`${url}/admin/agents`);
  await admin.getByRole("link", { name: "New agent" }).click();
  await admin.getByRole("textbox", { name: "Name" }).fill("Clerk");
  await admin.getByRole("radio", { name: "Calculator" }).check({ force: true });
  await admin.getByRole("textbox", { name: "Purpose" }).fill("Adds up what you give it.");
  await admin.getByRole("button", { name: "Add a starter" }).click();
  await admin.getByRole("textbox", { name: "Starter 1" }).fill("How much is 6 times 7?");
  await admin.getByRole("textbox", { name: "Instructions" }).fill("Answer as a clerk would.");
  await admin.getByRole("checkbox", { name: "Must use: Calculate" }).check();
  expect(await listFaults(admin)).toEqual([]);
  await admin.getByRole("button", { name: "Save" }).click();
  await expect(admin.getByText("Version 1", { exact: true })).toBeVisible();
}

async function expectClerk(member: Page, url: string): Promise<void> {
  await member.goto(url);
  const more = await openMore(member);
  await more.getByRole("combobox", { name: "Agent" }).selectOption("Clerk");
  await member.keyboard.press("Escape");
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

async function expectGone(admin: Page, member: Page): Promise<void> {
  await admin.getByRole("button", { name: "Delete this agent" }).click();
  const dialog = admin.getByRole("dialog", { name: "Delete Clerk?" });
  await dialog.getByRole("button", { name: "Delete this agent" }).click();
  await expect(admin.getByText("Only the built-in agent answers here.")).toBeVisible();
  // Other requests learn of it within three seconds; the question is asked until they have.
  await expect(async () => {
    await ask(member, "And 7 times 7?");
    await expect(member.getByText("This conversation’s agent no longer exists")).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
}

test("an administrator makes an agent, a member uses it, and the conversation outlives it @core", async ({
  browser,
}) => {
  const provider = await startProviderServer(({ body }) =>
    typeof body["tool_choice"] === "object"
      ? { parts: [{ type: "tool", name: "calculate", input: { expression: "6*7" } }] }
      : { parts: [{ type: "text", chunks: ["It is 42."] }] },
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
    await expectClerk(member, app.url);
    await expectGone(admin, member);
  } finally {
    await app.close();
    await provider.close();
  }
});
