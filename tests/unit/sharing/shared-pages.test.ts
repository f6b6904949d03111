import { describe, expect, it } from "vitest";
import * as adminShare from "@/app/api/admin/shares/[id]/route";
import * as adminShares from "@/app/api/admin/shares/route";
import * as people from "@/app/api/admin/people/[id]/route";
import * as settings from "@/app/api/admin/settings/route";
import * as audit from "@/app/api/audit/route";
import * as conversation from "@/app/api/conversations/[id]/route";
import * as share from "@/app/api/conversations/[id]/share/route";
import { paths } from "@/lib/data/paths";
import type { AuditReply } from "@/lib/features/accounts/shape/audit";
import type { SettingsReply } from "@/lib/protocol/settings";
import type { ShareReply, SharesReply } from "@/lib/features/sharing/shape";
import { addAdmin, addMember, who } from "@/tests/support/account-steps";
import { openSite, type Browser } from "@/tests/support/accounts-services";
import { closeAfter } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";

const on = { params: { id: "c1" } };

/** A site with an administrator and a member, who shares a conversation. */
async function openShared() {
  const site = await openSite();
  closeAfter({ close: () => site.dispose() });
  const admin = await addAdmin();
  const member = await addMember(admin);
  const [adminId, memberId] = [(await who(admin)).id, (await who(member)).id];
  await (
    await site.services.runs.start(memberId, toQuestion("What is 2 + 2?", { conversation: "c1" }))
  ).reply;
  const make = () => member.call(share.POST, { method: "POST", ...on });
  const { url } = (await (await make()).json()) as ShareReply;
  const token = url?.slice("/s/".length) ?? "";
  /** What a visitor gets ten seconds later. */
  const visit = async (path = token) => {
    site.clock.now += 10_000;
    return site.services.sharing.read(path);
  };
  const list = async () => (await (await admin.call(adminShares.GET)).json()) as SharesReply;
  const end = (id: string, by: Browser = admin) =>
    by.call(adminShare.DELETE, { method: "DELETE", params: { id } });
  const listActs = async () => {
    const { entries } = (await (await admin.call(audit.GET)).json()) as AuditReply;
    return entries
      .filter(({ act }) => act.startsWith("page_"))
      .map(({ act, actor, target, detail }) => [act, actor?.id, target?.id, detail]);
  };
  return { site, admin, member, adminId, memberId, make, token, visit, list, end, listActs };
}

const isWhole = expect.objectContaining({ turns: expect.arrayContaining([]) as unknown });

describe("S8: a shared page", () => {
  it.each([
    ["disabled", { isDisabled: true }, { isDisabled: false }],
    ["of a role that may not share", { role: "operator" }, { role: "member" }],
  ])("is not there while its owner is %s", async (_state, change, back) => {
    const { admin, memberId, visit } = await openShared();
    const version = ((await (await admin.call(settings.GET)).json()) as SettingsReply).version;
    const body = { version, settings: { sharingRoles: ["member", "admin"] } };
    expect((await admin.call(settings.PUT, { method: "PUT", body })).status).toBe(200);
    expect(await visit()).toEqual(isWhole);
    const patch = (next: object) =>
      admin.call(people.PATCH, { method: "PATCH", params: { id: memberId }, body: next });
    expect((await patch(change)).status).toBe(200);
    expect(await visit()).toBeNull();
    expect((await patch(back)).status).toBe(200);
    expect(await visit()).toEqual(isWhole);
  });

  it("is not there, nor made, while sharing is switched off for the role of its owner", async () => {
    const { admin, member, make, visit, list } = await openShared();
    const put = async (roles: string[]) => {
      const { version } = (await (await admin.call(settings.GET)).json()) as SettingsReply;
      const body = { version, settings: { sharingRoles: roles } };
      expect((await admin.call(settings.PUT, { method: "PUT", body })).status).toBe(200);
    };
    await put(["admin"]);
    expect([await visit(), (await make()).status, (await list()).shares[0]?.isOpen]).toEqual([
      null,
      403,
      false,
    ]);
    expect((await member.call(share.DELETE, { method: "DELETE", ...on })).status).toBe(204);
    await put(["member"]);
    expect([await visit(), (await make()).status, (await list()).shares[0]?.isOpen]).toEqual([
      null,
      200,
      true,
    ]);
  });

  it("is gone with its owner, and no address of it is left", async () => {
    const { site, memberId, visit } = await openShared();
    await site.store.update(paths.person(memberId), { disabledAt: 1, leavingAt: 1 });
    expect(await visit()).toBeNull();
    await site.services.accounts.finishDeletions();
    expect(await visit()).toBeNull();
    expect((await site.store.list({ collection: paths.shares, limit: 10 })).documents).toEqual([]);
  });

  it("of a lone owner is not there once the server has accounts", async () => {
    const alone = await openTestServices();
    await (
      await alone.runs.start("owner", toQuestion("Hello?"))
    ).reply;
    const { url } = await alone.sharing.share("owner", "c1");
    const token = url?.slice("/s/".length) ?? "";
    expect(await alone.sharing.read(token)).toEqual(isWhole);
    await alone.close();
    const site = await openTestServices({ AUTH_URL: "http://127.0.0.1:3000" }, alone.dataDir);
    closeAfter({ close: () => site.dispose() });
    expect(await site.sharing.read(token)).toBeNull();
    await expect(site.sharing.share("owner", "c1")).rejects.toMatchObject({ code: "forbidden" });
  });

  it("is made and ended in the audit log, with who ended it", async () => {
    const { site, member, adminId, memberId, make, list, end, listActs, visit } = await openShared();
    const remove = (route: unknown) => {
      site.clock.now += 1;
      return member.call(route, { method: "DELETE", ...on });
    };
    site.clock.now += 1;
    expect((await end((await list()).shares[0]?.id ?? "")).status).toBe(204);
    expect(await visit()).toBeNull();
    await make();
    expect([(await remove(share.DELETE)).status, (await remove(share.DELETE)).status]).toEqual([204, 204]);
    site.clock.now += 1;
    await make();
    expect((await remove(conversation.DELETE)).status).toBe(204);
    const own = (act: string) => [act, memberId, undefined, "c1"];
    expect(await listActs()).toEqual(
      [
        ...[own("page_shared"), ["page_unshared", adminId, memberId, "c1"]],
        ...[own("page_shared"), own("page_unshared"), own("page_shared"), own("page_unshared")],
      ].toReversed(),
    );
  });

  it("is listed for administrators without words and addresses, and ended once", async () => {
    const { admin, memberId, token, list, end } = await openShared();
    const { shares, cursor } = await list();
    expect([shares, cursor]).toEqual([
      [
        {
          id: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
          person: { id: memberId, name: "Mo" },
          ...{ conversationId: "c1", sharedAt: expect.any(Number) as unknown, messages: 2, isOpen: true },
        },
      ],
      null,
    ]);
    expect(JSON.stringify(shares)).not.toContain(token);
    const [id = ""] = shares.map((row) => row.id);
    expect([(await end(id)).status, (await end(id)).status, (await end("none")).status]).toEqual([
      204, 404, 404,
    ]);
    expect(await list()).toEqual({ shares: [], cursor: null });
    const query = "?limit=0";
    expect((await admin.call(adminShares.GET, { query })).status).toBe(400);
  });

  it("is not read when it is ended, or its owner disabled, while it is opened", async () => {
    const { admin, memberId, site, token, list, end, visit } = await openShared();
    const [{ id = "" } = {}] = (await list()).shares;
    const patch = (isDisabled: boolean) =>
      admin.call(people.PATCH, { method: "PATCH", params: { id: memberId }, body: { isDisabled } });
    await Promise.all([patch(true), ...Array.from({ length: 20 }, () => site.services.sharing.read(token))]);
    expect(await visit()).toBeNull();
    await patch(false);
    expect(await visit()).toEqual(isWhole);
    await Promise.all([...Array.from({ length: 20 }, () => site.services.sharing.read(token)), end(id)]);
    expect(await visit()).toBeNull();
  });
});
