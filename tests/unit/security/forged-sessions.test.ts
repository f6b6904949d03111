import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as account from "@/app/api/account/route";
import * as auth from "@/app/api/auth/[...path]/route";
import type { AccountReply } from "@/lib/features/accounts/shape/accounts";
import { signIn } from "@/tests/support/account-steps";
import { openAccounts, type AccountsHarness } from "@/tests/support/accounts-harness";
import { createBrowser, openSite, serve, type Browser, type Site } from "@/tests/support/accounts-services";
import { attack, type Route } from "./attack";

type Session = { token: string; data: string };
let harness: AccountsHarness;
let other: Site;
const sessions = { admin: none(), member: none(), ended: none(), foreign: none() };

function none(): Session {
  return { token: "", data: "" };
}
function toSession({ jar }: Browser): Session {
  return { token: jar.get("sextant.session_token") ?? "", data: jar.get("sextant.session_data") ?? "" };
}

beforeAll(async () => {
  harness = await openAccounts();
  const [admin, member, leaver] = [createBrowser(), createBrowser(), createBrowser()];
  await signIn(admin, "admin@a.example");
  await signIn(member, "member@a.example");
  await signIn(leaver, "other@a.example");
  Object.assign(sessions, { admin: toSession(admin), member: toSession(member), ended: toSession(leaver) });
  await leaver.auth(auth, "sign-out");
  // Another site with a secret of its own, whose administrator has the same address.
  other = await openSite();
  const stranger = createBrowser();
  await stranger.auth(auth, "sign-up/email", {
    name: "A",
    email: "admin@a.example",
    password: "correct horse battery",
  });
  sessions.foreign = toSession(stranger);
  serve(harness.site.services);
});
afterAll(async () => {
  await other.dispose();
  await harness.close();
});

const both = ({ token, data }: Session) => `sextant.session_token=${token}; sextant.session_data=${data}`;
const [head, tail] = [
  (text: string) => decodeURIComponent(text).split(".")[0] ?? "",
  (text: string) => decodeURIComponent(text).split(".")[1] ?? "",
];

/** What a session's copy says, with something changed and its signature left as it was. */
function rewrite(data: string, change: (text: string) => string): string {
  return Buffer.from(change(Buffer.from(data, "base64url").toString())).toString("base64url");
}

async function readHashes(): Promise<string[]> {
  return (await harness.site.store.list({ collection: "auth-sessions", limit: 100 })).documents.map(
    ({ id }) => id,
  );
}

const forgeries: [string, () => string | Promise<string>][] = [
  ["no token, but the administrator's copy", () => `sextant.session_data=${sessions.admin.data}`],
  ["an empty token and the administrator's copy", () => both({ token: "", data: sessions.admin.data })],
  [
    "a made up token and the administrator's copy",
    () => both({ token: "made.up", data: sessions.admin.data }),
  ],
  ["a token without its signature", () => `sextant.session_token=${head(sessions.admin.token)}`],
  ["a token with an empty signature", () => `sextant.session_token=${head(sessions.admin.token)}.`],
  [
    "a token with another token's signature",
    () =>
      `sextant.session_token=${encodeURIComponent(`${head(sessions.admin.token)}.${tail(sessions.member.token)}`)}`,
  ],
  [
    "a token with half a signature",
    () =>
      `sextant.session_token=${encodeURIComponent(`${head(sessions.admin.token)}.${tail(sessions.admin.token).slice(0, 20)}`)}`,
  ],
  [
    "a token in capitals",
    () =>
      `sextant.session_token=${encodeURIComponent(`${head(sessions.admin.token).toUpperCase()}.${tail(sessions.admin.token)}`)}`,
  ],
  ["the hash that the store keeps", async () => `sextant.session_token=${(await readHashes())[0] ?? ""}`],
  [
    "the hash that the store keeps, signed for another",
    async () =>
      `sextant.session_token=${encodeURIComponent(`${(await readHashes())[0] ?? ""}.${tail(sessions.member.token)}`)}`,
  ],
  ["another site's session", () => both(sessions.foreign)],
  [
    "another site's token and the administrator's copy",
    () => both({ token: sessions.foreign.token, data: sessions.admin.data }),
  ],
  ["a session that was signed out", () => both(sessions.ended)],
  [
    "a session that was signed out, its copy made new",
    () =>
      both({
        ...sessions.ended,
        data: rewrite(sessions.ended.data, (text) =>
          text.replace(/"expiresAt":\d+/, '"expiresAt":9999999999999'),
        ),
      }),
  ],
  [
    "a session that was signed out, its copy named after another",
    () =>
      both({
        ...sessions.ended,
        data: rewrite(sessions.ended.data, (text) =>
          text.replaceAll(harness.ids["other member"], harness.ids.admin),
        ),
      }),
  ],
  [
    "a session that was signed out, its copy in pieces",
    () =>
      `sextant.session_token=${sessions.ended.token}; sextant.session_data.0=${sessions.admin.data.slice(0, 50)}; sextant.session_data.1=${sessions.admin.data.slice(50)}`,
  ],
  [
    "the cookie of https",
    () =>
      `__Host-sextant.session_token=${sessions.admin.token}; __Host-sextant.session_data=${sessions.admin.data}`,
  ],
  ["the library's own name of the cookie", () => `better-auth.session_token=${sessions.admin.token}`],
  ["a name in capitals", () => `SEXTANT.SESSION_TOKEN=${sessions.admin.token}`],
  [
    "a made up token before the real one",
    () => `sextant.session_token=made.up; sextant.session_token=${sessions.admin.token}`,
  ],
  ["what is no JSON as the copy", () => both({ token: "made.up", data: "e30" })],
  [
    "another prototype as the copy",
    () =>
      both({
        token: "made.up",
        data: Buffer.from('{"__proto__":{"session":{"user":{"role":"admin"}}}}').toString("base64url"),
      }),
  ],
];

const doors: Route[] = [
  { name: "", method: "GET", address: "/api/account" },
  { name: "", method: "GET", address: "/api/admin/people" },
  { name: "", method: "POST", address: "/api/account/sign-out-everywhere" },
];

describe("a forged session", () => {
  it.each(forgeries)("with %s opens nothing", async (_title, forge) => {
    const cookie = await forge();
    for (const door of doors)
      expect((await attack(createBrowser(), door, { headers: { cookie } })).status).toBe(401);
  });

  it("is tried in many ways, beside real ones that stay good", async () => {
    console.info(
      `${forgeries.length} forgeries × ${doors.length} routes: ${forgeries.length * doors.length} tried`,
    );
    for (const session of [sessions.admin, sessions.member])
      expect((await createBrowser().call(account.GET, { headers: { cookie: both(session) } })).status).toBe(
        200,
      );
  });

  it("of a member's token and the administrator's copy is the member's", async () => {
    const cookie = both({ token: sessions.member.token, data: sessions.admin.data });
    const answer = (await (
      await createBrowser().call(account.GET, { headers: { cookie } })
    ).json()) as AccountReply;
    expect(answer).toMatchObject({ email: "member@a.example", role: "member" });
    expect(
      (
        await attack(
          createBrowser(),
          { name: "", method: "GET", address: "/api/admin/people" },
          { headers: { cookie } },
        )
      ).status,
    ).toBe(403);
  });
});
