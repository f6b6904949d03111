import { createBrowser, type Browser, type Call } from "@/tests/support/accounts-services";
import { signIn } from "@/tests/support/account-steps";
import { routeTable } from "./route-table";

export type Route = { name: string; method: string; address: string };

const listRoutes = (isForSite: boolean): Route[] =>
  Object.entries(routeTable).flatMap(([name, row]) => {
    const [method = "", address = ""] = name.split(" ");
    return (row.for === "the site") === isForSite ? [{ name, method, address }] : [];
  });

/** Every route of the table that browsers may call. */
export const allRoutes: readonly Route[] = listRoutes(false);
/** Those that the site's own processes call: they ask for no origin and no cookie, but for a signature. */
export const siteRoutes: readonly Route[] = listRoutes(true);
export const changingRoutes = allRoutes.filter(({ method }) => method !== "GET");

/**
 * One route behind each guard: `withUser`, `withAdmin` and the one for signing in. They meet every attack; the other
 * routes meet one of each kind, which shows that they have their guard.
 */
export const guardedRoutes: readonly Route[] = [
  "DELETE /api/conversations/[id]",
  "PATCH /api/admin/people/[id]",
  "POST /api/auth/[...path]",
].map((name) => allRoutes.find((route) => route.name === name) ?? fail(name));

function fail(name: string): never {
  throw new Error(`There is no route ${name}.`);
}

/** Calls a route as this browser. What it is about is named by an id or a path that there is not. */
export async function attack(
  browser: Browser,
  { method, address }: Route,
  call: Call = {},
): Promise<Response> {
  const handlers = (await import(`@/app${address}/route`)) as Record<string, unknown>;
  return browser.call(handlers[method], { method, params: toParams(address), ...call });
}

function toParams(address: string): Record<string, string | string[]> {
  if (address.includes("[id]")) return { id: "nothing" };
  return address.includes("[...path]") ? { path: ["nothing"] } : {};
}

/** The administrator of the harness, signed in once for many requests. */
export async function enterAsAdmin(): Promise<Browser> {
  const browser = createBrowser();
  await signIn(browser, "admin@a.example");
  return browser;
}

/** The first attack on every route, and all on those of `guardedRoutes`, as rows for `it.each`. */
export function pairUp<T>(routes: readonly Route[], attacks: readonly T[]): [string, T, Route][] {
  return routes.flatMap((route) =>
    (guardedRoutes.includes(route) ? attacks : attacks.slice(0, 1)).map((each): [string, T, Route] => [
      route.name,
      each,
      route,
    ]),
  );
}
