import { afterEach, describe, expect, it } from "vitest";
import {
  findClientKey,
  clientAddressHeader,
  toMarkedAddress,
} from "@/lib/features/accounts/auth/client-address";
import { addAdmin, addMember, signIn } from "@/tests/support/account-steps";
import { createBrowser, openSite, type Browser, type Site } from "@/tests/support/accounts-services";

let site: Site | null = null;
afterEach(async () => {
  await site?.dispose();
  site = null;
});

async function guess(email: string, times: number): Promise<void> {
  for (let attempt = 0; attempt < times; attempt += 1)
    await signIn(createBrowser(`192.0.2.${attempt}`), email, "wrong password");
}
/** A browser with the cookies of another that tell the device. */
function copyDevice(from: Browser, change: (value: string) => string = (value) => value): Browser {
  const browser = createBrowser("192.0.2.77");
  for (const [name, value] of from.jar) if (name.includes("-device-")) browser.jar.set(name, change(value));
  return browser;
}

describe("M6: a browser that signed in before", () => {
  it("signs in while the account waits because somebody guesses elsewhere", async () => {
    site = await openSite();
    const admin = await addAdmin();
    await guess("admin@a.example", 5);
    expect((await signIn(createBrowser("192.0.2.99"), "admin@a.example")).status).toBe(429);
    expect((await signIn(copyDevice(admin), "admin@a.example")).status).toBe(200);
  });

  it("waits for its own guesses, and makes nobody else wait", async () => {
    site = await openSite();
    const known = copyDevice(await addAdmin());
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await signIn(known, "admin@a.example", "wrong password")).status).toBe(401);
    expect((await signIn(known, "admin@a.example")).status).toBe(429);
    expect((await signIn(createBrowser("192.0.2.77"), "admin@a.example")).status).toBe(200);
  });

  it.each<[string, (value: string) => string]>([
    ["made up", () => "x.9999999999999.x"],
    ["empty", () => ""],
    ["said to last longer", (value) => value.replace(/\.(\d+)\./, ".9999999999999.")],
  ])("is not known by a cookie that is %s", async (_title, change) => {
    site = await openSite();
    const admin = await addAdmin();
    await guess("admin@a.example", 5);
    expect((await signIn(copyDevice(admin, change), "admin@a.example")).status).toBe(429);
  });

  it("is known for that account alone, and for a year", async () => {
    site = await openSite();
    const admin = await addAdmin();
    const member = await addMember(admin);
    const renamed = createBrowser("192.0.2.78");
    const [ours = ""] = [...admin.jar.keys()].filter((name) => name.includes("-device-"));
    renamed.jar.set(ours, [...member.jar].find(([name]) => name.includes("-device-"))?.[1] ?? "");
    const late = copyDevice(admin);
    await guess("admin@a.example", 5);
    expect((await signIn(renamed, "admin@a.example")).status).toBe(429);
    site.clock.now += 366 * 24 * 60 * 60_000;
    await guess("admin@a.example", 5);
    expect((await signIn(late, "admin@a.example")).status).toBe(429);
  });
});

describe("M6: behind a proxy whose header nobody named", () => {
  const connection = { [clientAddressHeader]: toMarkedAddress("10.0.0.1") };
  const keyOf = (headers: Record<string, string>, url: string) =>
    findClientKey(new Headers({ ...connection, ...headers }), clientAddressHeader, url);
  const [http, https] = ["http://chat.example", "https://chat.example"];

  it("clients are told apart by what the proxy adds", () => {
    const [one, other] = ["203.0.113.7", "9.9.9.9, 203.0.113.8"].map((address) =>
      keyOf({ "x-forwarded-for": address }, https),
    );
    expect([one, other]).toEqual(["10.0.0.1 for 203.0.113.7", "10.0.0.1 for 203.0.113.8"]);
  });

  it("nobody's client is counted where the proxy says nothing", () => {
    expect(keyOf({}, https)).toBeNull();
    expect(keyOf({ forwarded: "for=203.0.113.7" }, https)).toBeNull();
    // As Next writes it where no proxy did.
    expect(keyOf({ "x-forwarded-for": "::ffff:10.0.0.1" }, https)).toBeNull();
  });

  it("a connection without a proxy is counted, and so is the address of a trusted header", () => {
    expect(keyOf({}, http)).toBe("10.0.0.1");
    expect(keyOf({ "x-forwarded-for": "203.0.113.7", forwarded: "for=203.0.113.7" }, http)).toBe("10.0.0.1");
    expect(findClientKey(new Headers({ "x-real-ip": "203.0.113.7" }), "x-real-ip", https)).toBe(
      "203.0.113.7",
    );
  });

  it("one person's wrong passwords hold up nobody else", async () => {
    site = await openSite({ AUTH_URL: https });
    const open = (address: string) => {
      const browser = createBrowser("10.0.0.1", https);
      return { browser, headers: { "x-forwarded-for": address } };
    };
    const admin = open("203.0.113.1");
    const post = ({ browser, headers }: ReturnType<typeof open>, name: string, body: object) =>
      import("@/app/api/auth/[...path]/route").then((auth) => browser.auth(auth, name, body, headers));
    const account = { email: "admin@a.example", password: "correct horse battery" };
    await post(admin, "sign-up/email", { name: "Ada", ...account });
    const attacker = open("203.0.113.66");
    for (let attempt = 0; attempt < 6; attempt += 1)
      await post(attacker, "sign-in/email", { email: `x${attempt}@a.example`, password: "wrong password" });
    expect((await post(attacker, "sign-in/email", account)).status).toBe(429);
    expect((await post(open("203.0.113.2"), "sign-in/email", account)).status).toBe(200);
  });
});
