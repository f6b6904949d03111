import { runWithRequestState } from "@better-auth/core/context";
import { expect, it, onTestFinished } from "vitest";
import { createAudit } from "@/lib/data/audit";
import { createEpochs } from "@/lib/features/accounts/auth/epochs";
import { createLibrary } from "@/lib/features/accounts/auth/library";
import { createNotices } from "@/lib/features/accounts/auth/notices";
import { createPasswords } from "@/lib/features/accounts/auth/passwords";
import { openEmbeddedStore } from "@/lib/store/embedded";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";
import { siteUrl } from "@/tests/support/accounts-services";

const toToken = (claims: object): string =>
  ["{}", JSON.stringify(claims), ""].map((part) => Buffer.from(part).toString("base64url")).join(".");

/** Whether somebody new may come in by Google with these claims, as the library hands them on. */
async function comesIn(claims: { email: string; hd?: string }): Promise<boolean> {
  const store = await openEmbeddedStore({ dataDir: makeTemporaryFolder() });
  onTestFinished(() => store.close());
  const now = () => Date.now();
  const [epochs, audit] = [createEpochs(store, now), createAudit(store, now)];
  const inBackground = () => undefined;
  const notices = createNotices({ store, audit, mailer: null, url: siteUrl, inBackground });
  const rules = {
    adminEmails: ["boss@b.example"],
    allowedEmails: ["@a.example", "@gmail.com", "friend@c.example"],
  };
  const library = createLibrary(
    {
      url: siteUrl,
      secret: "s".repeat(32),
      hasMail: false,
      rules,
      google: { clientId: "g", clientSecret: "s" },
    },
    {
      store,
      epochs,
      passwords: createPasswords(),
      ...{ notices, readSite: async () => ({ terms: "" }) },
      now,
      newId: () => "u1",
      onError: () => undefined,
    },
    null,
  );
  const { socialProviders, internalAdapter } = await library.$context;
  const idToken = toToken({ name: "X", sub: "1", email_verified: true, ...claims });
  const found = await socialProviders[0]?.getUserInfo({ idToken });
  const user = {
    ...found?.user,
    email: claims.email,
    name: "X",
    emailVerified: found?.user.emailVerified === true,
  };
  const account = { providerId: "google", accountId: "1" };
  // As within a request.
  return runWithRequestState(new WeakMap(), () => internalAdapter.createOAuthUser(user, account)).then(
    () => true,
    () => false,
  );
}

it.each([
  ["whose organization Google names", { email: "x@a.example", hd: "a.example" }, true],
  ["with an address of it that Google alone has seen", { email: "x@a.example" }, false],
  ["of another organization", { email: "x@a.example", hd: "b.example" }, false],
  ["with an address that stands in the list itself", { email: "friend@c.example" }, true],
  ["with Google's own mail", { email: "x@gmail.com" }, true],
])("an entry of a whole domain lets in, by Google, somebody %s: %j, %s", async (_who, claims, is) => {
  expect(await comesIn(claims)).toBe(is);
});
