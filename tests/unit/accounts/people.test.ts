import { afterEach, describe, expect, it } from "vitest";
import * as account from "@/app/api/account/route";
import * as address from "@/app/api/account/address/route";
import * as invitations from "@/app/api/admin/invitations/route";
import * as resend from "@/app/api/admin/invitations/[id]/resend/route";
import * as people from "@/app/api/admin/people/route";
import * as person from "@/app/api/admin/people/[id]/route";
import * as newAddress from "@/app/api/admin/people/[id]/address/route";
import * as session from "@/app/api/admin/people/[id]/sessions/[sessionId]/route";
import * as signOut from "@/app/api/admin/people/[id]/sign-out/route";
import * as signUpRoute from "@/app/api/admin/sign-up/route";
import * as auth from "@/app/api/auth/[...path]/route";
import type {
  InvitationsReply,
  LinkReply,
  PeopleReply,
  PersonReply,
} from "@/lib/features/accounts/shape/accounts";
import {
  addAdmin,
  addMember,
  inviteAll,
  readProblem,
  signIn,
  signUp,
  toToken,
  who,
} from "@/tests/support/account-steps";
import { createBrowser, openSite, type Browser, type Site } from "@/tests/support/accounts-services";
import { createProjectId, findSharedEmulator } from "@/tests/support/find-emulator";
import { startMailServer, type MailServer } from "@/tests/support/mail-server";

const emulator = await findSharedEmulator();
const places = [
  { name: "the embedded store", toEnv: (): Record<string, string> => ({}) },
  ...(emulator === null
    ? []
    : [
        {
          name: "Firestore",
          toEnv: (): Record<string, string> => ({
            FIREBASE_PROJECT_ID: createProjectId(),
            FIRESTORE_EMULATOR_HOST: emulator,
            AUTH_SECRET: "s".repeat(32),
          }),
        },
      ]),
];

let site: Site;
let mail: MailServer | null = null;
afterEach(async () => {
  await site.dispose();
  await mail?.close();
  mail = null;
});

const dayMs = 24 * 60 * 60_000;
const patch = (by: Browser, id: string, body: object) =>
  by.call(person.PATCH, { method: "PATCH", params: { id }, body });
const list = async (by: Browser, query = ""): Promise<PeopleReply> =>
  (await (await by.call(people.GET, { query })).json()) as PeopleReply;
const read = async (by: Browser, id: string): Promise<PersonReply> =>
  (await (await by.call(person.GET, { params: { id } })).json()) as PersonReply;
const choose = (by: Browser, policy: string) => by.call(signUpRoute.PUT, { method: "PUT", body: { policy } });

/** Signs up where mail confirms addresses, and opens the link. */
async function confirm(browser: Browser, email: string, mails: MailServer): Promise<Response> {
  expect(await (await signUp(browser, email)).json()).toEqual({ status: "confirm" });
  const query = (await mails.next()).links[0]?.search ?? "";
  await browser.call(auth.GET, { params: { path: ["verify-email"] }, query });
  return signIn(browser, email);
}

describe.each(places)("inviting many on $name", ({ toEnv }) => {
  it("gives one link for each new address, and says who is here or invited already", async () => {
    site = await openSite(toEnv());
    const admin = await addAdmin();
    await addMember(admin, "here@a.example");
    const twenty = Array.from({ length: 20 }, (_, index) => `p${index}@a.example`);
    const first = await inviteAll(admin, { emails: twenty, role: "operator", days: 3 });
    expect(new Set(first.results.map(({ link }) => link))).toHaveLength(20);
    const { results } = await inviteAll(admin, {
      emails: ["Here@a.example", "p3@a.example", "new@a.example", "new@a.example"],
    });
    expect(results.map(({ email, problem, link }) => [email, problem, link === null])).toEqual([
      ["here@a.example", "member", true],
      ["p3@a.example", "invited", true],
      ["new@a.example", null, false],
    ]);
    const member = createBrowser();
    const invitation = toToken(first.results[3]?.link);
    expect((await signUp(member, "p3@a.example", { invitation })).status).toBe(200);
    expect((await who(member)).role).toBe("operator");
  });

  it("takes none where one address is wrong, and names it", async () => {
    site = await openSite(toEnv());
    const admin = await addAdmin();
    const post = (body: object) => admin.call(invitations.POST, { method: "POST", body });
    const problem = await readProblem(await post({ emails: ["kim@a.example", "max@northwind"] }));
    expect(problem).toMatchObject({ status: 400, fields: { "emails.1": expect.any(String) } });
    for (const days of [0, 31, 1.5]) expect((await post({ days })).status).toBe(400);
    expect(await (await admin.call(invitations.GET)).json()).toMatchObject({ invitations: [] });
    const [short, long] = [await inviteAll(admin, { days: 1 }), await inviteAll(admin, { days: 30 })];
    expect(short.results[0]?.expiresAt).toBe(site.clock.now + dayMs);
    expect(long.results[0]?.expiresAt).toBe(site.clock.now + 30 * dayMs);
  });

  it("is sent again with another link as long as the first, which is no longer good", async () => {
    site = await openSite(toEnv());
    const admin = await addAdmin();
    const { results } = await inviteAll(admin, { emails: ["new@a.example"], days: 2 });
    site.clock.now += 3 * dayMs;
    await signIn(admin, "admin@a.example");
    const { invitations: rows } = (await (await admin.call(invitations.GET)).json()) as InvitationsReply;
    const again = { method: "POST", params: { id: rows[0]?.id ?? "" } };
    const reply = (await (await admin.call(resend.POST, again)).json()) as LinkReply;
    expect(reply.expiresAt).toBe(site.clock.now + 2 * dayMs);
    expect((await admin.call(resend.POST, again)).status).toBe(404);
    const use = (link: string | null | undefined) =>
      signUp(createBrowser(), "new@a.example", { invitation: toToken(link) });
    expect((await use(results[0]?.link)).status).toBe(403);
    expect((await use(reply.link)).status).toBe(200);
    const after = (await (await admin.call(invitations.GET)).json()) as InvitationsReply;
    const used = { method: "POST", params: { id: after.invitations[0]?.id ?? "" } };
    expect((await admin.call(resend.POST, used)).status).toBe(409);
  });
});

describe.each(places)("the list of people on $name", ({ toEnv }) => {
  it("finds by a part of name or address, role and state, with who is invited", async () => {
    site = await openSite(toEnv());
    const admin = await addAdmin();
    site.clock.now += 1;
    const { id } = await who(await addMember(admin, "cara@a.example", "Cara Lindqvist"));
    site.clock.now += 1;
    await addMember(admin, "ben@a.example", "Ben Okafor");
    await inviteAll(admin, { emails: ["fay@a.example"] });
    await patch(admin, id, { isDisabled: true });
    const names = async (query: string) => {
      const reply = await list(admin, query);
      return [...reply.people.map(({ name }) => name), ...reply.invitations.map(({ email }) => email)];
    };
    expect(await names("")).toEqual(["Ben Okafor", "Cara Lindqvist", "Ada"]);
    expect(await names("?state=all")).toEqual(["Ben Okafor", "Cara Lindqvist", "Ada", "fay@a.example"]);
    expect(await names("?search=LINDQ")).toEqual(["Cara Lindqvist"]);
    expect(await names("?search=ben@")).toEqual(["Ben Okafor"]);
    expect(await names("?state=all&search=fay")).toEqual(["fay@a.example"]);
    expect(await names("?state=disabled")).toEqual(["Cara Lindqvist"]);
    expect(await names("?role=admin&state=active")).toEqual(["Ada"]);
    expect(await names("?state=invited&role=member")).toEqual(["fay@a.example"]);
  });

  it("pages through a thousand, and reads no more than that to find one", async () => {
    site = await openSite(toEnv());
    const admin = await addAdmin();
    const records = Array.from({ length: 1_000 }, (_, index) => ({
      kind: "set" as const,
      path: `users/p${String(index).padStart(4, "0")}`,
      data: { name: `Person ${index}`, email: `p${index}@a.example`, role: "member", createdAt: index },
    }));
    for (let at = 0; at < records.length; at += 250) await site.store.batch(records.slice(at, at + 250));
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: PeopleReply = await list(
        admin,
        `?state=all&limit=100&cursor=${encodeURIComponent(cursor)}`.replace(/&cursor=$/, ""),
      );
      seen.push(...page.people.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect(new Set(seen)).toHaveLength(1_001);
    expect(seen).toHaveLength(1_001);
    const found = await list(admin, "?search=person 77&role=member");
    expect(found.people.map(({ name }) => name)).toContain("Person 77");
  });
});

describe.each(places)("a person's page on $name", ({ toEnv }) => {
  it("signs out of one place or of all", async () => {
    site = await openSite(toEnv());
    const admin = await addAdmin();
    const first = await addMember(admin);
    const second = createBrowser("192.0.2.9");
    await signIn(second, "member@a.example");
    const { id } = await who(first);
    const { sessions } = await read(admin, id);
    expect(sessions).toHaveLength(2);
    const end = (sessionId: string) =>
      admin.call(session.DELETE, { method: "DELETE", params: { id, sessionId } });
    site.clock.now += 1;
    expect((await end(sessions[0]?.id ?? "")).status).toBe(204);
    expect((await end(sessions[0]?.id ?? "")).status).toBe(404);
    site.clock.now += 5_000;
    const statuses = async () =>
      [await first.call(account.GET), await second.call(account.GET)].map(({ status }) => status).sort();
    expect(await statuses()).toEqual([200, 401]);
    expect((await admin.call(signOut.POST, { method: "POST", params: { id } })).status).toBe(204);
    site.clock.now += 5_000;
    expect(await statuses()).toEqual([401, 401]);
    const { entries } = await site.services.accounts.listAudit({ limit: 2 });
    expect(entries).toMatchObject([
      { act: "signed_out_everywhere", actor: { name: "Ada" }, target: { id } },
      { act: "session_ended", actor: { name: "Ada" }, target: { id } },
    ]);
  });

  it("deletes the account as the person would, and the audit log keeps who did it", async () => {
    site = await openSite(toEnv());
    const admin = await addAdmin();
    const member = await addMember(admin);
    const { id } = await who(member);
    const remove = (by: Browser, of: string, email: string) =>
      by.call(person.DELETE, { method: "DELETE", params: { id: of }, body: { email } });
    expect(await readProblem(await remove(admin, id, "wrong@a.example"))).toMatchObject({
      ...{ status: 400, fields: { email: expect.any(String) } },
    });
    expect((await remove(admin, id, "Member@a.example")).status).toBe(204);
    expect((await remove(admin, id, "member@a.example")).status).toBe(404);
    expect((await patch(admin, id, { role: "admin" })).status).toBe(404);
    expect((await member.call(account.GET)).status).toBe(401);
    expect((await signIn(createBrowser(), "member@a.example")).status).toBe(401);
    const { entries } = await site.services.accounts.listAudit({ limit: 50, act: "account_deleted" });
    expect(entries).toMatchObject([{ actor: { name: "Ada" }, target: { id, name: null } }]);
    const self = (await who(admin)).id;
    expect((await remove(admin, self, "admin@a.example")).status).toBe(409);
    expect((await patch(admin, self, { isDisabled: true })).status).toBe(409);
    expect((await patch(admin, self, { role: "member" })).status).toBe(409);
  });

  it("tells the second of two administrators that the first was faster", async () => {
    site = await openSite(toEnv());
    const admin = await addAdmin();
    const { id } = await who(await addMember(admin));
    const seen = { role: "member", isDisabled: false, quota: {} };
    expect((await patch(admin, id, { role: "operator", seen })).status).toBe(200);
    expect((await patch(admin, id, { quota: { centsPerDay: 5 }, seen })).status).toBe(200);
    for (const change of [{ role: "auditor" }, { quota: { centsPerDay: 9 } }])
      expect(await readProblem(await patch(admin, id, { ...change, seen }))).toMatchObject({
        ...{ status: 409, reason: "changed" },
      });
    const { person: row } = await read(admin, id);
    expect(row).toMatchObject({ role: "operator", overrides: { centsPerDay: 5 } });
  });
});

describe("another address", () => {
  const change = (by: Browser, id: string, email: string) =>
    by.call(newAddress.PUT, { method: "PUT", params: { id }, body: { email } });
  const open = (by: Browser, token: string) => by.call(address.PUT, { method: "PUT", body: { token } });

  it("holds at once without mail, and is refused where somebody has it", async () => {
    site = await openSite();
    const admin = await addAdmin();
    const { id } = await who(await addMember(admin));
    expect(await readProblem(await change(admin, id, "admin@a.example"))).toMatchObject({
      ...{ status: 409, code: "already_exists", fields: { email: expect.any(String) } },
    });
    expect(await (await change(admin, id, "Mo@b.example")).json()).toEqual({ isSent: false });
    expect((await signIn(createBrowser("192.0.2.1"), "member@a.example")).status).toBe(401);
    expect((await signIn(createBrowser("192.0.2.2"), "mo@b.example")).status).toBe(200);
    // The old one is free again.
    await addMember(admin, "member@a.example");
  });

  it("with mail holds once the person confirms it, and nobody else can", async () => {
    mail = await startMailServer();
    site = await openSite({ ...mail.env, ALLOWED_EMAILS: "@a.example" });
    const [admin, member, other] = [createBrowser(), createBrowser(), createBrowser()];
    for (const [browser, email] of [
      [admin, "admin@a.example"],
      [member, "mo@a.example"],
      [other, "li@a.example"],
    ] as const)
      expect((await confirm(browser, email, mail)).status).toBe(200);
    const { id } = await who(member);
    expect(await (await change(admin, id, "mo@b.example")).json()).toEqual({ isSent: true });
    await site.services.settleBackground();
    const mails = [await mail.next(), await mail.next()];
    expect(mails.map(({ to }) => to[0]).sort()).toEqual(["mo@a.example", "mo@b.example"]);
    const link = mails.find(({ to }) => to[0] === "mo@b.example")?.links[0];
    const token = link?.searchParams.get("token") ?? "";
    expect((await who(member)).email).toBe("mo@a.example");
    expect((await open(other, token)).status).toBe(400);
    expect((await open(member, token)).status).toBe(204);
    expect((await open(member, token)).status).toBe(400);
    expect((await who(member)).email).toBe("mo@b.example");
    expect((await signIn(createBrowser("192.0.2.1"), "mo@b.example")).status).toBe(200);
  });
});

describe.each(places)("signing up without an invitation on $name", ({ toEnv }) => {
  it("waits for approval where an administrator wants to see who comes", async () => {
    mail = await startMailServer();
    site = await openSite({ ...toEnv(), ...mail.env, ALLOWED_EMAILS: "@a.example" });
    const [admin, late] = [createBrowser(), createBrowser("192.0.2.1")];
    await confirm(admin, "admin@a.example", mail);
    expect((await choose(admin, "approval")).status).toBe(200);
    expect(await readProblem(await confirm(late, "late@a.example", mail))).toMatchObject({
      ...{ status: 403, reason: "waiting" },
    });
    expect((await late.call(account.GET)).status).toBe(401);
    expect(await (await admin.call(signUpRoute.GET)).json()).toEqual({
      ...{ policy: "approval", isBounded: false, waiting: 1 },
    });
    const [waiting] = (await list(admin, "?state=waiting")).people;
    expect(waiting).toMatchObject({ email: "late@a.example", isWaiting: true });
    expect((await patch(admin, waiting?.id ?? "", { isDisabled: false })).status).toBe(200);
    expect((await mail.next()).to).toEqual(["late@a.example"]);
    expect((await signIn(late, "late@a.example")).status).toBe(200);
    expect(await (await admin.call(signUpRoute.GET)).json()).toMatchObject({ waiting: 0 });
    const { entries } = await site.services.accounts.listAudit({ limit: 50, act: "person_approved" });
    expect(entries).toMatchObject([{ actor: { name: "Ada" }, target: { id: waiting?.id } }]);
    // An invitation is an approval.
    const { results } = await inviteAll(admin, { emails: ["guest@b.example"] });
    expect(results).toMatchObject([{ isSent: true }]);
    const token = (await mail.next()).links[0]?.searchParams.get("invitation");
    const guest = await signUp(createBrowser("192.0.2.2"), "guest@b.example", { invitation: token });
    expect(await guest.json()).toEqual({ status: "signed_in" });
  });

  it("ends where invitations alone count, and the environment stays the outer bound", async () => {
    mail = await startMailServer();
    site = await openSite({ ...toEnv(), ...mail.env, ALLOWED_EMAILS: "@a.example" });
    const admin = createBrowser();
    await confirm(admin, "admin@a.example", mail);
    await choose(admin, "invitation");
    expect((await signUp(createBrowser("192.0.2.1"), "late@a.example")).status).toBe(403);
    await choose(admin, "open");
    expect((await signUp(createBrowser("192.0.2.2"), "late@b.example")).status).toBe(403);
    expect((await signUp(createBrowser("192.0.2.3"), "late@a.example")).status).toBe(200);
  });
});
