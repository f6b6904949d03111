import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as account from "@/app/api/account/route";
import * as language from "@/app/api/account/language/route";
import * as resetLink from "@/app/api/admin/people/[id]/reset-link/route";
import * as auth from "@/app/api/auth/[...path]/route";
import type { LinkReply } from "@/lib/features/accounts/shape/accounts";
import { inviteAll, readProblem, signIn, signUp, who } from "@/tests/support/account-steps";
import {
  createBrowser,
  openSite,
  password,
  type Browser,
  type Site,
} from "@/tests/support/accounts-services";
import { readWholeStore } from "@/tests/support/scan-store";
import { startMailServer, type MailServer } from "@/tests/support/mail-server";

let mail: MailServer;
let site: Site;
beforeEach(async () => void (mail = await startMailServer()));
afterEach(async () => {
  await site.dispose();
  await mail.close();
});

const open = (browser: Browser, link: URL | undefined) =>
  browser.call(auth.GET, { params: { path: ["verify-email"] }, query: link?.search ?? "" });
const tokenOf = (link: URL | string | null | undefined) =>
  new URL(link ?? "").searchParams.get("token") ?? "";

/** Signs up and shows by the mail's link that the address is the person's. */
async function join(browser: Browser, email: string): Promise<void> {
  expect(await (await signUp(browser, email)).json()).toEqual({ status: "confirm" });
  await open(browser, (await mail.next()).links[0]);
  expect((await signIn(browser, email)).status).toBe(200);
}

describe("with mail", () => {
  it("an address is shown to be the person's before anybody gets in by it", async () => {
    site = await openSite(mail.env);
    const browser = createBrowser();
    await signUp(browser, "admin@a.example");
    expect((await browser.call(account.GET)).status).toBe(401);
    expect((await signIn(createBrowser("192.0.2.1"), "admin@a.example")).status).toBe(403);
    const { to, links } = await mail.next();
    expect(to).toEqual(["admin@a.example"]);
    expect((await open(browser, links[0])).headers.get("location")).toBe("/sign-in?confirm=1");
    expect((await signIn(browser, "admin@a.example")).status).toBe(200);
    expect((await who(browser)).role).toBe("admin");
  });

  it("a stranger's password does not become good because the owner opens the link", async () => {
    site = await openSite({ ...mail.env, ADMIN_EMAILS: "boss@a.example" });
    const stranger = createBrowser("192.0.2.66");
    await signUp(stranger, "boss@a.example", { password: "the stranger's own" });
    const owner = createBrowser();
    await open(owner, (await mail.next()).links[0]);
    expect((await signIn(stranger, "boss@a.example", "the stranger's own")).status).toBe(403);
    await owner.auth(auth, "request-password-reset", { email: "boss@a.example" });
    const mails = [await mail.next(), await mail.next()].flatMap(({ links }) => links);
    const token = tokenOf(mails.find(({ pathname }) => pathname === "/reset-password"));
    expect(
      (await owner.auth(auth, "reset-password", { token, newPassword: "the owner's password" })).status,
    ).toBe(200);
    expect((await signIn(stranger, "boss@a.example", "the stranger's own")).status).toBe(401);
    expect((await signIn(owner, "boss@a.example", "the owner's password")).status).toBe(200);
    expect((await who(owner)).role).toBe("admin");
  });

  it("an allowed domain may sign up, others may not", async () => {
    site = await openSite({ ...mail.env, ALLOWED_EMAILS: "@a.example", ADMIN_EMAILS: "boss@b.example" });
    const member = createBrowser();
    await join(member, "member@a.example");
    expect((await who(member)).role).toBe("member");
    for (const email of ["x@b.example", "x@a.example.evil.example", "x@xa.example"])
      expect((await signUp(createBrowser(), email)).status).toBe(403);
  });

  it("signing up with a taken address answers like a new one, and tells its owner", async () => {
    site = await openSite({ ...mail.env, ALLOWED_EMAILS: "@a.example" });
    await join(createBrowser(), "admin@a.example");
    const taken = await signUp(createBrowser("192.0.2.1"), "admin@a.example", {
      password: "some other password",
    });
    const fresh = await signUp(createBrowser("192.0.2.2"), "fresh@a.example");
    expect([taken.status, await taken.text()]).toEqual([fresh.status, await fresh.text()]);
    const told = [await mail.next(), await mail.next()].find(({ to }) => to[0] === "admin@a.example");
    expect(told?.links[0]?.pathname).toBe("/sign-in");
    expect((await signIn(createBrowser(), "admin@a.example")).status).toBe(200);
  });

  it("an invitation goes to its address, which needs no other proof", async () => {
    site = await openSite(mail.env);
    const admin = createBrowser();
    await join(admin, "admin@a.example");
    const { results } = await inviteAll(admin, { emails: ["new@b.example"] });
    // What was mailed proves the address, so nobody else sees it.
    expect(results).toMatchObject([{ email: "new@b.example", isSent: true, link: null }]);
    const { to, links } = await mail.next();
    expect(to[0]).toBe("new@b.example");
    const member = createBrowser();
    const answer = await signUp(member, "new@b.example", {
      invitation: links[0]?.searchParams.get("invitation"),
    });
    expect(await answer.json()).toEqual({ status: "signed_in" });
  });

  it("a forgotten password is answered alike for known and unknown addresses", async () => {
    site = await openSite(mail.env);
    await join(createBrowser(), "admin@a.example");
    const [known, unknown] = [
      await createBrowser("192.0.2.1").auth(auth, "request-password-reset", { email: "admin@a.example" }),
      await createBrowser("192.0.2.2").auth(auth, "request-password-reset", { email: "nobody@a.example" }),
    ];
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
    expect((await mail.next()).to).toEqual(["admin@a.example"]);
    expect(mail.count()).toBe(2);
  });

  it("neither mails nor makes a reset link for who is disabled, and answers as before", async () => {
    site = await openSite({ ...mail.env, ALLOWED_EMAILS: "@a.example" });
    const [admin, member] = [createBrowser(), createBrowser()];
    await join(admin, "admin@a.example");
    await join(member, "member@a.example");
    const { id } = await who(member);
    await site.services.accounts.patchPerson("admin", id, { isDisabled: true });
    const before = mail.count();
    const ask = (email: string, address: string) =>
      createBrowser(address).auth(auth, "request-password-reset", { email });
    const answers = [await ask("member@a.example", "192.0.2.1"), await ask("no@a.example", "192.0.2.2")];
    const [known, unknown] = await Promise.all(answers.map((answer) => answer.text()));
    expect(known).toBe(unknown);
    const refused = await admin.call(resetLink.POST, { method: "POST", params: { id } });
    expect(await readProblem(refused)).toMatchObject({ status: 409, code: "conflict" });
    await site.services.settleBackground();
    expect(mail.count()).toBe(before);
  });

  it("floods nobody's mailbox", async () => {
    site = await openSite(mail.env);
    const ask = (index: number) =>
      createBrowser(`192.0.2.${index}`).auth(auth, "request-password-reset", { email: "victim@a.example" });
    for (let index = 0; index < 5; index += 1) expect((await ask(index)).status).toBe(200);
    expect((await ask(9)).status).toBe(429);
  });

  it("a mail server that is away keeps nobody from the link", async () => {
    site = await openSite(mail.env);
    const admin = createBrowser();
    await join(admin, "admin@a.example");
    await mail.close();
    const { results } = await inviteAll(admin, { emails: ["new@b.example", "two@b.example"] });
    const shown = { isSent: false, link: expect.stringContaining("/sign-up?invitation=") };
    expect(results).toMatchObject([shown, shown]);
  });
});

describe("a reset link", () => {
  const reset = (browser: Browser, token: string, newPassword = "another password") =>
    browser.auth(auth, "reset-password", { token, newPassword });

  async function openWithLink(): Promise<{ admin: Browser; link: string | null }> {
    site = await openSite();
    const admin = createBrowser();
    await signUp(admin, "admin@a.example");
    const { id } = await who(admin);
    return {
      admin,
      link: (
        (await (await admin.call(resetLink.POST, { method: "POST", params: { id } })).json()) as LinkReply
      ).link,
    };
  }

  it("works once, ends every session and is not readable in the store", async () => {
    const { admin, link } = await openWithLink();
    expect(await readWholeStore(site.store)).not.toContain(tokenOf(link));
    expect((await reset(createBrowser(), tokenOf(link))).status).toBe(200);
    const again = await readProblem(await reset(createBrowser(), tokenOf(link), "a third password"));
    expect(again).toMatchObject({ status: 400, fields: { token: expect.any(String) } });
    expect((await admin.call(account.GET)).status).toBe(401);
    expect((await signIn(createBrowser(), "admin@a.example", "another password")).status).toBe(200);
  });

  it("works once also when ten use it at once", async () => {
    const { link } = await openWithLink();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        reset(createBrowser(`192.0.2.${index}`), tokenOf(link), `password number ${index}`),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each(["../x", "' OR 1=1", "__proto__", "x".repeat(200), "."])(
    "made up as %j does nothing",
    async (token) => {
      await openWithLink();
      expect((await reset(createBrowser(), token)).status).toBe(400);
    },
  );

  it("cannot be guessed at length", async () => {
    await openWithLink();
    const guesser = createBrowser("192.0.2.1");
    for (let attempt = 0; attempt < 5; attempt += 1) await reset(guesser, `guess${attempt}`);
    expect((await reset(guesser, "guess")).status).toBe(429);
  });
});

describe("the language of a mail", () => {
  const chinese = { "accept-language": "zh-CN,zh;q=0.9" };

  it("is the one in which the person signed up", async () => {
    site = await openSite(mail.env);
    const body = { name: "Ada", email: "admin@a.example", password };
    await createBrowser().auth(auth, "sign-up/email", body, chinese);
    const { subject, text } = await mail.next();
    expect([subject, text.includes("确认")]).toEqual(["确认你的邮箱 · Sextant", true]);
  });

  it("follows the person's choice, and an invitation has the inviter's", async () => {
    site = await openSite(mail.env);
    const admin = createBrowser();
    await join(admin, "admin@a.example");
    const choose = (locale: unknown) => admin.call(language.PUT, { method: "PUT", body: { locale } });
    expect((await choose("zh")).status).toBe(204);
    expect((await choose("tlh")).status).toBe(400);
    await inviteAll(admin, { emails: ["new@b.example"] });
    expect((await mail.next()).subject).toBe("Ada 邀请你加入 · Sextant");
    await createBrowser("192.0.2.8").auth(auth, "request-password-reset", { email: "admin@a.example" });
    expect((await mail.next()).subject).toBe("设置新密码 · Sextant");
  });
});
