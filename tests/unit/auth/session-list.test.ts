import { afterEach, describe, expect, it } from "vitest";
import * as account from "@/app/api/account/route";
import * as sessions from "@/app/api/account/sessions/route";
import * as session from "@/app/api/account/sessions/[id]/route";
import * as auth from "@/app/api/auth/[...path]/route";
import { toBrowserName } from "@/lib/features/accounts/auth/note-sign-in";
import type { SessionsReply } from "@/lib/features/accounts/shape/accounts";
import { addAdmin, addMember, signIn } from "@/tests/support/account-steps";
import {
  createBrowser,
  openSite,
  password,
  type Browser,
  type Site,
} from "@/tests/support/accounts-services";

const dayMs = 24 * 60 * 60_000;
/** The library takes its own clock for when a session began. */
const minuteMs = 60_000;
let site: Site | null = null;
afterEach(async () => {
  await site?.dispose();
  site = null;
});

const list = async (browser: Browser) =>
  ((await (await browser.call(sessions.GET)).json()) as SessionsReply).sessions;
const end = (browser: Browser, id: string) =>
  browser.call(session.DELETE, { method: "DELETE", params: { id } });

describe("the list of one's sessions", () => {
  it("has each with its browser and days, and says which one asks", async () => {
    site = await openSite();
    const admin = await addAdmin();
    const phone = createBrowser();
    const body = { email: "admin@a.example", password };
    await phone.auth(auth, "sign-in/email", body, { "user-agent": "Mozilla/5.0 (X11) Firefox/150.0" });
    const today = new Date().toISOString().slice(0, 10);
    const found = await list(phone);
    expect(found.map(({ browser, isThis }) => [browser, isThis]).toSorted()).toEqual([
      [null, false],
      ["Firefox", true],
    ]);
    expect(found.every(({ firstDay, lastDay }) => firstDay <= lastDay && lastDay <= today)).toBe(true);
    expect(await list(admin)).toHaveLength(2);
  });

  it("ends one by itself, for every copy of its cookie, and nobody else's", async () => {
    site = await openSite();
    const admin = await addAdmin();
    const member = await addMember(admin);
    const other = createBrowser();
    await signIn(other, "admin@a.example");
    const id = (await list(admin)).find(({ isThis }) => !isThis)?.id ?? "";
    expect((await end(member, id)).status).toBe(404);
    expect((await other.call(account.GET)).status).toBe(200);
    expect((await end(admin, id)).status).toBe(204);
    expect((await other.call(account.GET)).status).toBe(401);
    expect((await admin.call(account.GET)).status).toBe(200);
    expect(await list(admin)).toMatchObject([{ isThis: true }]);
    const { entries } = await site.services.accounts.listAudit({ limit: 9, act: "session_ended" });
    expect(entries).toHaveLength(1);
  });

  it("M5: a session ends after 90 days although it is used", async () => {
    site = await openSite();
    const admin = await addAdmin();
    site.clock.now += 89 * dayMs;
    expect((await admin.call(account.GET)).status).toBe(200);
    site.clock.now += dayMs + minuteMs;
    expect((await admin.call(account.GET)).status).toBe(401);
    await signIn(admin, "admin@a.example");
    await site.dispose();
    site = await openSite({ SESSION_DAYS: "7" });
    const short = await addAdmin();
    site.clock.now += 7 * dayMs + minuteMs;
    expect((await short.call(account.GET)).status).toBe(401);
  });
});

describe("toBrowserName", () => {
  const base = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
  it.each([
    [`${base} Chrome/140.0.0.0 Safari/537.36`, "Chrome"],
    [`${base} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, "Edge"],
    [`${base} Version/19.0 Mobile/15E148 Safari/604.1`, "Safari"],
    [`${base} CriOS/140.0 Mobile/15E148 Safari/604.1`, "Chrome"],
    ["curl/8.5.0", null],
    ["", null],
  ])("reads %j as %j", (userAgent, name) => {
    expect(toBrowserName(userAgent)).toBe(name);
  });
});
