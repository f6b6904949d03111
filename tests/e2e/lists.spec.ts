import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startApp } from "@/tests/support/app-server";
import { listFaults } from "./accessible";
import { askedLists } from "./asked-lists";
import { composer, expect } from "./journey";
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

test("a list of conversations that cannot be read leaves the page to write on, and comes when it is tried again @core", async ({
  page,
  request,
}) => {
  const app = await startApp();
  await request.post(`${app.url}/api/folders`, { data: { name: "Charts" }, headers: { origin: app.url } });
  const database = new DatabaseSync(join(app.dataDir, "sextant.db"));
  const where = "WHERE collection = 'users/owner/folders'";
  const { data = "" } = database.prepare(`SELECT data FROM documents ${where}`).get() ?? {};
  const write = (text: typeof data) => database.prepare(`UPDATE documents SET data = ? ${where}`).run(text);
  write("{");
  await page.goto(app.url);
  const list = page.getByRole("navigation", { name: "Conversations" });
  await expect(list.getByText("Your conversations couldn’t be loaded.")).toBeVisible();
  await composer(page).fill("Where was I?");
  expect(await listFaults(page)).toEqual([]);
  write(data);
  await list.getByRole("button", { name: "Try again" }).click();
  await expect(list.getByText("Charts")).toBeVisible();
  await expect(composer(page)).toHaveValue("Where was I?");
  database.close();
  await app.close();
});
