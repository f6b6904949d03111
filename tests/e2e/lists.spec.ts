import { listFaults } from "./accessible";
import { askedLists } from "./asked-lists";
import { expect } from "./journey";
import { signedInTest as test } from "./signed-in";

for (const { at, asks, then } of askedLists) {
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
