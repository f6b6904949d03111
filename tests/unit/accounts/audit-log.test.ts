import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import * as account from "@/app/api/account/route";
import * as everywhere from "@/app/api/account/sign-out-everywhere/route";
import * as invitation from "@/app/api/admin/invitations/[id]/route";
import * as keys from "@/app/api/admin/keys/route";
import * as person from "@/app/api/admin/people/[id]/route";
import * as settings from "@/app/api/admin/settings/route";
import * as revert from "@/app/api/admin/settings/revert/route";
import * as audit from "@/app/api/audit/route";
import * as auth from "@/app/api/auth/[...path]/route";
import { paths } from "@/lib/data/paths";
import type { AuditReply } from "@/lib/features/accounts/shape/audit";
import { addAdmin, addMember, invite, signIn, who } from "@/tests/support/account-steps";
import {
  createBrowser,
  openSite,
  password,
  type Browser,
  type Site,
} from "@/tests/support/accounts-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";

let site: Site;
afterEach(() => site.dispose());

const read = async (browser: Browser, query = "") =>
  (await (await browser.call(audit.GET, { query })).json()) as AuditReply;
const send = (browser: Browser, route: unknown, method: string, call: object) =>
  browser.call(route, { method, ...call });

describe("M5: the audit log", () => {
  it("has every act of an administrator, with who did it and to whom", async () => {
    const provider = await startProviderServer(() => ({ parts: [] }));
    onTestFinished(provider.close);
    site = await openSite({ OPENAI_BASE_URL: `${provider.url}/v1` });
    const admin = await addAdmin();
    const member = await addMember(admin);
    const params = { id: (await who(member)).id };
    for (const body of [{ role: "admin" }, { role: "member" }, { isDisabled: true }, { isDisabled: false }])
      await send(admin, person.PATCH, "PATCH", { params, body });
    await send(admin, person.PATCH, "PATCH", { params, body: { quota: null } });
    await send(admin, settings.PUT, "PUT", { body: { version: 0, settings: { maxIterations: 3 } } });
    await send(admin, revert.POST, "POST", { body: { version: 1, to: 0 } });
    for (const key of ["sk-very-secret", null])
      await send(admin, keys.PUT, "PUT", { body: { provider: "openai", key } });
    await invite(admin);
    const open = (await site.services.accounts.listInvitations({ limit: 9 })).invitations[0]?.id ?? "";
    await send(admin, invitation.DELETE, "DELETE", { params: { id: open } });
    const { id } = await who(admin);
    const { entries } = await read(admin, `?actor=${id}&limit=100`);
    expect(
      entries
        .map(({ act, target, detail }) => [act, target?.name ?? null, detail])
        .map(String)
        .toSorted(),
    ).toEqual(
      [
        ["account_made", null, "admin"],
        ["signed_in", null, null],
        ["person_invited", null, "member"],
        ["role_changed", "Mo", "admin"],
        ["role_changed", "Mo", "member"],
        ["person_disabled", "Mo", null],
        ["person_enabled", "Mo", null],
        ["quota_changed", "Mo", null],
        ["settings_changed", null, "1"],
        ["settings_reverted", null, "0"],
        ["key_set", null, "openai"],
        ["key_removed", null, "openai"],
        ["person_invited", null, "member"],
        ["invitation_revoked", null, null],
      ]
        .map(String)
        .toSorted(),
    );
    expect(entries.every(({ actor, at }) => actor?.id === id && at <= site.clock.now)).toBe(true);
    expect(JSON.stringify(entries)).not.toMatch(/sk-very-secret|@a\.example|203\.0\.113/);
  });

  it("has sign-ins, failed ones of accounts that there are, and signing out everywhere", async () => {
    site = await openSite();
    await addAdmin();
    const browser = createBrowser("192.0.2.1");
    await signIn(browser, "admin@a.example", "wrong password");
    await signIn(browser, "nobody@a.example", "wrong password");
    await site.services.settleBackground();
    await signIn(browser, "admin@a.example");
    await send(browser, everywhere.POST, "POST", {});
    const { entries } = await site.services.accounts.listAudit({ limit: 9 });
    expect(entries.map(({ act }) => act).toSorted()).toEqual([
      "account_made",
      "sign_in_failed",
      "signed_in",
      "signed_in",
      "signed_out_everywhere",
    ]);
  });

  it("says the browser of a sign-in, the version of a change and the address of an invitation that is there", async () => {
    site = await openSite();
    const admin = await addAdmin();
    const headers = {
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    };
    await createBrowser("192.0.2.1").auth(
      auth,
      "sign-in/email",
      { email: "admin@a.example", password },
      headers,
    );
    await send(admin, settings.PUT, "PUT", { body: { version: 0, settings: { maxIterations: 3 } } });
    await send(admin, revert.POST, "POST", { body: { version: 1, to: 0 } });
    await invite(admin, { emails: ["fay@a.example"], role: "member" });
    const about = async (act: string) =>
      (await read(admin, `?act=${act}`)).entries.map((entry) => entry.about);
    expect(await about("signed_in")).toContain("Firefox");
    expect(await about("settings_reverted")).toEqual(["2"]);
    expect(await about("person_invited")).toEqual(["fay@a.example"]);
    const { documents } = await site.store.list({ collection: paths.audit, limit: 50 });
    expect(JSON.stringify(documents)).not.toMatch(/@a\.example|192\.0\.2/);
    const open = (await site.services.accounts.listInvitations({ limit: 9 })).invitations[0]?.id ?? "";
    await send(admin, invitation.DELETE, "DELETE", { params: { id: open } });
    expect(await about("person_invited")).toEqual([null]);
  });

  it("is narrowed to a time, page by page, also together with an act", async () => {
    site = await openSite();
    const admin = await addAdmin();
    const start = site.clock.now;
    for (const maxIterations of [3, 4, 5, 6]) {
      site.clock.now += 60_000;
      const body = { version: maxIterations - 3, settings: { maxIterations } };
      await send(admin, settings.PUT, "PUT", { body });
    }
    const query = `?act=settings_changed&since=${start + 60_001}&until=${start + 3 * 60_000}&limit=1`;
    const first = await read(admin, query);
    const second = await read(admin, `${query}&cursor=${encodeURIComponent(first.cursor ?? "")}`);
    expect([...first.entries, ...second.entries].map(({ detail }) => detail)).toEqual(["3", "2"]);
    expect(second.cursor).toBeNull();
  });

  it("is given as lines of JSON, and says who took it", async () => {
    site = await openSite();
    const admin = await addAdmin();
    const answer = await admin.call(audit.GET, { query: "?format=jsonl&act=signed_in" });
    expect(answer.headers.get("content-disposition")).toContain("sextant-audit.jsonl");
    const lines = (await answer.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(lines).toMatchObject([{ act: "signed_in", actor: { name: "Ada" } }]);
    expect((await read(admin, "?act=audit_exported")).entries).toMatchObject([{ actor: { name: "Ada" } }]);
  });

  it("holds ids and no names of who has left", async () => {
    site = await openSite();
    const admin = await addAdmin();
    const member = await addMember(admin, "member@a.example", "Mortimer");
    const { id } = await who(member);
    const gone = await send(member, account.DELETE, "DELETE", {
      body: { email: "member@a.example", password },
    });
    expect(gone.status).toBe(204);
    const { entries } = await read(admin, `?actor=${id}`);
    const acts = entries.toSorted((one, other) => (one.act < other.act ? -1 : 1));
    expect(acts.map(({ act, actor }) => [act, actor])).toEqual([
      ["account_deleted", { id, name: null }],
      ["account_made", { id, name: null }],
      ["signed_in", { id, name: null }],
    ]);
    expect(JSON.stringify(await read(admin))).not.toMatch(/Mortimer|member@a/);
  });

  it("is for administrators", async () => {
    site = await openSite();
    const member = await addMember(await addAdmin());
    expect((await member.call(audit.GET)).status).toBe(403);
    expect((await member.call(audit.GET, { query: "?format=jsonl" })).status).toBe(403);
  });
});
