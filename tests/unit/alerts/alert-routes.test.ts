import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as alerts from "@/app/api/admin/alerts/route";
import * as oneAlert from "@/app/api/admin/alerts/[id]/route";
import * as settings from "@/app/api/admin/settings/route";
import * as auth from "@/app/api/auth/[...path]/route";
import type { AlertsReply } from "@/lib/features/alerts/shape";
import { signIn, signUp } from "@/tests/support/account-steps";
import { createBrowser, openSite, type Browser, type Site } from "@/tests/support/accounts-services";
import { startMailServer, type MailServer } from "@/tests/support/mail-server";

const minuteMs = 60_000;
let mail: MailServer;
let site: Site;

beforeEach(async () => {
  mail = await startMailServer();
  site = await openSite({ ...mail.env, ADMIN_EMAILS: "admin@a.example" });
});
afterEach(async () => {
  await site.dispose();
  await mail.close();
});

/** An administrator who has shown by mail that the address is theirs. */
async function join(): Promise<Browser> {
  const admin = createBrowser();
  await signUp(admin, "admin@a.example");
  const query = (await mail.next()).links[0]?.search ?? "";
  await admin.call(auth.GET, { params: { path: ["verify-email"] }, query });
  expect((await signIn(admin, "admin@a.example")).status).toBe(200);
  return admin;
}

describe("alerts of a site with accounts", () => {
  it("are mailed to administrators, seen and acknowledged by them", async () => {
    const admin = await join();
    const { version } = (await (await admin.call(settings.GET)).json()) as { version: number };
    const change = { version, settings: { alertSilenceMinutes: 5 } };
    expect((await admin.call(settings.PUT, { method: "PUT", body: change })).status).toBe(200);
    site.clock.now += 6 * minuteMs;
    await site.services.doDueWork();
    const told = await mail.next();
    expect(told.to).toEqual(["admin@a.example"]);
    expect(told.text).toContain(
      "New alert (High): No replies. No reply has ended for 6 minutes; the limit is 5.",
    );
    expect(told.text).not.toContain("新告警");
    expect(told.links[0]?.pathname).toBe("/admin/alerts");

    const list = async () => (await (await admin.call(alerts.GET)).json()) as AlertsReply;
    const { alerts: open, channels } = await list();
    expect(channels).toEqual({ mail: true, webhook: false });
    expect(open).toMatchObject([{ rule: "silence", state: "open" }]);
    const params = { id: open[0]?.id ?? "" };
    const acknowledge = { method: "PATCH", params, body: { state: "acknowledged" } };
    expect((await admin.call(oneAlert.PATCH, acknowledge)).status).toBe(200);
    expect((await list()).alerts).toMatchObject([{ rule: "silence", state: "acknowledged" }]);
  });
});
