import { afterAll, afterEach, describe, expect, it } from "vitest";
import * as invitation from "@/app/api/admin/invitations/[id]/route";
import * as person from "@/app/api/admin/people/[id]/route";
import * as auth from "@/app/api/auth/[...path]/route";
import { toKey } from "@/lib/features/accounts/auth/auth-paths";
import { addAdmin, addMember, invite, signIn, signUp, who } from "@/tests/support/account-steps";
import {
  createBrowser,
  openSite,
  password,
  siteUrl,
  type Browser,
  type Site,
} from "@/tests/support/accounts-services";
import { startMailServer, type MailServer } from "@/tests/support/mail-server";
import { startOidcServer, visitProvider, type OidcServer } from "@/tests/support/oidc-server";

let site: Site;
let mail: MailServer | null = null;
let provider: OidcServer | null = null;
afterEach(async () => {
  await site.dispose();
  await mail?.close();
  await provider?.close();
  [mail, provider] = [null, null];
});

let compared = 0;
afterAll(() => console.info(`${compared} answers compared, with status and headers`));

let clients = 0;
const newClient = (): Browser => createBrowser(`198.51.100.${(clients += 1)}`);

/** All that a client sees of an answer. */
async function look(response: Response): Promise<string> {
  return JSON.stringify([response.status, [...response.headers].sort(), await response.text()]);
}

async function expectAlike(answers: Promise<Response>[]): Promise<void> {
  const seen = await Promise.all(answers.map(async (answer) => look(await answer)));
  compared += seen.length;
  expect([...new Set(seen)]).toHaveLength(1);
}

/** Accounts of every kind: with a password, disabled, and with a provider's identity alone. */
async function openWithPeople(env: Record<string, string> = {}): Promise<Browser> {
  provider = await startOidcServer(siteUrl);
  site = await openSite({ ...provider.env, ...env });
  const admin = await addAdmin();
  const gone = await addMember(admin, "gone@a.example");
  const { id } = await who(gone);
  await admin.call(person.PATCH, { method: "PATCH", body: { isDisabled: true }, params: { id } });
  const olive = newClient();
  const start = (await (
    await olive.auth(auth, "sign-in/social", { provider: "oidc", invitation: await invite(admin) })
  ).json()) as { url: string };
  const back = await visitProvider(start.url, siteUrl);
  expect(
    (await olive.call(auth.GET, { params: { path: ["callback", "oidc"] }, query: back.search })).headers.get(
      "location",
    ),
  ).toBe("/");
  return admin;
}

const addresses = [
  "admin@a.example",
  "gone@a.example",
  "oidc@a.example",
  "nobody@a.example",
  "nobody@elsewhere.example",
  "no address",
];

describe("who has an account", () => {
  it("is not told by signing in with a wrong password", async () => {
    await openWithPeople();
    await expectAlike(addresses.slice(0, 5).map((email) => signIn(newClient(), email, "wrong password")));
  });

  it("is not told by the waits after wrong passwords", async () => {
    await openWithPeople();
    const wait = async (email: string) => {
      for (let attempt = 0; attempt < 5; attempt += 1) await signIn(newClient(), email, "wrong password");
      return signIn(newClient(), email, "wrong password");
    };
    await expectAlike(["admin@a.example", "gone@a.example", "nobody@a.example"].map(wait));
  });

  it("is not told by signing up without an invitation, or with one that is not good", async () => {
    const admin = await openWithPeople();
    const used = await invite(admin);
    expect((await signUp(newClient(), "other@a.example", { invitation: used })).status).toBe(200);
    const revoked = await invite(admin);
    expect(
      (await admin.call(invitation.DELETE, { method: "DELETE", params: { id: toKey(revoked) } })).status,
    ).toBe(204);
    const bad = [undefined, used, revoked, "made-up", "../x"];
    await expectAlike(
      ["admin@a.example", "gone@a.example", "nobody@a.example"].flatMap((email) =>
        bad.map((token) => signUp(newClient(), email, token === undefined ? {} : { invitation: token })),
      ),
    );
  });

  it("is not told by asking for a new password, with mail and without", async () => {
    mail = await startMailServer();
    await openWithPeople();
    await expectAlike(addresses.map((email) => newClient().auth(auth, "request-password-reset", { email })));
    await site.dispose();
    site = await openSite({ ...mail.env });
    await expectAlike(addresses.map((email) => newClient().auth(auth, "request-password-reset", { email })));
  });

  it("is not told by a link that is not good", async () => {
    await openWithPeople();
    const tokens = ["made-up", "m-made-up", "../x", "__proto__", "A".repeat(43)];
    await expectAlike(
      tokens.map((token) => newClient().auth(auth, "reset-password", { token, newPassword: password })),
    );
  });
});
