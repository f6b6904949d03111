import { afterEach, describe, expect, it } from "vitest";
import * as account from "@/app/api/account/route";
import * as everywhere from "@/app/api/account/sign-out-everywhere/route";
import * as people from "@/app/api/admin/people/route";
import * as person from "@/app/api/admin/people/[id]/route";
import * as auth from "@/app/api/auth/[...path]/route";
import type { PeopleReply } from "@/lib/features/accounts/shape/accounts";
import { addAdmin, addMember, readProblem, who } from "@/tests/support/account-steps";
import {
  createBrowser,
  openSite,
  password,
  type Browser,
  type Site,
} from "@/tests/support/accounts-services";

let site: Site;
afterEach(() => site.dispose());

async function openWithAdmin(): Promise<Browser> {
  site = await openSite();
  return addAdmin();
}

describe("administrators", () => {
  it("cannot all go", async () => {
    const admin = await openWithAdmin();
    const { id } = await who(admin);
    for (const body of [{ role: "member" }, { isDisabled: true }]) {
      expect(
        await readProblem(await admin.call(person.PATCH, { method: "PATCH", body, params: { id } })),
      ).toMatchObject({ status: 409, code: "conflict" });
    }
  });

  it("get nothing of a change that is refused in part", async () => {
    const admin = await openWithAdmin();
    const { id, quota } = await who(admin);
    expect(
      (
        await admin.call(person.PATCH, {
          method: "PATCH",
          body: { role: "member", quota: { messagesPerDay: 1 } },
          params: { id },
        })
      ).status,
    ).toBe(409);
    expect((await who(admin)).quota.limits).toEqual(quota.limits);
  });

  it("see who is there, and nobody else does", async () => {
    const admin = await openWithAdmin();
    const member = await addMember(admin);
    const reply = (await (await admin.call(people.GET)).json()) as PeopleReply;
    expect(reply.people.map(({ email }) => email).sort()).toEqual(["admin@a.example", "member@a.example"]);
    expect((await member.call(people.GET)).status).toBe(403);
    expect((await createBrowser().call(people.GET)).status).toBe(401);
  });

  it("get an error for a person that there is not", async () => {
    const admin = await openWithAdmin();
    expect(
      (await admin.call(person.PATCH, { method: "PATCH", body: { role: "admin" }, params: { id: "nobody" } }))
        .status,
    ).toBe(404);
    for (const id of ["../x", "' OR 1=1", "x".repeat(10_000)]) {
      expect(
        (await admin.call(person.PATCH, { method: "PATCH", body: { role: "admin" }, params: { id } })).status,
      ).toBe(400);
    }
  });
});

describe("requests that are not ours", () => {
  it.each([
    ["an Origin of another site", { origin: "https://evil.example" }],
    ["the origin null", { origin: "null" }],
    ["an empty Origin", { origin: "" }],
    ["a Host of another name", { host: "evil.example" }],
  ])("with %s are refused", async (_title, headers) => {
    const admin = await openWithAdmin();
    expect((await admin.auth(auth, "sign-out", undefined, headers)).status).toBe(403);
    expect((await admin.call(everywhere.POST, { method: "POST", headers })).status).toBe(403);
    expect((await admin.call(account.GET)).status).toBe(200);
  });

  it("find nothing but what is offered", async () => {
    await openWithAdmin();
    for (const name of [
      "get-session",
      "update-user",
      "delete-user",
      "list-sessions",
      "sign-in/anonymous",
      "__proto__",
      "../x",
      "constructor",
    ]) {
      expect((await createBrowser().auth(auth, name, {})).status).toBe(404);
    }
  });

  it.each([
    ["an address that is none", { name: "A", email: "' OR 1=1 --", password }],
    ["an address of 10,000 characters", { name: "A", email: `${"a".repeat(10_000)}@a.example`, password }],
    ["a short password", { name: "A", email: "x@a.example", password: "short" }],
    ["a long password", { name: "A", email: "x@a.example", password: "x".repeat(129) }],
    ["no name", { name: " ", email: "x@a.example", password }],
    ["a name that nobody sees", { name: "\u200b\u202e", email: "x@a.example", password }],
    ["a role", { name: "A", email: "x@a.example", password, role: "admin" }],
    [
      "another prototype",
      JSON.parse(
        '{"name":"A","email":"x@a.example","password":"correct horse battery","__proto__":{"role":"admin"}}',
      ),
    ],
    ["a list", []],
  ])("to sign up with %s are refused with the field", async (_title, body) => {
    await openWithAdmin();
    expect(await readProblem(await createBrowser().auth(auth, "sign-up/email", body))).toMatchObject({
      status: 400,
      fields: expect.anything(),
    });
  });

  it("are not read beyond what a form has", async () => {
    await openWithAdmin();
    expect(
      (await createBrowser().auth(auth, "sign-in/email", { email: "x".repeat(30_000), password })).status,
    ).toBe(413);
  });
});
