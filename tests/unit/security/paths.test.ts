import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAccounts, type AccountsHarness } from "@/tests/support/accounts-harness";
import type { Browser } from "@/tests/support/accounts-services";
import { readWholeStore } from "@/tests/support/scan-store";
import { allRoutes, attack, enterAsAdmin, pairUp } from "./attack";

let harness: AccountsHarness;
let admin: Browser;
let before: string;
beforeAll(async () => {
  harness = await openAccounts();
  admin = await enterAsAdmin();
  before = await readWholeStore(harness.site.store);
});
afterAll(() => harness.close());

const noIds = [
  ...[
    "../x",
    "",
    ".",
    "..",
    "a/b",
    "a/../../users",
    "/etc/passwd",
    "..\\x",
    "a\\b",
    "%2e%2e%2f",
    "a\u0000b",
    "a\nb",
    "a b",
    "a.b",
  ],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE documents; --',
    "$ne",
    "*",
    "😀",
    "ａ",
    "\u202ea",
    "a".repeat(65),
    "x".repeat(100_000),
  ],
];
/** In the form of an id, and the name of something that every object has or that a store keeps to itself. */
const oddIds = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "__name__", "-", "_"];

const named = allRoutes.filter(({ address }) => address.includes("[id]"));
const open = allRoutes.filter(({ address }) => address.includes("[...path]"));
const noIdCases = pairUp(named, noIds);
const oddCases = pairUp(named, oddIds);
const paths = [
  ["__proto__"],
  ["constructor"],
  ["..", "account"],
  ["sign-in", "..", "admin"],
  ["sign-in\u0000", "email"],
  ["callback", "github"],
  ["callback", "__proto__"],
  [""],
  ["x".repeat(10_000)],
];
const pathCases = pairUp(open, paths);

describe("an id in an address", () => {
  it.each(noIdCases)("%s refuses %j", async (_name, id, route) => {
    const response = await attack(admin, route, { params: { id } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: "invalid_request",
      fields: { id: expect.any(String) },
    });
  });

  it.each(oddCases)("%s finds nothing at %j", async (_name, id, route) => {
    const response = await attack(admin, route, {
      params: { id },
      body: { title: "x", tier: "important", role: "admin" },
    });
    expect([204, 400, 404], await response.clone().text()).toContain(response.status);
  });
});

describe("a path below the addresses for signing in", () => {
  it.each(pathCases)("%s finds nothing at %j", async (_name, path, route) => {
    expect((await attack(admin, route, { params: { path }, body: {} })).status).toBe(404);
  });
});

describe("all of them", () => {
  it("change nothing in the store", async () => {
    expect(named.length).toBeGreaterThan(10);
    expect(await readWholeStore(harness.site.store)).toBe(before);
  });
});
