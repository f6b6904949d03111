import { afterEach, describe, expect, it } from "vitest";
import * as account from "@/app/api/account/route";
import * as exported from "@/app/api/account/export/route";
import * as invitations from "@/app/api/admin/invitations/route";
import * as invitation from "@/app/api/admin/invitations/[id]/route";
import * as person from "@/app/api/admin/people/[id]/route";
import * as resetLink from "@/app/api/admin/people/[id]/reset-link/route";
import * as chat from "@/app/api/chat/route";
import * as memories from "@/app/api/memories/route";
import type { InvitationsReply } from "@/lib/features/accounts/shape/accounts";
import { addAdmin, addMember, invite, readProblem, signIn, signUp, who } from "@/tests/support/account-steps";
import {
  createBrowser,
  openSite,
  password,
  type Browser,
  type Site,
} from "@/tests/support/accounts-services";
import { readWholeStore } from "@/tests/support/scan-store";
import { toQuestion } from "@/tests/support/test-services";

let site: Site;
afterEach(() => site.dispose());

const png =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A conversation with a picture, and a fact. */
async function leaveTraces(browser: Browser): Promise<void> {
  const question = toQuestion("What is 2 + 2?", { conversation: "c1", message: "q1" });
  const parts = [
    ...question.message.parts,
    { type: "file", mediaType: "image/png", url: png, filename: "dot.png" },
  ];
  const answer = await browser.call(chat.POST, {
    method: "POST",
    body: { ...question, message: { ...question.message, parts } },
  });
  expect(answer.status).toBe(200);
  await answer.text();
  expect(
    (await browser.call(memories.POST, { method: "POST", body: { content: "Likes tea" } })).status,
  ).toBeLessThan(300);
}

const remove = (browser: Browser, body: object) => browser.call(account.DELETE, { method: "DELETE", body });

/**
 * For some minutes one record says that cookies of the id are not to be believed; the audit log keeps ids.
 */
const mayKeepId = (line: string) => line.startsWith('["auth/epochs"') || line.startsWith('["audit/');

describe("deleting an account", () => {
  it("leaves nothing that names the person, in no document and no file", async () => {
    site = await openSite();
    const admin = await addAdmin();
    await invite(admin, { emails: ["gone@b.example"] });
    const member = await addMember(admin, "gone@b.example", "Gwendolyn");
    const { id } = await who(member);
    await leaveTraces(member);
    await admin.call(resetLink.POST, { method: "POST", params: { id } });
    expect(await readWholeStore(site.store)).toContain(id);
    expect((await remove(member, { email: "Gone@b.example" })).status).toBe(204);
    const left = await readWholeStore(site.store);
    expect(left.split("\n").filter((line) => line.includes(id) && !mayKeepId(line))).toEqual([]);
    expect(left).not.toMatch(/gone@b\.example|Gwendolyn|Likes tea/);
    expect((await site.blobs.list({ limit: 100 })).blobs).toEqual([]);
    expect((await member.call(account.GET)).status).toBe(401);
    expect((await signIn(createBrowser("192.0.2.1"), "gone@b.example")).status).toBe(401);
    const back = createBrowser("192.0.2.2");
    expect((await signUp(back, "gone@b.example", { invitation: await invite(admin) })).status).toBe(200);
    expect((await who(back)).id).not.toBe(id);
  });

  it("keeps what other people have, and the invitations that the person made", async () => {
    site = await openSite();
    const admin = await addAdmin();
    const member = await addMember(admin);
    await leaveTraces(member);
    const { id } = await who(member);
    await admin.call(person.PATCH, { method: "PATCH", body: { role: "admin" }, params: { id } });
    const token = await invite(admin);
    expect((await remove(admin, { email: "admin@a.example" })).status).toBe(204);
    expect(await readWholeStore(site.store)).toContain("Likes tea");
    expect((await signUp(createBrowser("192.0.2.3"), "new@a.example", { invitation: token })).status).toBe(
      200,
    );
  });

  it("is refused for another address, for the last administrator and without the password after ten minutes", async () => {
    site = await openSite();
    const admin = await addAdmin();
    const member = await addMember(admin);
    expect(await readProblem(await remove(member, { email: "other@a.example" }))).toMatchObject({
      fields: { email: expect.any(String) },
    });
    expect((await remove(admin, { email: "admin@a.example" })).status).toBe(409);
    expect((await admin.call(account.GET)).status).toBe(200);
    site.clock.now += 11 * 60_000;
    expect(await readProblem(await remove(member, { email: "member@a.example" }))).toMatchObject({
      fields: { password: expect.any(String) },
    });
    expect((await remove(member, { email: "member@a.example", password: "a wrong password" })).status).toBe(
      400,
    );
    expect((await remove(member, { email: "member@a.example", password })).status).toBe(204);
  });

  it("that a crash cut off is finished later, and nobody can undo it meanwhile", async () => {
    site = await openSite();
    const admin = await addAdmin();
    const member = await addMember(admin, "gone@b.example", "Gwendolyn");
    const { id } = await who(member);
    await leaveTraces(member);
    await site.store.update(`users/${id}`, { disabledAt: site.clock.now, leavingAt: site.clock.now });
    await site.services.accounts.finishDeletions();
    expect(await readWholeStore(site.store)).toContain("Gwendolyn");
    expect(
      (await admin.call(person.PATCH, { method: "PATCH", body: { isDisabled: false }, params: { id } }))
        .status,
    ).toBe(409);
    site.clock.now += 11 * 60_000;
    await site.services.accounts.finishDeletions();
    const left = await readWholeStore(site.store);
    expect(left.split("\n").filter((line) => line.includes(id) && !mayKeepId(line))).toEqual([]);
    expect(left).not.toMatch(/gone@b\.example|Gwendolyn|Likes tea/);
  });

  it("of the only person makes the next account the first again", async () => {
    site = await openSite();
    expect((await remove(await addAdmin(), { email: "admin@a.example" })).status).toBe(204);
    expect(await site.services.auth.signInOptions()).toMatchObject({ isFirstAccount: true });
    expect((await who(await addAdmin("next@a.example"))).role).toBe("admin");
  });
});

describe("the export", () => {
  it("holds everything of the person, nothing of others, and says that it is whole", async () => {
    site = await openSite();
    const admin = await addAdmin();
    const member = await addMember(admin);
    await leaveTraces(member);
    const answer = await member.call(exported.GET);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
    const lines = (await answer.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { kind: string; base64?: string });
    expect(new Set(lines.map(({ kind }) => kind))).toEqual(
      new Set(["account", "conversation", "message", "sources", "memory", "run", "usage", "file", "end"]),
    );
    expect(lines.at(-1)).toEqual({ kind: "end" });
    expect(lines.find(({ kind }) => kind === "file")?.base64).toBe(png.split(",")[1]);
    expect(JSON.stringify(lines)).not.toMatch(/admin@a\.example|scrypt|password/);
  });
});

describe("invitations", () => {
  it("are listed with who made them, and can be taken back", async () => {
    site = await openSite();
    const admin = await addAdmin();
    const token = await invite(admin, { emails: ["new@a.example"] });
    const reply = (await (await admin.call(invitations.GET)).json()) as InvitationsReply;
    expect(reply.invitations).toMatchObject([
      { email: "new@a.example", role: "member", createdBy: "Ada", usedAt: null },
    ]);
    const id = reply.invitations[0]?.id ?? "";
    expect((await admin.call(invitation.DELETE, { method: "DELETE", params: { id } })).status).toBe(204);
    expect((await admin.call(invitation.DELETE, { method: "DELETE", params: { id } })).status).toBe(404);
    expect((await signUp(createBrowser(), "new@a.example", { invitation: token })).status).toBe(403);
  });
});

describe("a server without accounts", () => {
  it("has one owner, nobody to administrate and nowhere to sign in", async () => {
    site = await openSite({ AUTH_URL: "" });
    const owner = createBrowser();
    expect(await who(owner)).toMatchObject({ mode: "owner", role: "admin", email: null, hasPassword: false });
    expect((await remove(owner, { email: "" })).status).toBe(409);
    expect((await signUp(owner, "a@a.example")).status).toBe(404);
    expect((await owner.call(invitations.POST, { method: "POST", body: {} })).status).toBe(409);
  });
});
