import type { Locator, Page } from "@playwright/test";
import { startApp, type AppServer } from "@/tests/support/app-server";
import { noEmulator, startFirestoreEmulator } from "@/tests/support/firestore-emulator";
import { openRoundRobin, type RoundRobin } from "@/tests/support/round-robin";
import type { Script } from "@/tests/support/wire/reply";
import { answer, ask, composer, expect } from "./journey";
import { test as base } from "./running-page";
import { plainly, slowly, startModel, toCrashScript, toWords } from "./site";

type Instances = {
  front: RoundRobin;
  say: (script: Script) => void;
  /** Starts one more behind the address. */
  add: () => Promise<void>;
  /** Milliseconds until the instance that took the newest question was gone. */
  endMaker: (signal: NodeJS.Signals) => Promise<number>;
};

/** Two servers on one Firestore behind one address, each request at the other one than the last of its kind; a person is signed in. */
const test = base.extend<{ open: Page; instances: Instances }>({
  instances: async ({}, provide) => {
    const emulator = await startFirestoreEmulator();
    // Said aloud, and shown as skipped in the report.
    if (emulator === null) return base.skip(true, noEmulator);
    const { provider, say, env } = await startModel();
    const front = await openRoundRobin();
    const shared = {
      AUTH_URL: front.url,
      AUTH_SECRET: "s".repeat(32),
      FIREBASE_PROJECT_ID: "two-instances",
      FIRESTORE_EMULATOR_HOST: emulator.host,
    };
    const apps: AppServer[] = [];
    const add = async () => {
      apps.push(await startApp({ env: { ...env, ...shared } }));
      front.lead(...apps.map(({ url }) => url));
    };
    await Promise.all([add(), add()]);
    await provide({ front, say, add, endMaker: (signal) => endMaker(front, apps, signal) });
    await front.close();
    await Promise.all(apps.map((app) => app.close()));
    await provider.close();
    await emulator.close();
  },
  open: async ({ page, instances }, provide) => {
    await page.goto(instances.front.url);
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("Email").fill("ada@a.example");
    await page.getByRole("textbox", { name: "Password" }).fill("correct horse battery");
    await page.getByRole("button", { name: /^(?:Create the account|Join )/ }).click();
    await expect(composer(page)).toBeVisible();
    await provide(page);
  },
});

async function endMaker(front: RoundRobin, apps: AppServer[], signal: NodeJS.Signals): Promise<number> {
  const maker = apps.findIndex(({ url }) => url === findMaker(front));
  const begun = Date.now();
  await Promise.all(apps.splice(maker, 1).map((app) => app.close({ signal })));
  return Date.now() - begun;
}

const findMaker = (front: RoundRobin) => front.listServed("POST", /^\/api\/chat$/).at(-1);
const recovered = "The server was interrupted; the answer continued from where it was.";

const answers = (page: Page) => page.getByRole("article", { name: "Sextant answered" });

/** What is out of sight has no inner text. */
const readWords = async (article: Locator) =>
  (await article.textContent())?.match(/(word|first|second|third)\d+/g);

test("an answer is followed, steered and stopped through whichever instance is asked, and goes on when the one that makes it is killed", async ({
  open,
  instances: { front, say, add, endMaker },
}) => {
  await test.step("reloads meet both instances, and each shows the answer from its beginning", async () => {
    say(() => slowly("word", 250, 40));
    await ask(open, "Who makes this?");
    for (const reload of toWords("reload", 6)) {
      await expect(answer(open), reload).toContainText("word0 ");
      await open.reload();
    }
    await expect(answer(open)).toContainText("word249", { timeout: 20_000 });
    expect(await readWords(answer(open))).toEqual(toWords("word", 250));
    expect(new Set(front.listServed("GET", /^\/api\/chat\/.*\/stream$/)).size).toBe(2);
  });

  await test.step("words sent now and a stop reach the instance that makes the answer through the other", async () => {
    say(({ body }) =>
      JSON.stringify(body).includes("In metres")
        ? slowly("after", 2_000, 30)
        : slowly("before", 120, 40, [
            { type: "tool", name: "calculate", input: { expression: "984 * 0.3048" } },
          ]),
    );
    await ask(open, "How high is it?");
    await expect(answer(open)).toContainText("before2 ");
    await ask(open, "In metres, please");
    await open.getByRole("button", { name: "Add to this answer" }).click();
    await expect(answer(open).getByRole("blockquote")).toContainText("In metres, please", {
      timeout: 15_000,
    });
    await expect(answer(open)).toContainText("after5 ");
    const begun = Date.now();
    await open.getByRole("button", { name: "Stop" }).click();
    await answer(open).getByText("Stopped. What was written so far is kept.").waitFor();
    console.info(`A stop through the other instance was seen after ${Date.now() - begun} ms.`);
    expect(front.listServed("POST", /\/steer$/)).toEqual([
      expect.not.stringMatching(`^${findMaker(front)}$`),
    ]);
    expect(front.listServed("POST", /\/stop$/)).toEqual([expect.not.stringMatching(`^${findMaker(front)}$`)]);
  });

  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    await test.step(`the instance that makes the answer gets ${signal}, and the other one goes on`, async () => {
      say(toCrashScript(100, 40));
      await ask(open, `Through ${signal}`);
      await expect(answers(open)).toHaveCount(signal === "SIGTERM" ? 3 : 4);
      await expect(answer(open)).toContainText("first15 ");
      const begun = Date.now();
      const goneMs = await endMaker(signal);
      await expect(answer(open)).toContainText("second0 ", { timeout: 30_000 });
      console.info(
        `${signal}: the process was gone after ${goneMs} ms, the answer seen going on after ${Date.now() - begun} ms.`,
      );
      await expect(answer(open)).toContainText("second99", { timeout: 20_000 });
      await expectRecovered(open);
      await add();
      await open.reload();
      await expectRecovered(open);
    });
  }

  say(() => plainly("Here again."));
  await ask(open, "Still there?");
  await expect(answer(open)).toContainText("Here again.");
});

async function expectRecovered(page: Page): Promise<void> {
  await expect(answer(page)).toContainText(recovered);
  expect(await readWords(answer(page))).toEqual(toWords("second", 100));
  await answer(page)
    .getByRole("button", { name: /How I got this answer/ })
    .click();
  await expect(answer(page).getByText("Calculate", { exact: true })).toHaveCount(2);
}
