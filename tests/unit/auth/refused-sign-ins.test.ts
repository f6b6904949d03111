import { afterEach, expect, it, onTestFinished } from "vitest";
import * as person from "@/app/api/admin/people/[id]/route";
import * as auth from "@/app/api/auth/[...path]/route";
import {
  findClientAddress,
  toMarkedAddress,
  clientAddressHeader,
} from "@/lib/features/accounts/auth/client-address";
import { addAdmin, addMember, signIn, who } from "@/tests/support/account-steps";
import { createBrowser, openSite, siteUrl, type Site } from "@/tests/support/accounts-services";
import { startOidcServer, visitProvider } from "@/tests/support/oidc-server";
import { readLog } from "@/tests/support/read-log";

let site: Site;
afterEach(() => site.dispose());

it("each refused sign-in is one line with the account of the audit and the client's address", async () => {
  const read = readLog();
  site = await openSite({ LOG_LEVEL: "info" });
  const admin = await addAdmin();
  const { id } = await who(admin);
  const guesser = createBrowser("2001:db8:1:2:3:4:5:6");
  await signIn(guesser, "admin@a.example", "wrong password");
  await signIn(guesser, "nobody@a.example", "wrong password");
  for (let count = 0; count < 5; count += 1) await signIn(guesser, "admin@a.example", "wrong password");
  await site.services.settleBackground();
  const usual = { level: "info", by: "password", address: "2001:db8:1:2:3:4:5:6" };
  const lines = read("sign_in_failed");
  expect(lines).toHaveLength(7);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...usual, account: id, reason: "unauthenticated" }),
      expect.objectContaining({ ...usual, account: null, reason: "unauthenticated" }),
      expect.objectContaining({ ...usual, account: id, reason: "quota_exhausted" }),
    ]),
  );
  expect(JSON.stringify(lines)).not.toMatch(/a\.example|wrong password/);
  const { entries } = await site.services.accounts.listAudit({ limit: 50 });
  const audited = lines.filter(({ account, reason }) => account !== null && reason === "unauthenticated");
  const failed = entries.filter(({ act }) => act === "sign_in_failed");
  expect(failed.map(({ actor }) => actor?.id)).toEqual(audited.map(({ account }) => account));
});

it("so is that of somebody who is shut out, though the password is right", async () => {
  const read = readLog();
  site = await openSite({ LOG_LEVEL: "info" });
  const admin = await addAdmin();
  const member = await addMember(admin);
  const params = { id: (await who(member)).id };
  await admin.call(person.PATCH, { method: "PATCH", params, body: { isDisabled: true } });
  expect((await signIn(createBrowser("192.0.2.9"), "member@a.example")).status).toBe(403);
  await site.services.settleBackground();
  expect(read("sign_in_failed")).toMatchObject([
    { account: params.id, address: "192.0.2.9", by: "password", reason: "forbidden" },
  ]);
});

it("so is one by a provider, whether it refuses or the site does", async () => {
  const read = readLog();
  const provider = await startOidcServer(siteUrl);
  onTestFinished(provider.close);
  site = await openSite({ LOG_LEVEL: "info", ...provider.env });
  await addAdmin();
  const browser = createBrowser("192.0.2.7");
  const { url } = (await (await browser.auth(auth, "sign-in/social", { provider: "oidc" })).json()) as {
    url: string;
  };
  const back = await visitProvider(url, siteUrl);
  for (const query of [back.search, "?error=access_denied&state=none"])
    await browser.call(auth.GET, { params: { path: ["callback", "oidc"] }, query });
  const usual = { account: null, address: "192.0.2.7", by: "oidc", reason: expect.any(String) };
  expect(read("sign_in_failed")).toMatchObject([usual, usual]);
});

it.each([
  [
    "the connection's, before an http address",
    clientAddressHeader,
    toMarkedAddress("192.0.2.1"),
    "http",
    "192.0.2.1",
  ],
  ["none, where that is a proxy's", clientAddressHeader, toMarkedAddress("192.0.2.1"), "https", null],
  ["none, where a client wrote the server's own header", clientAddressHeader, "192.0.2.1", "http", null],
  ["the last of the named header", "x-forwarded-for", "9.9.9.9, 192.0.2.1:80", "https", "192.0.2.1"],
  ["none, where the header holds none", "x-forwarded-for", "unknown", "https", null],
])("the address is %s", (_what, header, value, scheme, address) => {
  const headers = new Headers({ [header]: value });
  expect(findClientAddress(headers, header, `${scheme}://chat.example`)).toBe(address);
});
