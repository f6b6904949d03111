import { expect } from "@playwright/test";
import { buildOddText } from "@/tests/support/odd-texts";
import { measureCost } from "@/tests/support/server-cost";
import { composer } from "./journey";
import { oddTest as test } from "./odd-site";
import { findSlow, listSlow } from "./odd-text-cost";
import { makeRecords, removeRecords } from "./odd-text-records";
import { plainly } from "./site";

// The other shapes are asked for in `all-odd-texts.spec.ts`.
for (const shape of ["dots", "tildes", "quotes"])
  test(`no page and no route is held up by a text of the shape ${shape}`, async ({ site }) => {
    const records = await makeRecords(site, buildOddText(shape));
    expect(await listSlow(site, records)).toEqual([]);
    await removeRecords(site, records);
  });

test("a conversation of many odd answers costs no more than one @core", async ({ site }) => {
  const conversation = site.newName("many");
  for (const shape of ["dots", "headings", "tildes", "footnotes", "fences", "tableRows", "dots", "quotes"])
    for (const length of [40_000, 90_000])
      await site.ask("Say it.", buildOddText(shape, length), conversation);
  const { url } = await site.call("POST", `/api/conversations/${conversation}/share`);
  const paths = [`/c/${conversation}`, `/api/conversations/${conversation}`, url, `${url}?page=3`];
  for (const path of paths) expect(await findSlow(site, path)).toEqual([]);
});

test("who has only the address of a shared page buys little of the server's time", async ({ site }) => {
  const { conversation } = await site.ask("Say it.", buildOddText("dots", 90_000));
  const { url } = await site.call("POST", `/api/conversations/${conversation}/share`);
  const times = 20;
  const { all } = await measureCost(site.app, async () => {
    for (let time = 0; time < times; time += 1) await site.call("GET", url);
  });
  // Milliseconds of the processor for one look.
  expect(all / times).toBeLessThan(150);
});

test("two answers of a watch that have nothing in common are compared beside everything else", async ({
  site,
}) => {
  const say = (kind: string) => Array.from({ length: 6_000 }, (_, index) => `${kind}${index} is.`).join(" ");
  const before = await site.ask("Say it.", say("A"));
  const from = { conversationId: before.conversation, messageId: before.reply };
  const { id } = await site.call("POST", "/api/workflows", { name: "Odd", isWatch: true, from });
  site.say(() => plainly(say("B")));
  const again = await site.call("POST", `/api/workflows/${id}/run`, { values: {} });
  await site.readReply(again.conversationId);
  for (const path of ["/api/workflows", `/api/workflows/${id}/difference`, "/settings/workflows"])
    expect(await findSlow(site, path)).toEqual([]);
  await site.call("DELETE", `/api/workflows/${id}`);
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });
  test("a shared answer is read as plain words @core", async ({ site, page }) => {
    const { conversation } = await site.ask("Say it.", "It is **so**, as\n\n- one\n- two");
    const { url } = await site.call("POST", `/api/conversations/${conversation}/share`);
    await page.goto(`${site.app.url}${url}`);
    await expect(page.getByText("It is **so**, as")).toBeVisible();
  });
});

test("a browser stays with plain words where drawing them would hold up the page", async ({ site, page }) => {
  test.slow();
  const { conversation } = await site.ask("Say it.", "It is **so**.");
  for (const shape of ["dots", "quotes", "tildes"])
    await site.ask("And now?", buildOddText(shape), conversation);
  await page.goto(`${site.app.url}/c/${conversation}`);
  await composer(page).fill("The page takes words.");
  await expect(composer(page)).toHaveValue("The page takes words.");
  await expect(page.locator("strong", { hasText: "so" })).toBeVisible();
  await expect(page.getByText("Shown as plain text")).toHaveCount(3, { timeout: 60_000 });
});
