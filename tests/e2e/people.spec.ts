import type { Page } from "@playwright/test";
import { listFaults } from "./accessible";
import { expect } from "./journey";
import { signedInTest as test } from "./signed-in";

const twenty = Array.from({ length: 20 }, (_, index) => `p${index}@a.example`);

async function invite(page: Page, addresses: string): Promise<void> {
  await page.getByRole("button", { name: "Invite people" }).click();
  await page.getByLabel("Addresses").fill(addresses);
  await page.getByRole("button", { name: /^Invite \d+ people/ }).click();
}

test("twenty people are invited by three clicks, and a wrong address is named with all that was typed kept @core", async ({
  page,
}) => {
  await page.goto("/admin/people");
  await invite(page, ["max@northwind", ...twenty].join("\n"));
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("“max@northwind” isn’t an address. The other 20 are fine.")).toBeVisible();
  await expect(dialog.getByLabel("Addresses")).toHaveValue(/max@northwind[^]*p19@a\.example/);
  expect(await listFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await invite(page, twenty.join(", "));
  await expect(dialog.getByText("Copy these 20 links and hand them over.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Copy all" })).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("row", { name: /p19@a\.example/ })).toBeVisible();
  await page.goto("/admin/invitations");
  await page.getByRole("button", { name: "Send the invitation for p3@a.example again" }).click();
  await expect(page.getByRole("heading", { name: "Invitation sent again" })).toBeVisible();
});

test("the pages of people fit a phone, and a person's page has no way to delete oneself", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/admin/people", "/admin/invitations"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await listFaults(page)).toEqual([]);
  }
  await page.goto("/admin/people");
  await page.getByRole("link", { name: /^Ada/ }).click();
  await expect(page.getByRole("heading", { name: "Use by day" })).toBeVisible();
  expect(await listFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Actions for Ada" }).click();
  await expect(page.getByRole("menuitem", { name: "Change address" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Delete account" })).toHaveCount(0);
});
