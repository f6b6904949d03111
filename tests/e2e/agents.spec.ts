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
  await page.getByRole("button", { name: "Create the account" }).click();
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
