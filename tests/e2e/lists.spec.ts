import { globSync, readFileSync } from "node:fs";
import { listFaults } from "./accessible";
import { expect } from "./journey";
import { signedInTest as test } from "./signed-in";

/** Pages whose list the browser asks for: where, of whom, and what stands there on a new site. */
const pages = [
  { source: "memory/memory-page", at: "/memory", asks: "/api/memories", then: "No memories yet." },
  { source: "library/library-page", at: "/library", asks: "/api/collections", then: "Handbook" },
  { source: "runs/runs-page", at: "/runs", asks: "/api/runs", then: "No run is like that." },
  { source: "account/usage-month", at: "/account", asks: "/api/usage", then: "No answers in the last" },
  {
    source: "admin/people/people-page",
    at: "/admin/people",
    asks: "/api/admin/people",
    then: "ada@a.example",
  },
  {
    source: "admin/people/shared-pages",
    at: "/admin/people",
    asks: "/api/admin/shares",
    then: "No shared pages.",
  },
  { source: "admin/pages/audit-page", at: "/admin/audit", asks: "/api/audit", then: "Ada" },
  {
    source: "admin/overview/low-ratings",
    at: "/admin",
    asks: "/api/admin/ratings",
    then: "No answer has been",
  },
  {
    source: "admin/overview/operations",
    at: "/admin",
    asks: "/api/admin/runs",
    then: "None at the moment.",
  },
  {
    source: "admin/pages/alerts-page",
    at: "/admin/alerts",
    asks: "/api/admin/alerts",
    then: "Nothing has fired.",
  },
  {
    source: "admin/breaker-section",
    at: "/admin/search",
    asks: "/api/admin/breakers",
    then: "every last call worked",
  },
];
/** The server gives these with the page, or they stand in the page of one record. */
const given = [
  "account/session-list",
  "admin/agents/agent-history",
  "admin/agents/tool-fields",
  "admin/history/settings-history",
  "admin/laboratory/rated-questions",
  "documents/scope-list",
  "library/collection-page",
  "settings/prompt-list",
  "shell/conversations/archive-page",
  "workflows/workflows-page",
];

test("every list of the product is one of these", () => {
  const users = globSync("components/**/*.tsx").filter((file) =>
    /<ResourceList\b/.test(readFileSync(file, "utf8")),
  );
  const known = [...pages.map(({ source }) => source), ...given];
  expect(users.map((file) => file.slice("components/".length, -".tsx".length)).sort()).toEqual(known.sort());
});

for (const { at, asks, then } of pages) {
  test(`the list of ${asks} says that it is on its way, that it failed, and comes when it is tried again`, async ({
    page,
  }) => {
    const held = Promise.withResolvers<void>();
    const isAsked = (url: URL) => url.pathname === asks;
    await page.route(isAsked, async (route) => {
      if (route.request().method() !== "GET") return route.continue();
      await held.promise;
      await route.abort();
    });
    await page.goto(at);
    const main = page.getByRole("main");
    await expect(main.locator("[aria-busy=true]").first()).toBeVisible();
    held.resolve();
    const failure = main.getByRole("alert").filter({ hasText: "couldn’t be loaded" }).first();
    await expect(failure).toBeVisible();
    expect(await listFaults(page)).toEqual([]);
    await page.unroute(isAsked);
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect(failure).toBeHidden();
    await expect(main.getByText(then).filter({ visible: true }).first()).toBeVisible();
  });
}
