import type { Locator, Page } from "@playwright/test";
import { readModelRequest } from "@/tests/support/wire/read-request";
import type { Answer } from "@/tests/support/wire/reply";
import { answer, ask, expect } from "./journey";
import { followUp, plainly, siteTest as test, slowly, toCrashScript, toWords } from "./site";

const answers = (page: Page) => page.getByRole("article", { name: "Sextant answered" });
const asked = (page: Page) => page.getByRole("article", { name: "You asked" });
const away = (page: Page) => page.getByRole("log").getByText("Connection lost.");
const recovered = "The server was interrupted; the answer continued from where it was.";

/** What is out of sight has no inner text. */
const readWords = async (article: Locator) =>
  (await article.textContent())?.match(/(word|first|second|third)\d+/g);

test("an answer goes on through a reload, in a tab opened after its own was closed, and behind another conversation", async ({
  open,
  site,
  context,
}) => {
  site.say(({ body }) =>
    JSON.stringify(body).includes("Meanwhile") ? plainly("This is short.") : slowly("word", 600, 40),
  );
  await ask(open, "A long story");
  await expect(answer(open)).toContainText("word5 ");
  await open.reload();
  await expect(answer(open)).toContainText("word0 ");
  const address = open.url();
  await open.close();
  const second = await context.newPage();
  await second.goto(address);
  await expect(answer(second)).toContainText("word0 ");
  await second.getByRole("link", { name: "New conversation" }).first().click();
  await expect(answers(second)).toHaveCount(0);
  await ask(second, "Meanwhile, something else");
  await expect(answer(second)).toContainText("This is short.");
  const list = second.getByRole("navigation", { name: "Conversations" });
  await list.locator(`a[href="${new URL(address).pathname}"]`).click();
  await expect(answer(second)).toContainText("word0 ");
  await expect(second.getByRole("button", { name: "Stop" })).toBeVisible();
  await expect(answer(second)).toContainText("word599", { timeout: 45_000 });
  expect(await readWords(answer(second))).toEqual(toWords("word", 600));
  await expect(asked(second)).toHaveText(["A long story"]);
});

test("ten seconds offline only make the page wait: the answer goes on without a reload and nothing comes twice", async ({
  open,
  site,
  context,
}) => {
  site.say(() => slowly("word", 180, 80));
  await ask(open, "Through a tunnel");
  await expect(answer(open)).toContainText("word5 ");
  await context.setOffline(true);
  // The browser refuses what is asked from now on, but lets running streams go on.
  site.cut();
  await expect(away(open)).toBeVisible();
  const shown = await readWords(answer(open));
  await open.waitForTimeout(10_000);
  expect(await readWords(answer(open))).toEqual(shown);
  await context.setOffline(false);
  const begun = Date.now();
  await expect(away(open)).toBeHidden();
  console.info(`The answer went on ${Date.now() - begun} ms after the network was back.`);
  await expect(answer(open)).toContainText("word179", { timeout: 20_000 });
  expect(await readWords(answer(open))).toEqual(toWords("word", 180));
  await expect(asked(open)).toHaveCount(1);
});

test("a stop in one tab ends the answer in the other", async ({ open, site, context }) => {
  site.say(() => slowly("word", 2_000, 30));
  await ask(open, "For both of us");
  await expect(answer(open)).toContainText("word3 ");
  const second = await context.newPage();
  await second.goto(open.url());
  await expect(answer(second)).toContainText("word5 ");
  const begun = Date.now();
  await second.getByRole("button", { name: "Stop" }).click();
  await open.getByText("Stopped. What was written so far is kept.").waitFor();
  console.info(`A stop in one tab was seen in the other after ${Date.now() - begun} ms.`);
  await expect(answer(second)).toContainText("Stopped. What was written so far is kept.");
  expect(await readWords(answer(open))).toEqual(await readWords(answer(second)));
});

for (const signal of ["SIGKILL", "SIGTERM"] as const) {
  test(`the answer is completed after ${signal} and a restart, with nothing left of what the model had said before${signal === "SIGKILL" ? " @core" : ""}`, async ({
    open,
    site,
  }) => {
    site.say(toCrashScript(100, 40));
    const asking = site.provider.requests.length;
    await ask(open, "Through a crash");
    await expect(answer(open)).toContainText("first15 ");
    await ask(open, followUp);
    const waiting = open.getByRole("region", { name: "Waiting to be sent" });
    await expect(waiting).toContainText(followUp);
    console.info(`The process was gone ${await site.end(signal)} ms after ${signal}.`);
    await expect(away(open)).toBeVisible();
    await expect(waiting).toContainText(followUp);
    await site.start();
    await expect(answers(open).first()).toContainText("second99", { timeout: 30_000 });
    await expect(answer(open)).toContainText("Here is the rest.", { timeout: 20_000 });
    await expectRecovered(open);
    await open.reload();
    await expectRecovered(open);
    const turns = site.provider.requests
      .slice(asking)
      .filter(({ kind }) => kind === "language")
      .map(({ turn }) => turn);
    expect(turns).toEqual([0, 1, 1, 0]);
  });
}

test("an answer that reached its limit goes on in its own message when asked to", async ({
  open,
  site,
  request,
}) => {
  const settings = `${site.url}/api/admin/settings`;
  const limitTo = async (maxIterations: number) => {
    const { version } = await (await request.get(settings)).json();
    const saved = await request.put(settings, {
      data: { version, settings: { maxIterations } },
      headers: { origin: site.url },
    });
    expect(saved.status()).toBe(200);
  };
  const sum: Answer = { parts: [{ type: "tool", name: "calculate", input: { expression: "6*7" } }] };
  site.say((asking) => (readModelRequest(asking).toolChoice === "none" ? plainly("So far it is 42.") : sum));
  await limitTo(1);
  await ask(open, "How far is it?");
  await expect(answer(open)).toContainText("Ended early: it took as many steps as allowed.");
  await limitTo(5);
  site.say(() => plainly("Now I know the rest."));
  await answer(open).getByRole("button", { name: "Continue" }).click();
  await expect(answer(open)).toContainText("Now I know the rest.");
  await expect(answer(open)).toContainText("So far it is 42.");
  await expect(answer(open)).not.toContainText("Ended early");
  await open.reload();
  await expect(answers(open)).toHaveCount(1);
  await expect(asked(open)).toHaveCount(1);
  await answer(open)
    .getByRole("button", { name: /How I got this answer/ })
    .click();
  await expect(answer(open).getByText("Calculate", { exact: true })).toHaveCount(1);
  await expect(answer(open)).toContainText("So far it is 42.");
});

async function expectRecovered(page: Page): Promise<void> {
  const first = answers(page).first();
  await expect(first).toContainText(recovered);
  expect(await readWords(first)).toEqual(toWords("second", 100));
  await expect(asked(page)).toHaveText(["Through a crash", followUp]);
  await first.getByRole("button", { name: /How I got this answer/ }).click();
  await expect(first.getByText("Calculate", { exact: true })).toHaveCount(2);
}
