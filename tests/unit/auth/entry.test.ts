import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as invitations from "@/app/api/admin/invitations/route";
import * as revoked from "@/app/api/admin/invitations/[id]/route";
import * as auth from "@/app/api/auth/[...path]/route";
import { toKey } from "@/lib/features/accounts/auth/auth-paths";
import { addAdmin, invite, signIn, signUp, who } from "@/tests/support/account-steps";
import { createBrowser, openSite, type Browser, type Site } from "@/tests/support/accounts-services";
import { startMailServer, type MailServer } from "@/tests/support/mail-server";
import { readWholeStore } from "@/tests/support/scan-store";
import { siteStores } from "@/tests/support/site-stores";

let mail: MailServer;
let site: Site;
beforeEach(async () => void (mail = await startMailServer()));
afterEach(async () => {
  await site.dispose();
  await mail.close();
});

const open = (browser: Browser, link: URL | undefined) =>
  browser.call(auth.GET, { params: { path: ["verify-email"] }, query: link?.search ?? "" });
const resend = (browser: Browser) => browser.auth(auth, "sign-up/resend");
const withdraw = (browser: Browser) => browser.auth(auth, "sign-up/withdraw");

describe("the link of an invitation", () => {
  const find = (token: string) => site.services.auth.findInvitation(token);

  it("shows who invites whom to what, and whether it is still good", async () => {
    site = await openSite();
    const admin = await addAdmin();
    const token = await invite(admin, { emails: ["kim@b.example"], role: "auditor" });
    const view = { email: "kim@b.example", role: "auditor", inviter: "Ada", line: "" };
    expect(await find(token)).toEqual({ state: "open", usedAt: null, ...view });
    const unused = await invite(admin);
    expect((await signUp(createBrowser(), "kim@b.example", { invitation: token })).status).toBe(200);
    expect(await find(token)).toEqual({ state: "used", usedAt: site.clock.now, ...view });
    site.clock.now += 31 * 24 * 60 * 60_000;
    expect(await find(unused)).toMatchObject({ state: "expired", inviter: "Ada" });
  });

  it("shows nothing where it was withdrawn or made up", async () => {
    site = await openSite();
    const admin = await addAdmin();
    const token = await invite(admin);
    await admin.call(revoked.DELETE, { method: "DELETE", params: { id: toKey(token) } });
    for (const dead of [token, "made-up", "../x", "__proto__", ""]) expect(await find(dead)).toBeNull();
  });

  it("names the address of an administrator whom the environment names", async () => {
    site = await openSite({ ADMIN_EMAILS: "boss@a.example" });
    const { setupLinks } = await site.services.accounts.prepareAdmins();
    const token = new URL(setupLinks[0] ?? "").searchParams.get("invitation") ?? "";
    expect(await find(token)).toMatchObject({ state: "open", email: "boss@a.example", role: "admin" });
    await signUp(createBrowser(), "boss@a.example", { invitation: token });
    expect(await find(token)).toMatchObject({ state: "used" });
  });
});

it("a link that confirms nothing any more says so when it is opened", async () => {
  site = await openSite(mail.env);
  const browser = createBrowser();
  await signUp(browser, "admin@a.example");
  const [link] = (await mail.next()).links;
  expect((await open(browser, link)).headers.get("location")).toBe("/sign-in?confirm=1");
  const headers = new Headers({ cookie: [...browser.jar].map((pair) => pair.join("=")).join("; ") });
  expect(await site.services.auth.findConfirming(headers)).toBe("admin@a.example");
  expect((await signIn(browser, "admin@a.example")).status).toBe(200);
  expect((await open(createBrowser(), link)).headers.get("location")).toBe("/sign-in?error=invalid_token");
});

describe("after signing up with mail", () => {
  it("the link is mailed again when it is asked for, not too often, and to nobody else", async () => {
    site = await openSite(mail.env);
    const browser = createBrowser();
    await signUp(browser, "admin@a.example");
    await mail.next();
    expect((await resend(browser)).status).toBe(200);
    const { to, links } = await mail.next();
    expect(to).toEqual(["admin@a.example"]);
    expect((await resend(createBrowser("192.0.2.4"))).status).toBe(200);
    await site.services.settleBackground();
    expect(mail.count()).toBe(2);
    await open(browser, links[0]);
    expect((await signIn(browser, "admin@a.example")).status).toBe(200);
    await resend(browser);
    await site.services.settleBackground();
    expect(mail.count()).toBe(2);
    for (let more = 0; more < 4; more += 1) await resend(browser);
    expect((await resend(browser)).status).toBe(429);
  });

  it("a taken address is answered like a new one, by signing up, asking again and giving up", async () => {
    site = await openSite({ ...mail.env, ALLOWED_EMAILS: "@a.example" });
    const owner = createBrowser();
    await signUp(owner, "admin@a.example");
    await open(owner, (await mail.next()).links[0]);
    expect((await signIn(owner, "admin@a.example")).status).toBe(200);
    // What was mailed before is forgotten by now.
    site.clock.now += 20 * 60_000;
    const walk = async (email: string, address: string) => {
      const browser = createBrowser(address);
      const answers = [await signUp(browser, email, { password: "some other password" })];
      for (let again = 0; again < 5; again += 1) answers.push(await resend(browser));
      answers.push(await withdraw(browser));
      const toShape = (cookie: string) => cookie.replace(/=[\w-]{43};/, "=token;");
      return Promise.all(
        answers.map(async (one) => [one.status, await one.text(), one.headers.getSetCookie().map(toShape)]),
      );
    };
    const [taken, fresh] = [
      await walk("admin@a.example", "192.0.2.1"),
      await walk("new@a.example", "192.0.2.2"),
    ];
    expect(taken).toEqual(fresh);
    expect((await signIn(createBrowser("192.0.2.3"), "admin@a.example")).status).toBe(200);
  });
});

describe.each(siteStores)("an account whose address was mistyped, on $name,", ({ outside }) => {
  it("is given up without a trace, and the first account is made once more", async () => {
    site = await openSite(mail.env, outside);
    const browser = createBrowser();
    await signUp(browser, "typo@a.example");
    const [dead] = (await mail.next()).links;
    expect((await withdraw(browser)).status).toBe(200);
    expect(await readWholeStore(site.store)).not.toContain("typo@a.example");
    expect((await open(browser, dead)).headers.get("location")).toBe("/sign-in?error=invalid_token");
    await signUp(browser, "admin@a.example");
    await open(browser, (await mail.next()).links[0]);
    expect((await signIn(browser, "admin@a.example")).status).toBe(200);
    expect((await who(browser)).role).toBe("admin");
  });

  it("leaves its invitation to be used again, and stays once it is confirmed", async () => {
    site = await openSite(mail.env, outside);
    const admin = createBrowser();
    await signUp(admin, "admin@a.example");
    await open(admin, (await mail.next()).links[0]);
    await signIn(admin, "admin@a.example");
    const token = await invite(admin);
    const member = createBrowser("192.0.2.1");
    await signUp(member, "typo@b.example", { invitation: token });
    await mail.next();
    expect(await readWholeStore(site.store)).not.toContain(token);
    await withdraw(member);
    expect(await (await signUp(member, "mo@b.example", { invitation: token })).json()).toEqual({
      status: "confirm",
    });
    await open(member, (await mail.next()).links[0]);
    expect((await signIn(member, "mo@b.example")).status).toBe(200);
    expect((await withdraw(member)).status).toBe(200);
    expect((await who(member)).email).toBe("mo@b.example");
    expect((await admin.call(invitations.GET)).status).toBe(200);
  });
});
