import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as alerts from "@/app/api/admin/alerts/route";
import * as oneAlert from "@/app/api/admin/alerts/[id]/route";
import * as settings from "@/app/api/admin/settings/route";
import * as auth from "@/app/api/auth/[...path]/route";
import * as oneReceivers from "@/app/api/admin/alerts/receivers/route";
import { paths } from "@/lib/data/paths";
import type { Role } from "@/lib/features/accounts/shape/accounts";
import type { AlertsReply } from "@/lib/features/alerts/shape";
import { invite, readProblem, signIn, signUp, who } from "@/tests/support/account-steps";
import { createBrowser, openSite, type Browser, type Site } from "@/tests/support/accounts-services";
import { startMailServer, type MailServer, type ReceivedMail } from "@/tests/support/mail-server";

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

/** Somebody who has shown by mail that the address is theirs; the administrator, where no other is named. */
async function join(email = "admin@a.example", more: object = {}): Promise<Browser> {
  const browser = createBrowser();
  await signUp(browser, email, more);
  const query = (await mail.next()).links[0]?.search ?? "";
  await browser.call(auth.GET, { params: { path: ["verify-email"] }, query });
  expect((await signIn(browser, email)).status).toBe(200);
  return browser;
}

/** Makes the rule of silence fire at once. */
async function arm(admin: Browser): Promise<void> {
  const { version } = (await (await admin.call(settings.GET)).json()) as { version: number };
  const change = { version, settings: { alertSilenceMinutes: 5 } };
  expect((await admin.call(settings.PUT, { method: "PUT", body: change })).status).toBe(200);
}
const list = async (person: Browser) => (await (await person.call(alerts.GET)).json()) as AlertsReply;
const plain = (text: string) => text.replaceAll("\u00a0", " ");

/** Somebody with a role. */
async function addWith(admin: Browser, role: Role, email: string): Promise<{ id: string; browser: Browser }> {
  const browser = await join(email, { name: role, invitation: await invite(admin) });
  const { id } = await who(browser);
  await site.services.accounts.patchPerson(null, id, { role });
  expect((await signIn(browser, email)).status).toBe(200);
  return { id, browser };
}

async function readMails(count: number): Promise<ReceivedMail[]> {
  const mails: ReceivedMail[] = [];
  while (mails.length < count) {
    const next = await mail.next();
    if (next.links.some(({ pathname }) => pathname === "/admin/runs")) mails.push(next);
  }
  return mails.sort((one, other) => (one.to.join() < other.to.join() ? -1 : 1));
}

describe("alerts of a site with accounts", () => {
  it("are mailed in the page's words with the way to their runs, seen and acknowledged", async () => {
    const admin = await join();
    await arm(admin);
    site.clock.now += 6 * minuteMs;
    await site.services.doDueWork();
    const told = await mail.next();
    expect(told.to).toEqual(["admin@a.example"]);
    expect(told.subject).toBe("No answer has finished for 6 minutes · Sextant");
    expect(told.text).toContain("The limit is 5 minutes.");
    expect(told.text).not.toMatch(/[\u4e00-\u9fff]/);
    expect(told.html).toContain("See the runs");
    expect(told.links[0]?.pathname).toBe("/admin/runs");
    expect(Number(told.links[0]?.searchParams.get("since"))).toBeLessThan(site.clock.now - 6 * minuteMs);

    const { alerts: open, channels, now } = await list(admin);
    expect(channels).toEqual({ mail: true, webhook: false });
    expect(now.silence?.value).toBeCloseTo(6, 0);
    expect(open).toMatchObject([{ rule: "silence", state: "open" }]);
    const params = { id: open[0]?.id ?? "" };
    const acknowledge = { method: "PATCH", params, body: { state: "acknowledged" } };
    expect((await admin.call(oneAlert.PATCH, acknowledge)).status).toBe(200);
    expect((await list(admin)).alerts).toMatchObject([{ rule: "silence", state: "acknowledged" }]);
  });

  it("are mailed to operators and administrators, to each in their language, to nobody else", async () => {
    const admin = await join();
    const operator = await addWith(admin, "operator", "operator@a.example");
    await addWith(admin, "auditor", "auditor@a.example");
    await site.store.update(paths.person(operator.id), { locale: "zh" });
    await arm(admin);
    site.clock.now += 6 * minuteMs;
    await site.services.doDueWork();
    const mails = await readMails(2);
    expect(mails.map(({ to }) => to)).toEqual([["admin@a.example"], ["operator@a.example"]]);
    expect(mails[1]?.subject).toBe("已有 6 分钟没有完成任何回答 · Sextant");
    expect(plain(mails[1]?.text ?? "")).not.toMatch(/The limit|See the runs/);
  });

  it("go to those who were chosen, and to everybody who may once none of them is left", async () => {
    const admin = await join();
    const operator = await addWith(admin, "operator", "operator@a.example");
    const { receivers } = await list(admin);
    expect(receivers).toMatchObject({ version: 0, ids: null });
    expect(receivers.may.map(({ name }) => name).sort()).toEqual(["Ada", "operator"]);
    const body = { version: 0, ids: [operator.id] };
    expect((await admin.call(oneReceivers.PUT, { method: "PUT", body })).status).toBe(200);
    expect(await site.services.alerts.receivers.list()).toEqual([operator.id]);
    await site.services.accounts.patchPerson(null, operator.id, { role: "member" });
    expect(await site.services.alerts.receivers.list()).toEqual([(await who(admin)).id]);
  });

  it("refuse receivers who look after nothing, at their field, and tell of who chose first", async () => {
    const admin = await join();
    const auditor = await addWith(admin, "auditor", "auditor@a.example");
    const put = (body: unknown) => admin.call(oneReceivers.PUT, { method: "PUT", body });
    const refused = await put({ version: 0, ids: [auditor.id] });
    expect(refused.status).toBe(400);
    expect((await readProblem(refused)).fields).toHaveProperty("ids");
    expect((await put({ version: 0, ids: [] })).status).toBe(400);
    expect((await put({ version: 0, ids: null })).status).toBe(200);
    const late = await put({ version: 0, ids: [(await who(admin)).id] });
    expect(late.status).toBe(409);
    expect((await list(admin)).receivers).toMatchObject({ version: 1, ids: null });
    expect(
      (await auditor.browser.call(oneReceivers.PUT, { method: "PUT", body: { version: 1, ids: null } }))
        .status,
    ).toBe(403);
  });
});
