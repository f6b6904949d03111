import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import * as account from "@/app/api/account/route";
import * as person from "@/app/api/admin/people/[id]/route";
import * as siteRecord from "@/app/api/admin/site/route";
import * as auth from "@/app/api/auth/[...path]/route";
import { authPaths, toProviderKey } from "@/lib/features/accounts/auth/auth-paths";
import { paths } from "@/lib/data/paths";
import { parseEnv } from "@/lib/env";
import { unchangedSite } from "@/lib/features/site/shape";
import { createServices } from "@/lib/server/create-services";
import type { AccountReply } from "@/lib/features/accounts/shape/accounts";
import type { Problem } from "@/lib/protocol/problem";
import {
  createBrowser,
  openSite,
  password,
  serve,
  siteUrl,
  type Browser,
  type Site,
} from "@/tests/support/accounts-services";
import { invite } from "@/tests/support/account-steps";
import { readWholeStore } from "@/tests/support/scan-store";
import { startMailServer } from "@/tests/support/mail-server";
import { startOidcServer, visitProvider, type OidcServer } from "@/tests/support/oidc-server";

let provider: OidcServer;
let site: Site;
beforeEach(async () => void (provider = await startOidcServer(siteUrl)));
afterEach(async () => {
  await site.dispose();
  await provider.close();
});

const who = async (browser: Browser) => (await (await browser.call(account.GET)).json()) as AccountReply;

async function start(browser: Browser, more: object = {}): Promise<URL> {
  const { url } = (await (
    await browser.auth(auth, "sign-in/social", { provider: "oidc", ...more })
  ).json()) as { url: string };
  return new URL(url);
}

/** The whole way: to the provider, through it, and back with what it gave. */
async function signIn(browser: Browser, more: object = {}): Promise<string> {
  const back = await visitProvider((await start(browser, more)).href, siteUrl);
  const answer = await browser.call(auth.GET, { params: { path: ["callback", "oidc"] }, query: back.search });
  expect(answer.status).toBe(302);
  return answer.headers.get("location") ?? "";
}

const anybody = { ALLOWED_EMAILS: "@a.example" };

/** The same site, set up for another provider. */
async function changeProvider(person: OidcServer["person"]): Promise<void> {
  await provider.close();
  provider = await startOidcServer(siteUrl);
  provider.person = person;
  const { store, blobs, clock } = site;
  const env = parseEnv({
    ...{ LOG_LEVEL: "silent", MEDIAWIKI_URL: "http://127.0.0.1:9", AUTH_URL: siteUrl },
    ...{ AUTH_SECRET: "s".repeat(32), ...provider.env, ...anybody },
  });
  const opened = { openStore: async () => store, openBlobs: async () => blobs, now: () => clock.now };
  serve(await createServices(env, opened));
}

/** Leaves the account under the key that it had before keys named the issuer. */
async function forgetIssuer({ store }: Site, userId: string): Promise<void> {
  const [account] = (await store.list({ collection: authPaths.accounts(userId), limit: 9 })).documents;
  if (account === undefined) throw new Error("There is no account.");
  const key = toProviderKey("oidc", "sub-1");
  await store.batch([
    { kind: "delete", path: account.path },
    { kind: "delete", path: authPaths.providerByKey(account.id) },
    { kind: "create", path: authPaths.account(userId, key), data: account.data },
    { kind: "create", path: authPaths.providerByKey(key), data: { userId } },
  ]);
}

describe("signing in by a provider", () => {
  it("makes the account the first time and finds it the next", async () => {
    site = await openSite(provider.env);
    const browser = createBrowser();
    expect(await signIn(browser, { callbackURL: "/c/abc?x=1" })).toBe("/c/abc?x=1");
    const first = await who(browser);
    expect(first).toMatchObject({
      role: "admin",
      email: "oidc@a.example",
      name: "Olive",
      hasPassword: false,
    });
    const again = createBrowser();
    expect(await signIn(again)).toBe("/");
    expect((await who(again)).id).toBe(first.id);
    expect(await readWholeStore(site.store)).not.toMatch(/accessToken|idToken|refreshToken/);
  });

  it("proves itself to the provider with a challenge of its own each time", async () => {
    site = await openSite(provider.env);
    const [one, other] = [await start(createBrowser()), await start(createBrowser())];
    expect(one.searchParams.get("code_challenge_method")).toBe("S256");
    expect(one.searchParams.get("code_challenge")).not.toBe(other.searchParams.get("code_challenge"));
    expect(one.searchParams.get("nonce")).toBeTruthy();
  });

  it("L3: leaves nothing in the store when it is only begun", async () => {
    site = await openSite(provider.env);
    const before = await readWholeStore(site.store);
    for (let asked = 0; asked < 5; asked += 1) await start(createBrowser());
    expect(await readWholeStore(site.store)).toBe(before);
  });

  it("L9: takes who has the same number at another issuer for somebody else", async () => {
    site = await openSite({ ...provider.env, ...anybody });
    const first = createBrowser();
    await signIn(first);
    const { id } = await who(first);
    const other = createBrowser();
    await changeProvider({ ...provider.person, email: "other@a.example" });
    expect(await signIn(other)).toBe("/");
    expect(await who(other)).toMatchObject({ email: "other@a.example", id: expect.not.stringMatching(id) });
  });

  it("L9: opens an account of before for the issuer that made it, and for no later one", async () => {
    site = await openSite({ ...provider.env, ...anybody });
    const first = createBrowser();
    await signIn(first);
    const { id } = await who(first);
    await forgetIssuer(site, id);
    const again = createBrowser();
    await signIn(again);
    expect((await who(again)).id).toBe(id);
    await changeProvider({ ...provider.person, email: "other@a.example" });
    const other = createBrowser();
    await signIn(other);
    expect((await who(other)).email).toBe("other@a.example");
  });

  it("lets in whose proven address is allowed, and nobody else", async () => {
    site = await openSite({ ...provider.env, ALLOWED_EMAILS: "@a.example", ADMIN_EMAILS: "boss@b.example" });
    provider.person = { ...provider.person, email_verified: false };
    expect(await signIn(createBrowser())).toBe("/sign-in?error=sign_up_refused");
    provider.person = { ...provider.person, sub: "sub-2", email: "x@b.example", email_verified: true };
    expect(await signIn(createBrowser())).toBe("/sign-in?error=sign_up_refused");
    provider.person = { ...provider.person, sub: "sub-3", email: "ok@a.example" };
    const allowed = createBrowser();
    expect(await signIn(allowed)).toBe("/");
    expect((await who(allowed)).role).toBe("member");
    provider.person = { ...provider.person, sub: "sub-4", email: "boss@b.example" };
    const boss = createBrowser();
    await signIn(boss);
    expect((await who(boss)).role).toBe("admin");
  });

  it("takes an invitation along", async () => {
    site = await openSite(provider.env);
    const admin = createBrowser();
    await admin.auth(auth, "sign-up/email", { name: "A", email: "admin@a.example", password });
    const invitation = await invite(admin);
    expect(await signIn(createBrowser())).toBe("/sign-in?error=sign_up_refused");
    const member = createBrowser();
    expect(await signIn(member, { invitation })).toBe("/");
    expect((await who(member)).role).toBe("member");
  });

  it("keeps when somebody new accepted the terms of the site, and makes no account without", async () => {
    site = await openSite({ ...provider.env, ...anybody });
    const admin = createBrowser();
    await admin.auth(auth, "sign-up/email", { name: "A", email: "admin@a.example", password });
    const body = { version: 0, site: { ...unchangedSite.site, terms: "Be kind." } };
    expect((await admin.call(siteRecord.PUT, { method: "PUT", body })).status).toBe(200);
    expect(await signIn(createBrowser())).toBe("/sign-in?error=terms_needed");
    const member = createBrowser();
    expect(await signIn(member, { acceptsTerms: true })).toBe("/");
    const record = await site.store.find(paths.person((await who(member)).id));
    expect(record?.data["acceptedTermsAt"]).toBe(site.clock.now);
    expect(await signIn(createBrowser())).toBe("/");
  });

  it("does not open an account whose address nobody has shown to be theirs", async () => {
    site = await openSite(provider.env);
    await createBrowser().auth(auth, "sign-up/email", { name: "A", email: "oidc@a.example", password });
    expect(await signIn(createBrowser())).toBe("/sign-in?error=account_not_linked");
  });

  it("M5, L15: joins an account when both sides have proven the address, and its owner is told by mail", async () => {
    const mail = await startMailServer();
    onTestFinished(() => mail.close());
    site = await openSite({ ...provider.env, ...mail.env });
    const browser = createBrowser();
    const account = { name: "A", email: "oidc@a.example", password };
    await browser.auth(auth, "sign-up/email", account);
    const query = (await mail.next()).links[0]?.search ?? "";
    await browser.call(auth.GET, { params: { path: ["verify-email"] }, query });
    await browser.auth(auth, "sign-in/email", { email: account.email, password });
    const { id } = await who(browser);
    expect(await signIn(browser)).toBe("/");
    expect((await who(browser)).id).toBe(id);
    expect((await mail.next()).links[0]?.pathname).toBe("/account");
    const { entries } = await site.services.accounts.listAudit({ limit: 50, act: "provider_joined" });
    expect(entries).toMatchObject([{ actor: { id }, detail: "oidc" }]);
    expect(await signIn(browser)).toBe("/");
    await site.services.settleBackground();
    expect(mail.count()).toBe(2);
  });

  it("does not let in who is disabled", async () => {
    site = await openSite(provider.env);
    const admin = createBrowser();
    await admin.auth(auth, "sign-up/email", { name: "A", email: "admin@a.example", password });
    const invitation = await invite(admin);
    const member = createBrowser();
    await signIn(member, { invitation });
    const { id } = await who(member);
    await admin.call(person.PATCH, { method: "PATCH", body: { isDisabled: true }, params: { id } });
    expect(await signIn(createBrowser())).toBe("/sign-in?error=account_disabled");
  });
});

describe("coming back from a provider", () => {
  it("is refused in another browser than the one that went", async () => {
    site = await openSite(provider.env);
    const back = await visitProvider((await start(createBrowser())).href, siteUrl);
    const victim = createBrowser();
    const answer = await victim.call(auth.GET, {
      params: { path: ["callback", "oidc"] },
      query: back.search,
    });
    expect(answer.headers.get("location")).toBe("/sign-in?error=state_mismatch");
    expect((await victim.call(account.GET)).status).toBe(401);
  });

  it.each([
    "?error=access_denied&error_description=Visit%20evil.example",
    "?state=../x&code=1",
    "?code=1",
    "",
    "?state=__proto__&code=' OR 1=1",
  ])("with %j leads to the sign-in page with a code", async (query) => {
    site = await openSite(provider.env);
    const answer = await createBrowser().call(auth.GET, { params: { path: ["callback", "oidc"] }, query });
    expect(answer.headers.get("location")).toMatch(/^\/sign-in\?error=[a-z_]+$/);
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "/ x",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
  ])("never leads to %j", async (callbackURL) => {
    site = await openSite(provider.env);
    const answer = await createBrowser().auth(auth, "sign-in/social", { provider: "oidc", callbackURL });
    expect(((await answer.json()) as Problem).fields).toHaveProperty("callbackURL");
  });
});

describe("a provider that does not answer", () => {
  it("is said to be away, and stands in nobody else's way", async () => {
    site = await openSite({ ...provider.env, OIDC_ISSUER: "http://127.0.0.1:9" });
    const browser = createBrowser();
    const answer = await browser.auth(auth, "sign-in/social", { provider: "oidc" });
    expect(((await answer.json()) as Problem).code).toBe("timeout");
    expect(
      (await browser.auth(auth, "sign-up/email", { name: "A", email: "a@a.example", password })).status,
    ).toBe(200);
  });

  it("is not offered where it is not set up", async () => {
    site = await openSite();
    expect((await createBrowser().auth(auth, "sign-in/social", { provider: "oidc" })).status).toBe(404);
    expect((await createBrowser().auth(auth, "sign-in/social", { provider: "github" })).status).toBe(400);
  });
});
