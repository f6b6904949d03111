import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as person from "@/app/api/admin/people/[id]/reset-link/route";
import * as auth from "@/app/api/auth/[...path]/route";
import type { LinkReply } from "@/lib/features/accounts/shape/accounts";
import { addAdmin, readProblem, signIn, signUp, who } from "@/tests/support/account-steps";
import {
  createBrowser,
  openSite,
  password,
  type Browser,
  type Site,
} from "@/tests/support/accounts-services";
import { startMailServer, type MailServer } from "@/tests/support/mail-server";
import { readWholeStore } from "@/tests/support/scan-store";

let mail: MailServer;
let site: Site;
beforeEach(async () => void (mail = await startMailServer()));
afterEach(async () => {
  await site.dispose();
  await mail.close();
});

/** An administrator who has shown by mail that the address is theirs. */
async function join(): Promise<{ admin: Browser; id: string }> {
  const admin = createBrowser();
  await signUp(admin, "admin@a.example");
  await admin.call(auth.GET, {
    params: { path: ["verify-email"] },
    query: (await mail.next()).links[0]?.search ?? "",
  });
  expect((await signIn(admin, "admin@a.example")).status).toBe(200);
  return { admin, id: (await who(admin)).id };
}
const makeLink = (admin: Browser, id: string) => admin.call(person.POST, { method: "POST", params: { id } });
const listActs = async () =>
  (await site.services.accounts.listAudit({ limit: 50 })).entries.map(({ act, detail }) => [act, detail]);

describe("M5: a link that resets a password", () => {
  it("goes to the person by mail, is not shown to the administrator, and stands in the log", async () => {
    site = await openSite(mail.env);
    const { admin, id } = await join();
    const reply = (await (await makeLink(admin, id)).json()) as LinkReply;
    expect(reply).toMatchObject({ link: null, isSent: true });
    const { to, links } = await mail.next();
    expect([to[0], links[0]?.pathname]).toEqual(["admin@a.example", "/reset-password"]);
    expect(await listActs()).toContainEqual(["reset_link_made", "mailed"]);
    const token = links[0]?.searchParams.get("token") ?? "";
    expect(await readWholeStore(site.store)).not.toContain(token);
  });

  it("is not shown either when the mail server is away", async () => {
    site = await openSite(mail.env);
    const { admin, id } = await join();
    await mail.close();
    const answer = await makeLink(admin, id);
    expect(answer.status).toBe(500);
    expect((await readProblem(answer)).detail).toContain("mail could not be sent");
  });

  it("is shown without mail, and stands in the log", async () => {
    site = await openSite();
    const admin = await addAdmin();
    const reply = (await (await makeLink(admin, (await who(admin)).id)).json()) as LinkReply;
    expect(reply).toMatchObject({ link: expect.stringContaining("/reset-password?token="), isSent: false });
    expect(await listActs()).toContainEqual(["reset_link_made", "shown"]);
  });
});

describe("M5: the owner of an account is told by mail", () => {
  it("of a changed password", async () => {
    site = await openSite(mail.env);
    const { admin } = await join();
    const body = { currentPassword: password, newPassword: "another password" };
    expect((await admin.auth(auth, "change-password", body)).status).toBe(200);
    expect((await mail.next()).links[0]?.pathname).toBe("/forgot-password");
    expect(await listActs()).toContainEqual(["password_changed", null]);
  });

  it("of a password that a link reset", async () => {
    site = await openSite(mail.env);
    const { admin, id } = await join();
    await makeLink(admin, id);
    const token = (await mail.next()).links[0]?.searchParams.get("token");
    await createBrowser().auth(auth, "reset-password", { token, newPassword: "another password" });
    expect((await mail.next()).links[0]?.pathname).toBe("/forgot-password");
    expect(await listActs()).toContainEqual(["password_reset", null]);
  });

  it("of a session in a browser not seen before, and of no other", async () => {
    site = await openSite(mail.env);
    const { admin } = await join();
    await admin.auth(auth, "sign-out");
    expect((await signIn(admin, "admin@a.example")).status).toBe(200);
    await site.services.settleBackground();
    expect(mail.count()).toBe(1);
    expect((await signIn(createBrowser("192.0.2.9"), "admin@a.example")).status).toBe(200);
    expect((await mail.next()).links[0]?.pathname).toBe("/account");
    expect(mail.count()).toBe(2);
  });
});
