import type { Browser, Page } from "@playwright/test";
import { startApp, type AppServer } from "@/tests/support/app-server";
import { startMailServer, type MailServer } from "@/tests/support/mail-server";
import { expectAccessible, listFaultsByTheme } from "./accessible";
import { composer, expect } from "./journey";
import { test as base, toRunningPage } from "./running-page";

const password = "correct horse battery";
type Place = { app: AppServer; mail: MailServer };

const test = base.extend<{ place: Place }>({
  place: async ({}, provide) => {
    const mail = await startMailServer();
    const app = await startApp({ env: (url) => ({ AUTH_URL: url, ...mail.env }) });
    await provide({ app, mail });
    await app.close();
    await mail.close();
  },
});

async function openPage(browser: Browser, locale = "en-US"): Promise<Page> {
  const context = await browser.newContext({ locale, viewport: { width: 390, height: 844 } });
  return toRunningPage(await context.newPage());
}
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

async function fill(page: Page, name: string, email: string | null): Promise<void> {
  await page.getByLabel("Name").fill(name);
  if (email !== null) await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
}

/** The first administrator, who mistypes the address at first. */
async function setUp(browser: Browser, { app, mail }: Place): Promise<Page> {
  const page = await openPage(browser);
  await page.goto(app.url);
  await expect(heading(page, "Set up this site")).toBeVisible();
  await fill(page, "Ada", "ada@typo.example");
  await page.getByRole("button", { name: "Create the account" }).click();
  await expect(heading(page, "Check your email")).toBeVisible();
  await expect(page.getByText("We sent a link to ada@typo.example.")).toBeFocused();
  await expect(page.getByRole("button", { name: /^Send again in 0:/ })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await expectAccessible(page, listFaultsByTheme);
  expect((await mail.next()).to).toEqual(["ada@typo.example"]);

  await page.getByRole("button", { name: "Use another address" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Ada");
  await page.getByLabel("Email").fill("ada@a.example");
  await page.getByRole("button", { name: "Create the account" }).click();
  await expect(page.getByText("We sent a link to ada@a.example.")).toBeVisible();
  const [link] = (await mail.next()).links;
  await page.goto(link?.href ?? "");
  await expect(page.getByLabel("Email")).toHaveValue("ada@a.example");
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(composer(page)).toBeVisible();
  return page;
}

/** Gives the site a name, terms and a notice. */
async function nameSite(admin: Page, url: string): Promise<void> {
  await admin.goto(`${url}/admin/site`);
  await admin.getByLabel("Name").fill("Northwind");
  await admin.getByText("Own", { exact: true }).click();
  await admin.getByLabel("On light paper").fill("#ffe9a8");
  await admin.getByLabel("Notice").fill("Back at noon.");
  await admin.getByLabel("Terms").fill("**Be kind** to each other.");
  await admin.getByRole("button", { name: "Save" }).first().click();
  await expect(admin.getByText("with a contrast of at least 4.5 to #faf9f6")).toBeVisible();
  await expect(admin.getByLabel("Notice")).toHaveValue("Back at noon.");
  await admin.getByText("Plum", { exact: true }).click();
  await admin.getByRole("button", { name: "Save" }).first().click();
  await expect(admin.getByText("Back at noon.").first()).toBeVisible();
  await expect(admin).toHaveTitle("Site · Northwind");
  await expectAccessible(admin, listFaultsByTheme);
  await admin.getByRole("button", { name: "Close the notice" }).click();
  await admin.goto(url);
  await expect(admin.getByText("Northwind").filter({ visible: true }).first()).toBeVisible();
  await expect(admin.getByText("Back at noon.")).toHaveCount(0);
}

async function invite(admin: Page, url: string, mail: MailServer): Promise<string> {
  const data = { emails: ["kim@b.example"], role: "member" };
  const made = await admin.request.post(`${url}/api/admin/invitations`, { data, headers: { origin: url } });
  expect(made.ok()).toBe(true);
  const { subject, links } = await mail.next();
  expect(subject).toBe("Ada invites you · Northwind");
  return links[0]?.href ?? "";
}

test("a site is set up by mail, named, and entered by an invitation that says what it is @core", async ({
  browser,
  place,
}) => {
  const { app, mail } = place;
  const admin = await setUp(browser, place);
  await nameSite(admin, app.url);
  const link = await invite(admin, app.url, mail);

  const kim = await openPage(browser);
  await kim.goto(link);
  await expect(heading(kim, "Ada invites you")).toBeVisible();
  await expect(kim.getByText("Your role at Northwind: Member.")).toBeVisible();
  await expect(kim.getByLabel("Email")).toHaveValue("kim@b.example");
  await expect(kim.getByLabel("Email")).not.toBeEditable();
  await expectAccessible(kim, listFaultsByTheme);
  await fill(kim, "Kim", null);
  await kim.getByRole("button", { name: "Join Northwind" }).click();
  await expect(kim.getByText("Accept the terms first.")).toBeVisible();
  await kim.getByRole("checkbox").check();
  await kim.getByRole("button", { name: "Join Northwind" }).click();
  await expect(composer(kim)).toBeVisible();
  await expect(kim.getByText("Back at noon.")).toBeVisible();

  const late = await openPage(browser, "zh-CN");
  await late.goto(link);
  await expect(heading(late, "此邀请已使用")).toBeVisible();
  await expect(late.getByRole("textbox")).toHaveCount(0);
  await expectAccessible(late);
  await late.goto(`${app.url}/sign-up?invitation=made-up`);
  await expect(heading(late, "此邀请无效")).toBeVisible();
  await late.goto(`${app.url}/reset-password?token=made-up`);
  await expect(late.locator("input[type=password]")).toHaveCount(0);
  await late.goto(`${app.url}/terms`);
  await expect(late.locator("strong", { hasText: "Be kind" })).toBeVisible();
  await expectAccessible(late);

  const people = (await (await admin.request.get(`${app.url}/api/admin/people`)).json()) as {
    people: { id: string; email: string }[];
  };
  const { id = "" } = people.people.find(({ email }) => email === "kim@b.example") ?? {};
  const disabling = { data: { isDisabled: true }, headers: { origin: app.url } };
  expect((await admin.request.patch(`${app.url}/api/admin/people/${id}`, disabling)).ok()).toBe(true);
  await expect(async () => {
    await kim.goto(app.url);
    await expect(heading(kim, "Your account is disabled")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(kim.getByText("An administrator of Northwind turned it off.")).toBeVisible();
  await expectAccessible(kim);
});
