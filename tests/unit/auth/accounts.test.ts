import { afterEach, describe, expect, it } from "vitest";
import * as account from "@/app/api/account/route";
import * as everywhere from "@/app/api/account/sign-out-everywhere/route";
import * as people from "@/app/api/admin/people/route";
import * as person from "@/app/api/admin/people/[id]/route";
import * as auth from "@/app/api/auth/[...path]/route";
import type { AccountReply } from "@/lib/features/accounts/shape/accounts";
import { addAdmin, addMember, invite, readProblem, signIn, signUp, who } from "@/tests/support/account-steps";
import {
  createBrowser,
  openSite,
  password,
  type Browser,
  type Site,
} from "@/tests/support/accounts-services";
import { readWholeStore } from "@/tests/support/scan-store";

let site: Site;
afterEach(() => site.dispose());

async function openWithAdmin(env: Record<string, string> = {}): Promise<Browser> {
  site = await openSite(env);
  return addAdmin();
}

describe("the first account", () => {
  it("is the administrator's, and the next one needs an invitation", async () => {
    const admin = await openWithAdmin();
    expect(await who(admin)).toMatchObject({
      mode: "accounts",
      role: "admin",
      email: "admin@a.example",
      hasPassword: true,
    });
    const refused = await signUp(createBrowser(), "second@a.example");
    expect(await readProblem(refused)).toMatchObject({ status: 403, code: "forbidden" });
    expect(await readWholeStore(site.store)).not.toContain("second@a.example");
  });

  it("is one account when twenty want to make it at once, whatever their address", async () => {
    site = await openSite();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        signUp(
          createBrowser(`203.0.113.${index}`),
          index % 2 === 0 ? "same@a.example" : `n${index}@a.example`,
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403 || status === 409)).toHaveLength(19);
    expect((await site.store.list({ collection: "users", limit: 100 })).documents).toHaveLength(1);
  });
});

describe("an invitation", () => {
  it("makes one account, and no second", async () => {
    const admin = await openWithAdmin();
    const invitation = await invite(admin);
    const member = createBrowser("198.51.100.1");
    expect((await signUp(member, "member@a.example", { invitation })).status).toBe(200);
    expect(await who(member)).toMatchObject({ role: "member" });
    expect(await readProblem(await signUp(createBrowser(), "third@a.example", { invitation }))).toMatchObject(
      { status: 403 },
    );
    expect(await readWholeStore(site.store)).not.toContain(invitation);
  });

  it("makes one account when ten use it at once", async () => {
    const admin = await openWithAdmin();
    const invitation = await invite(admin);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        signUp(createBrowser(`198.51.100.${index}`), `m${index}@a.example`, { invitation }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await site.store.list({ collection: "users", limit: 100 })).documents).toHaveLength(2);
  });

  it("is no longer good after seven days", async () => {
    const admin = await openWithAdmin();
    const invitation = await invite(admin);
    site.clock.now += 7 * 24 * 60 * 60_000 + 1;
    expect((await signUp(createBrowser(), "late@a.example", { invitation })).status).toBe(403);
  });

  it("for an address is good for that address only", async () => {
    const admin = await openWithAdmin();
    const invitation = await invite(admin, { emails: ["Right@a.example"], role: "admin" });
    expect((await signUp(createBrowser(), "wrong@a.example", { invitation })).status).toBe(403);
    const right = createBrowser();
    expect((await signUp(right, "right@a.example", { invitation })).status).toBe(200);
    expect((await who(right)).role).toBe("admin");
  });
});

describe("who the environment names", () => {
  it("cannot be claimed by typing the address: without mail the set-up link is needed", async () => {
    site = await openSite({ ADMIN_EMAILS: "boss@a.example", ALLOWED_EMAILS: "@a.example" });
    expect((await signUp(createBrowser(), "boss@a.example")).status).toBe(403);
    expect((await signUp(createBrowser(), "anybody@a.example")).status).toBe(403);
    const { setupLinks } = await site.services.accounts.prepareAdmins();
    const token = new URL(setupLinks[0] ?? "").searchParams.get("invitation") ?? "";
    expect((await signUp(createBrowser(), "other@a.example", { invitation: token })).status).toBe(403);
    const boss = createBrowser();
    expect((await signUp(boss, "boss@a.example", { invitation: token })).status).toBe(200);
    expect((await who(boss)).role).toBe("admin");
    expect((await site.services.accounts.prepareAdmins()).setupLinks).toEqual([]);
  });
});

describe("signing in", () => {
  it("answers alike for an unknown address and a wrong password", async () => {
    await openWithAdmin();
    const wrong = await signIn(createBrowser("192.0.2.1"), "admin@a.example", "not the password");
    const unknown = await signIn(createBrowser("192.0.2.2"), "nobody@a.example", "not the password");
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(await wrong.text()).toBe(await unknown.text());
  });

  it("answers a sign-up with a taken address like one that may not sign up", async () => {
    await openWithAdmin();
    const taken = await signUp(createBrowser(), "admin@a.example");
    const refused = await signUp(createBrowser(), "nobody@a.example");
    expect(await taken.text()).toBe(await refused.text());
  });

  it("waits longer and longer after five failures, for the account and for the client", async () => {
    await openWithAdmin();
    const guess = (address: string, email: string) => signIn(createBrowser(address), email, "wrong password");
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await guess(`192.0.2.${attempt}`, "admin@a.example")).status).toBe(401);
    const waiting = await signIn(createBrowser("192.0.2.99"), "admin@a.example");
    expect(waiting.status).toBe(429);
    expect(waiting.headers.get("retry-after")).toBe("15");
    site.clock.now += 15_000;
    expect((await guess("192.0.2.98", "admin@a.example")).status).toBe(401);
    expect((await guess("192.0.2.97", "admin@a.example")).headers.get("retry-after")).toBe("30");
    for (let attempt = 0; attempt < 5; attempt += 1) await guess("192.0.2.200", `nobody${attempt}@a.example`);
    expect((await guess("192.0.2.200", "nobody9@a.example")).status).toBe(429);
  });

  it("lets no more guesses pass at once than in a row", async () => {
    await openWithAdmin();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        signIn(createBrowser(`192.0.2.${index}`), "admin@a.example", "wrong password"),
      ),
    );
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5);
  });

  it("forgets an account's failures after a right password, and a client's not", async () => {
    await openWithAdmin();
    const browser = createBrowser("192.0.2.1");
    for (let attempt = 0; attempt < 4; attempt += 1)
      await signIn(browser, "admin@a.example", "wrong password");
    expect((await signIn(browser, "admin@a.example")).status).toBe(200);
    const other = createBrowser("192.0.2.1");
    expect((await signIn(other, "admin@a.example", "wrong password")).status).toBe(401);
    expect((await signIn(other, "admin@a.example", "wrong password")).status).toBe(429);
    expect((await signIn(createBrowser("192.0.2.2"), "admin@a.example")).status).toBe(200);
  });
});

describe("a session", () => {
  const forged = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D";

  it("is not what somebody made up or changed", async () => {
    const admin = await openWithAdmin();
    const member = await addMember(admin);
    for (const cookie of [
      "",
      "sextant.session_token=",
      `sextant.session_token=${forged}`,
      "sextant.session_token=../x",
      `sextant.session_token=${"x".repeat(10_000)}`,
    ]) {
      expect((await createBrowser().call(account.GET, { headers: { cookie } })).status).toBe(401);
    }
    const data = Buffer.from(member.jar.get("sextant.session_data") ?? "", "base64url").toString();
    expect(data).toContain('"role":"member"');
    const promoted = Buffer.from(data.replace('"role":"member"', '"role":"admin"')).toString("base64url");
    const cookie = `sextant.session_token=${member.jar.get("sextant.session_token") ?? ""}; sextant.session_data=${promoted}`;
    const answer = (await (
      await createBrowser().call(account.GET, { headers: { cookie } })
    ).json()) as AccountReply;
    expect(answer.role).toBe("member");
  });

  it("keeps its cookies from scripts and other sites", async () => {
    site = await openSite();
    const cookies = (await signUp(createBrowser(), "admin@a.example")).headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    expect(
      cookies.every(
        (cookie) => /HttpOnly/i.test(cookie) && /SameSite=Lax/i.test(cookie) && /Path=\//.test(cookie),
      ),
    ).toBe(true);
  });

  it("has cookies of this host and of https alone where the site is on https", async () => {
    site = await openSite({ AUTH_URL: "https://chat.example" });
    const browser = createBrowser("203.0.113.7", "https://chat.example");
    const cookies = (await signUp(browser, "admin@a.example")).headers.getSetCookie();
    expect(
      cookies.every(
        (cookie) => cookie.startsWith("__Host-sextant") && /Secure/i.test(cookie) && !/Domain/i.test(cookie),
      ),
    ).toBe(true);
    expect((await browser.call(account.GET)).status).toBe(200);
  });

  it("ends everywhere by signing out, also for a copy of the cookie", async () => {
    const admin = await openWithAdmin();
    const copy = createBrowser();
    for (const [name, value] of admin.jar) copy.jar.set(name, value);
    expect((await copy.call(account.GET)).status).toBe(200);
    await admin.auth(auth, "sign-out");
    expect([...admin.jar.keys()].filter((name) => !name.includes("-device-"))).toEqual([]);
    expect((await copy.call(account.GET)).status).toBe(401);
  });

  it("ends with all others by signing out everywhere", async () => {
    const admin = await openWithAdmin();
    const second = createBrowser();
    await signIn(second, "admin@a.example");
    expect((await second.call(everywhere.POST, { method: "POST" })).status).toBe(204);
    expect((await admin.call(account.GET)).status).toBe(401);
  });

  it("ends with all others but a new one when the password changes", async () => {
    const admin = await openWithAdmin();
    const second = createBrowser();
    await signIn(second, "admin@a.example");
    const wrong = await admin.auth(auth, "change-password", {
      currentPassword: "not this one",
      newPassword: "another password",
    });
    expect(await readProblem(wrong)).toMatchObject({
      status: 400,
      fields: { currentPassword: expect.any(String) },
    });
    expect(
      (
        await admin.auth(auth, "change-password", {
          currentPassword: password,
          newPassword: "another password",
        })
      ).status,
    ).toBe(200);
    expect((await admin.call(account.GET)).status).toBe(200);
    expect((await second.call(account.GET)).status).toBe(401);
    expect((await signIn(createBrowser("192.0.2.50"), "admin@a.example")).status).toBe(401);
    expect((await signIn(createBrowser("192.0.2.51"), "admin@a.example", "another password")).status).toBe(
      200,
    );
  });

  it("ends when the person is disabled, within five seconds everywhere, and no new one begins", async () => {
    const admin = await openWithAdmin();
    const member = await addMember(admin);
    const { id } = await who(member);
    const disabled = await admin.call(person.PATCH, {
      method: "PATCH",
      body: { isDisabled: true },
      params: { id },
    });
    expect(await disabled.json()).toMatchObject({ isDisabled: true });
    site.clock.now += 5_000;
    for (const minutes of [0, 10]) {
      site.clock.now += minutes * 60_000;
      const refused = await readProblem(await member.call(account.GET));
      expect(refused).toMatchObject({ status: 401, code: "unauthenticated", reason: "disabled" });
    }
    expect(await site.services.auth.isStillAllowed(id)).toBe(false);
    expect((await signIn(createBrowser(), "member@a.example")).status).toBe(403);
    await admin.call(person.PATCH, { method: "PATCH", body: { isDisabled: false }, params: { id } });
    const ended = await readProblem(await member.call(account.GET));
    expect([ended["status"], ended["reason"]]).toEqual([401, undefined]);
    expect((await signIn(createBrowser(), "member@a.example")).status).toBe(200);
    expect(await site.services.auth.isStillAllowed(id)).toBe(true);
  });

  it("carries a new role at once", async () => {
    const admin = await openWithAdmin();
    const member = await addMember(admin);
    const { id } = await who(member);
    expect((await member.call(people.GET)).status).toBe(403);
    await admin.call(person.PATCH, { method: "PATCH", body: { role: "admin" }, params: { id } });
    expect((await who(member)).role).toBe("admin");
    expect((await member.call(people.GET)).status).toBe(200);
  });

  it("reads the store once in a while, not with every request", async () => {
    const admin = await openWithAdmin();
    await who(admin);
    const { documents } = await site.store.list({ collection: "auth-sessions", limit: 10 });
    for (const { path } of documents) await site.store.delete(path);
    expect((await admin.call(account.GET)).status).toBe(200);
    expect((await admin.call(people.GET)).status).toBe(401);
  });
});
