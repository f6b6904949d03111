import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAccounts, type AccountsHarness } from "@/tests/support/accounts-harness";
import type { Browser } from "@/tests/support/accounts-services";
import { readWholeStore } from "@/tests/support/scan-store";
import { allRoutes, attack, changingRoutes, enterAsAdmin, pairUp, type Route } from "./attack";

let harness: AccountsHarness;
let admin: Browser;
let before: string;
beforeAll(async () => {
  harness = await openAccounts();
  admin = await enterAsAdmin();
  before = await readWholeStore(harness.site.store);
});
afterAll(() => harness.close());

/** The site is `http://127.0.0.1:3000`. */
const origins = [
  ...[
    "https://evil.example",
    "",
    "null",
    "http://127.0.0.1:3000.evil.example",
    "http://evil.example/http://127.0.0.1:3000",
  ],
  ...[
    "https://127.0.0.1:3000",
    "http://127.0.0.1",
    "http://127.0.0.1:3001",
    "http://localhost:3000",
    "http://127.0.0.1:3000/",
    "http://user@127.0.0.1:3000",
    "http://127.0.0.1:3000, https://evil.example",
  ],
];
const hosts = [
  "evil.example",
  "",
  "evil.example:3000",
  "127.0.0.1:3000.evil.example",
  "localhost:3000",
  "127.0.0.1",
  "127.0.0.1:3001",
  "[::1]:3000",
  "127.0.0.1:3000, evil.example",
  "user@127.0.0.1:3000",
];

/** Whether it runs, files of a package, counts for who has their token, no route: nothing of anybody. */
const forEverybody = ["/api/health", "/api/metrics", "/api/pdf/[folder]/[name]", "/api/[...rest]"];
const isSomebodys = ({ address }: Route): boolean => !forEverybody.includes(address);
/** Each route, and each guard with all of them. */
const originCases = pairUp(changingRoutes.filter(isSomebodys), origins);
const hostCases = pairUp(allRoutes.filter(isSomebodys), hosts);

describe("a change asked for by a page of another site, with the administrator's cookies", () => {
  it.each(originCases)("%s with the origin %j is refused", async (_name, origin, route) => {
    const response = await attack(admin, route, { headers: { origin }, body: {} });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "forbidden" });
  });
});

describe("a request under another name, with the administrator's cookies", () => {
  it.each(hostCases)("%s under the host %j is refused", async (_name, host, route) => {
    const response = await attack(admin, route, { headers: { host, "x-forwarded-host": "127.0.0.1:3000" } });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});

describe("all of them", () => {
  it("change nothing in the store", async () => {
    expect(await readWholeStore(harness.site.store)).toBe(before);
  });
});
