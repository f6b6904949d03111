import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test, expect, type Browser, type Page } from "@playwright/test";
import { openStore, type StoreConfig } from "@/lib/store/open";
import type { PeopleReply } from "@/lib/features/accounts/shape/accounts";
import { startApp, type AppServer } from "@/tests/support/app-server";
import {
  noEmulator,
  startFirestoreEmulator,
  type FirestoreEmulator,
} from "@/tests/support/firestore-emulator";
import { readWholeStore } from "@/tests/support/scan-store";
import { listFaults } from "./accessible";
import { answer, ask, composer, foot } from "./journey";
import { toRunningPage } from "./running-page";

const password = "correct horse battery";
type Place = { app: AppServer; store: StoreConfig; close(): Promise<void> };

async function openEmbedded(): Promise<Place> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "sextant-team-"));
  const app = await startApp({ dataDir, env: (url) => ({ AUTH_URL: url }) });
  return {
    app,
    store: { driver: "embedded", dataDir },
    close: () => rm(dataDir, { recursive: true, force: true }),
  };
}

async function openFirestore(emulator: FirestoreEmulator): Promise<Place> {
  const projectId = `team-${Date.now()}`;
  const env = (url: string) => ({
    AUTH_URL: url,
    AUTH_SECRET: "s".repeat(32),
    FIREBASE_PROJECT_ID: projectId,
    FIRESTORE_EMULATOR_HOST: emulator.host,
  });
  const app = await startApp({ env });
  return {
    app,
    store: { driver: "firestore", projectId, emulatorHost: emulator.host },
    close: () => emulator.close(),
  };
}

for (const [name, core] of [
  ["the embedded store", " @core"],
  ["Firestore", ""],
] as const) {
  test(`a team on ${name} signs up, is invited, obeys its administrator and leaves without a trace${core}`, async ({
    browser,
  }) => {
    const emulator = name === "Firestore" ? await startFirestoreEmulator() : null;
    // Said aloud, and shown as skipped in the report.
    test.skip(name === "Firestore" && emulator === null, noEmulator);
    const place = emulator === null ? await openEmbedded() : await openFirestore(emulator);
    const { app } = place;
    try {
      const admin = await signUpFirst(browser, app.url);
      const link = await invite(admin, app.url);
      const member = await acceptInvitation(browser, link);
      await expectNoAdminPages(member, app.url);
      await expectObedience(admin, member, app.url);
      const memberId = await reachQuota(admin, member, app.url);
      await leave(member, app.url);
      await app.close({ keepData: true });
      const left = await readPlace(place);
      expect(left).toContain("ada@a.example");
      expect(left).not.toContain("ben@b.example");
      // The audit log keeps ids, and one record for minutes, to refuse cookies that are still about.
      const elsewhere = left.split("\n").filter((line) => !/^\["(auth\/epochs"|audit\/)/.test(line));
      expect(elsewhere.join("\n")).not.toContain(memberId);
    } finally {
      await app.close();
      await place.close();
    }
  });
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: "en-US" });
  return toRunningPage(await context.newPage());
}

async function fillAccount(page: Page, person: { name: string; email: string }): Promise<void> {
  await page.getByLabel("Name").fill(person.name);
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: /^(Create the account|Join Sextant)$/ }).click();
  await expect(composer(page)).toBeVisible();
}

async function signUpFirst(browser: Browser, url: string): Promise<Page> {
  const page = await openPage(browser);
  await page.goto(url);
  await expect(page.getByRole("heading", { name: "Set up this site" })).toBeVisible();
  expect(await listFaults(page)).toEqual([]);
  await fillAccount(page, { name: "Ada", email: "ada@a.example" });
  await foot(page).click();
  await expect(page.getByRole("link", { name: "Admin", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  return page;
}

async function invite(admin: Page, url: string): Promise<string> {
  await admin.goto(`${url}/admin/people`);
  await admin.getByRole("button", { name: "Invite people" }).click();
  await admin.getByRole("button", { name: "Create invite link" }).click();
  const link = await admin.getByLabel("Link", { exact: true }).inputValue();
  expect(link).toContain(`${url}/sign-up?invitation=`);
  await admin.getByRole("button", { name: "Done" }).click();
  return link;
}

async function acceptInvitation(browser: Browser, link: string): Promise<Page> {
  const page = await openPage(browser);
  await page.goto(link);
  await fillAccount(page, { name: "Ben", email: "ben@b.example" });
  const again = await openPage(browser);
  await again.goto(link);
  await expect(again.getByRole("heading", { name: "This invitation was used" })).toBeVisible();
  await expect(again.getByLabel("Email")).toHaveCount(0);
  return page;
}

async function expectNoAdminPages(member: Page, url: string): Promise<void> {
  await foot(member).click();
  await expect(member.getByRole("link", { name: "Settings" })).toBeVisible();
  await expect(member.getByRole("link", { name: "Admin" })).toHaveCount(0);
  await member.keyboard.press("Escape");
  for (const page of ["", "/agent", "/models", "/people", "/audit", "/tools", "/search"]) {
    await member.goto(`${url}/admin${page}`);
    await expect(member.getByRole("heading", { name: "Off the chart" })).toBeVisible();
  }
  expect((await member.request.get(`${url}/api/admin/people`)).status()).toBe(403);
}

/** What the administrator switches off, the agent in the other browser no longer has within five seconds. */
async function expectObedience(admin: Page, member: Page, url: string): Promise<void> {
  await member.goto(url);
  await ask(member, "What is 17 * 23?");
  await expect(answer(member)).toContainText("391");
  await admin.goto(`${url}/admin/tools`);
  await admin.getByRole("switch", { name: "Calculate" }).click();
  await admin.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(admin.getByRole("button", { name: "Publish", exact: true })).toHaveCount(0);
  const asked = async () => {
    const body = {
      id: crypto.randomUUID(),
      message: { id: crypto.randomUUID(), role: "user", parts: [{ type: "text", text: "What is 19 * 21?" }] },
      options: { stream: false },
    };
    const reply = await member.request.post(`${url}/api/chat`, { data: body, headers: { origin: url } });
    return JSON.stringify(await reply.json());
  };
  await expect.poll(asked).not.toContain("399");
}

async function reachQuota(admin: Page, member: Page, url: string): Promise<string> {
  const { people } = (await (await admin.request.get(`${url}/api/admin/people`)).json()) as PeopleReply;
  const ben = people.find(({ email }) => email === "ben@b.example");
  const limited = { quota: { messagesPerDay: ben?.quota.used.messagesToday ?? 0 } };
  expect(
    (
      await admin.request.patch(`${url}/api/admin/people/${ben?.id ?? ""}`, {
        data: limited,
        headers: { origin: url },
      })
    ).ok(),
  ).toBe(true);
  await member.goto(url);
  await expect(member.getByText(/limit of \d+ messages is reached/)).toBeVisible();
  await composer(member).fill("One more?");
  await composer(member).press("Enter");
  await expect(composer(member)).toHaveValue("One more?");
  const body = {
    id: "over",
    message: { id: "over", role: "user", parts: [{ type: "text", text: "One more?" }] },
  };
  const refused = await member.request.post(`${url}/api/chat`, { data: body, headers: { origin: url } });
  expect(refused.status()).toBe(429);
  expect(Number(refused.headers()["retry-after"])).toBeGreaterThan(0);
  return ben?.id ?? "";
}

async function leave(member: Page, url: string): Promise<void> {
  await member.goto(`${url}/account`);
  await member.getByRole("button", { name: "Delete my account" }).click();
  const dialog = member.getByRole("dialog");
  await dialog.getByLabel("Type ben@b.example to confirm").fill("ben@b.example");
  await dialog.getByRole("textbox", { name: "Password" }).fill(password);
  await dialog.getByRole("button", { name: "Delete everything" }).click();
  await expect(member.getByRole("heading", { name: "Sign in" })).toBeVisible();
}

async function readPlace({ store: config }: Place): Promise<string> {
  const store = await openStore(config);
  const text = await readWholeStore(store);
  await store.close();
  return text;
}
