import { afterAll, afterEach, describe, expect, it } from "vitest";
import * as account from "@/app/api/account/route";
import * as auth from "@/app/api/auth/[...path]/route";
import { clientAddressHeader } from "@/lib/features/accounts/auth/client-address";
import { addAdmin, addMember, signIn, signUp } from "@/tests/support/account-steps";
import {
  createBrowser,
  openSite,
  password,
  type Browser,
  type Site,
} from "@/tests/support/accounts-services";

let site: Site;
afterEach(() => site.dispose());

const tries = Array.from({ length: 8 }, (_, index) => index);
const refusedAfterFive = [401, 401, 401, 401, 401, 429, 429, 429];

async function openWithAdmin(env: Record<string, string> = {}): Promise<Browser> {
  site = await openSite(env);
  return addAdmin();
}

let guesses = 0;
afterAll(() => console.info(`${guesses} guesses made`));

/** The status of each of eight guesses, one after the other. */
async function guess(attempt: (index: number) => Promise<Response>): Promise<number[]> {
  const found: number[] = [];
  for (const index of tries) found.push((await attempt(index)).status);
  guesses += found.length;
  return found;
}

const post = (browser: Browser, email: string, headers: Record<string, string>) =>
  browser.auth(auth, "sign-in/email", { email, password: "wrong password" }, headers);

describe("a client that guesses at many accounts", () => {
  it.each([
    "x-forwarded-for",
    "x-real-ip",
    "forwarded",
    "cf-connecting-ip",
    "true-client-ip",
    "x-client-ip",
    "x-vercel-forwarded-for",
  ])("is not another one by its header %s", async (name) => {
    await openWithAdmin();
    const browser = createBrowser("192.0.2.1");
    expect(
      await guess((index) => post(browser, `n${index}@a.example`, { [name]: `10.0.0.${index}` })),
    ).toEqual(refusedAfterFive);
  });

  it("is not another one by the server's own header", async () => {
    await openWithAdmin();
    expect(
      await guess((index) =>
        post(createBrowser(), `n${index}@a.example`, { [clientAddressHeader]: `10.0.0.${index}` }),
      ),
    ).toEqual(refusedAfterFive);
    expect(
      await guess((index) =>
        post(createBrowser(), `m${index}@a.example`, {
          [clientAddressHeader]: `${"0".repeat(32)}@10.0.0.${index}`,
        }),
      ),
    ).toEqual(tries.map(() => 429));
  });

  it.each([
    ["another address of its own network", (index: number) => `2001:db8:1:2::${index}`],
    ["another way to write it", (index: number) => (index % 2 === 0 ? "::ffff:192.0.2.1" : "192.0.2.1")],
  ])("is not another one by %s", async (_title, toAddress) => {
    await openWithAdmin();
    expect(
      await guess((index) =>
        signIn(createBrowser(toAddress(index)), `n${index}@a.example`, "wrong password"),
      ),
    ).toEqual(refusedAfterFive);
  });

  it.each([
    ["what it puts before the proxy's entry", (index: number) => `10.0.0.${index}, 192.0.2.1`],
    ["its port", (index: number) => `192.0.2.1:${4000 + index}`],
  ])("behind a proxy is not another one by %s", async (_title, toHeader) => {
    await openWithAdmin({ CLIENT_ADDRESS_HEADER: "X-Forwarded-For" });
    expect(
      await guess((index) =>
        post(createBrowser(), `n${index}@a.example`, { "x-forwarded-for": toHeader(index) }),
      ),
    ).toEqual(refusedAfterFive);
  });

  it("may not go on at another door", async () => {
    await openWithAdmin();
    const browser = createBrowser("192.0.2.1");
    await guess((index) => signIn(browser, `n${index}@a.example`, "wrong password"));
    const others = [
      signUp(browser, "new@a.example", { invitation: "guessed" }),
      browser.auth(auth, "reset-password", { token: "guessed", newPassword: password }),
      browser.auth(auth, "request-password-reset", { email: "admin@a.example" }),
    ];
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([429, 429, 429]);
  });

  it("gains nothing by signing in to an account of its own in between", async () => {
    const admin = await openWithAdmin();
    await addMember(admin);
    const browser = createBrowser("192.0.2.1");
    const found = await guess(async (index) => {
      await signIn(browser, "member@a.example");
      return signIn(browser, `n${index}@a.example`, "wrong password");
    });
    expect(found).toEqual(refusedAfterFive);
  });
});

describe("many clients that guess at one account", () => {
  it("are counted together however they write its address", async () => {
    await openWithAdmin();
    const spellings = [
      "admin@a.example",
      "ADMIN@A.EXAMPLE",
      " admin@a.example",
      "admin@a.example ",
      "Admin@a.example",
      "aDmin@a.example",
      "admin@A.example",
      "\tadmin@a.example",
    ];
    expect(
      await guess((index) =>
        signIn(createBrowser(`192.0.2.${index}`), spellings[index] ?? "", "wrong password"),
      ),
    ).toEqual(refusedAfterFive);
  });

  it("are counted together with who guesses in a session of the account", async () => {
    const admin = await openWithAdmin();
    for (const index of tries.slice(0, 3)) {
      expect(
        (
          await admin.auth(auth, "change-password", {
            currentPassword: `guess ${index}`,
            newPassword: password,
          })
        ).status,
      ).toBe(400);
    }
    const remove = () =>
      admin.call(account.DELETE, {
        method: "DELETE",
        body: { email: "admin@a.example", password: "wrong password" },
      });
    expect([(await remove()).status, (await remove()).status, (await remove()).status]).toEqual([
      400, 400, 429,
    ]);
    expect((await signIn(createBrowser("192.0.2.77"), "admin@a.example")).status).toBe(429);
  });

  it("find the right password refused while they have to wait, and learn nothing by it", async () => {
    await openWithAdmin();
    await guess((index) => signIn(createBrowser(`192.0.2.${index}`), "admin@a.example", "wrong password"));
    const [right, wrong] = [
      await signIn(createBrowser("198.51.100.8"), "admin@a.example"),
      await signIn(createBrowser("198.51.100.9"), "admin@a.example", "wrong password"),
    ];
    expect([right.status, wrong.status]).toEqual([429, 429]);
    expect(await right.text()).toBe(await wrong.text());
  });
});
