import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAccounts, type AccountsHarness, type Caller } from "@/tests/support/accounts-harness";
import type { Role } from "@/lib/features/accounts/shape/accounts";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { RouteRow } from "./route-row";
import { routeTable } from "./route-table";

const root = join(import.meta.dirname, "../../..");
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const callers: readonly Caller[] = [
  ...(["nobody", "member", "other member", "disabled member"] as const),
  ...(["operator", "auditor", "admin"] as const),
];

let harness: AccountsHarness;
beforeAll(async () => {
  harness = await openAccounts();
});
afterAll(() => harness.close());

/** Every method of every route handler in `app/api`, found by its file. */
function listRoutes(folder = join(root, "app/api")): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listRoutes(path);
    if (entry.name !== "route.ts") return [];
    const text = readFileSync(path, "utf8");
    const address = `/${relative(join(root, "app"), folder)}`;
    return methods
      .filter((method) => new RegExp(`export (const|async function|function) ${method}\\b`).test(text))
      .map((method) => `${method} ${address}`);
  });
}

describe("the table of routes", () => {
  it("names every route that there is, and no other", () => {
    expect(Object.keys(routeTable).sort()).toEqual(listRoutes().sort());
  });

  it("has for each route the roles that the product's own endpoint has, which says where it is", async () => {
    const served = await Promise.all(Object.keys(routeTable).map(readServed));
    const rows = Object.entries(routeTable).map(([route, row]) => [route, toRoles(row)] as const);
    expect(served.filter(([, , address]) => address !== undefined).length).toBeGreaterThan(130);
    expect(served.filter(([route, , address = route]) => address !== route)).toEqual([]);
    expect(served.map(([route, roles]) => [route, roles])).toEqual(rows);
  });
});

describe("a route", () => {
  it.each(Object.entries(routeTable))("%s answers each caller as its row says", async (route, row) => {
    const answers: [Caller, number][] = [];
    for (const caller of callers) answers.push([caller, (await harness.call(route, caller, row)).status]);
    expect(answers).toEqual(callers.map((caller) => [caller, expectedStatus(row, caller)]));
  });
});

describe("a run of somebody else", () => {
  const route = "GET /api/runs/[id]";
  it.each([
    ["admin", 200],
    ["operator", 200],
    ["auditor", 200],
    ["member", 200],
    ["other member", 404],
  ] as const)("named with its person, answers %s with %i", async (caller, status) => {
    const row = routeTable[route];
    const prepare = async () => ({
      ...(await row?.prepare?.(harness)),
      query: `?person=${harness.ids.member}`,
    });
    expect((await harness.call(route, caller, { prepare })).status).toBe(status);
  });

  it.each(["operator", "auditor"] as const)(
    "has no words for %s, and what it did and cost",
    async (caller) => {
      const prepare = async () => ({
        ...(await routeTable[route]?.prepare?.(harness)),
        query: `?person=${harness.ids.member}`,
      });
      const own = await (await harness.call(route, "member", { prepare })).text();
      const seen = await (await harness.call(route, caller, { prepare })).text();
      expect([own, seen].map((text) => text.includes("2 + 2"))).toEqual([true, false]);
      const { steps } = JSON.parse(seen) as RunRecord;
      expect(steps.flatMap(({ toolCalls }) => toolCalls)).toMatchObject([{ tool: "calculate", input: null }]);
    },
  );

  it.each([
    ["admin", undefined],
    ["member", [{ kind: "person", name: null, text: "Call me Ishmael." }]],
  ] as const)("shows %s what the person wants of answers only where it is theirs", async (caller, shown) => {
    const { site, ids } = harness;
    await site.services.preferences.change(ids.member, { instructions: "Call me Ishmael." });
    const prepare = async () => ({
      ...(await routeTable[route]?.prepare?.(harness)),
      query: `?person=${ids.member}`,
    });
    const answer = await harness.call(route, caller, { prepare });
    expect(((await answer.json()) as RunRecord).instructions).toEqual(shown);
  });
});

/** The roles of a handler and its own address, where it is one of an endpoint. */
async function readServed(route: string): Promise<[string, readonly Role[], string | undefined]> {
  const [method = "", address = ""] = route.split(" ");
  const handlers = (await import(`@/app${address}/route`)) as Record<
    string,
    { roles?: readonly Role[]; address?: string }
  >;
  return [route, handlers[method]?.roles ?? [], handlers[method]?.address];
}

/** None where a role makes no difference. */
function toRoles(row: RouteRow): readonly Role[] {
  if (row.for === "admins") return ["admin"];
  return typeof row.for === "string" ? [] : row.for;
}

/** Public routes answer everybody and the site's own nobody; the rest ask nobody and the disabled to sign in, members nothing of admins and nothing of each other. */
function expectedStatus(row: RouteRow, caller: Caller): number {
  if (row.for === "everybody" || row.for === "the site") return row.status;
  if (caller === "nobody" || caller === "disabled member") return 401;
  const roles: readonly string[] = toRoles(row);
  if (roles.length > 0) return roles.includes(caller) ? row.status : 403;
  if (row.isOwned === true && caller !== "member") return 404;
  return row.status;
}
