import type { Page } from "@playwright/test";
import { startApp } from "@/tests/support/app-server";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import { isPlanAsked } from "@/tests/support/wire/read-form";
import type { Script } from "@/tests/support/wire/reply";
import { expectAccessible } from "./accessible";
import { answer, ask, composer, expect } from "./journey";
import { card, planAlways } from "./plan-page";
import { test as base } from "./running-page";

type Site = { url: string; say: (script: Script) => void };

/** A model that plans three steps, the last of which needs the others; each waits for its sign. */
const test = base.extend<{ open: Page }, { site: Site }>({
  site: [
    async ({}, provide) => {
      let current: Script = () => ({ parts: [] });
      const provider = await startProviderServer((request) => current(request));
      const app = await startApp({
        env: { LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide" },
      });
      await provide({ url: app.url, say: (script) => void (current = script) });
      await app.close();
      await provider.close();
    },
    { scope: "worker" },
  ],
  open: async ({ page, site, request }, provide) => {
    const { version } = (await (await request.get(`${site.url}/api/admin/settings`)).json()) as {
      version: number;
    };
    const settings = { checkpoints: ["plan", "conflict"], planApprovalCents: 0 };
    const saved = await request.put(`${site.url}/api/admin/settings`, { data: { version, settings } });
    expect(saved.status()).toBe(200);
    await page.goto(site.url);
    await provide(page);
  },
});

const step = (title: string, needs: number[] = []) => ({
  ...{ title, instruction: `Do: ${title}`, expected: "", tool: null, helper: null, needs },
  ...{ critical: false, committee: false },
});
const plan = {
  goal: "Choose the better ferry",
  report: false,
  steps: [step("Look at the north ferry"), step("Look at the south ferry"), step("Compare both", [1, 2])],
};
const say = (text: string) => ({ parts: [{ type: "text" as const, chunks: [text] }] });

/** What the model says as planner, as helper and as writer. `hold` is awaited before the north ferry is told. */
const toScript =
  (hold: Promise<unknown> = Promise.resolve()): Script =>
  async (request) => {
    const words = JSON.stringify(request.body);
    if (isPlanAsked(request)) return say(JSON.stringify(plan));
    if (words.includes("worked on by the steps of a plan")) return say("Take the **south** ferry.");
    const title = /Do: ([^\\"\n]+)/.exec(words)?.[1]?.trim() ?? "nothing";
    if (title.includes("north")) await hold;
    return say(`Result of “${title}”.`);
  };

test("a plan is shown first, changed by hand, followed before one's eyes, and each step can be opened @core", async ({
  open,
  site,
}) => {
  const { promise, resolve } = Promise.withResolvers<null>();
  site.say(toScript(promise));
  await planAlways(open);
  await ask(open, "Which ferry is better?");
  await expect(card(open)).toContainText("A plan, waiting for your word");
  await expect(card(open)).toContainText("Choose the better ferry");
  await expectAccessible(open);
  await open.screenshot({ path: "test-results/plan-proposed.png" });

  await card(open).getByRole("button", { name: "Change steps" }).click();
  const title = card(open).getByRole("textbox", { name: "Title of step 3" });
  await title.fill("Weigh both ferries");
  await expectAccessible(open);
  await open.screenshot({ path: "test-results/plan-edit.png" });
  await card(open).getByRole("button", { name: "Move down: Look at the north ferry" }).click();
  await card(open).getByRole("button", { name: "Save and start" }).click();
  await expect(card(open)).toContainText("1 of 3 steps done");
  await open.screenshot({ path: "test-results/plan-running.png" });
  await open.reload();
  await expect(card(open)).toContainText("1 of 3 steps done");
  resolve(null);
  await expect(answer(open)).toContainText("Take the south ferry.");
  await expect(card(open)).toContainText("Planned in 3 steps: 3 done");
  await card(open).locator("summary").first().click();
  await card(open).getByText("As a graph").click();
  await expect(card(open).getByRole("img").first()).toBeVisible();
  await expectAccessible(open);
  await open.screenshot({ path: "test-results/plan-ended.png", fullPage: true });

  await card(open).getByRole("link", { name: "Open step: Weigh both ferries" }).click();
  await expect(answer(open)).toContainText("Result of “Compare both”.");
  await expect(composer(open)).toHaveCount(0);
  await expect(open.getByRole("button", { name: /again|Edit/i })).toHaveCount(0);
  await expectAccessible(open);
  await open.screenshot({ path: "test-results/plan-step.png" });
  await open.getByRole("link", { name: "Back to the conversation" }).click();
  await expect(answer(open)).toContainText("Take the south ferry.");
});

test("what is left of a running plan can be skipped, and stopping stops all of it", async ({
  open,
  site,
}) => {
  const { promise, resolve } = Promise.withResolvers<null>();
  site.say(toScript(promise));
  await planAlways(open);
  await ask(open, "Which ferry is better?");
  await card(open).getByRole("button", { name: "Start" }).click();
  await expect(card(open)).toContainText("1 of 3 steps done");
  await open.getByRole("button", { name: "Stop" }).first().click();
  await expect(card(open)).toContainText("Planned in 3 steps: 1 done");
  await expect(composer(open)).toBeEditable();
  resolve(null);
});

test("the model asks with choices, and goes on with what the person says @phone", async ({ open, site }) => {
  site.say(({ turn, body }) =>
    turn === 0
      ? {
          parts: [
            {
              type: "tool",
              name: "ask_person",
              id: "q",
              input: {
                question: "Which Paris do you mean?",
                choices: ["France", "Texas"],
                default: "France",
              },
            },
          ],
        }
      : say(JSON.stringify(body).includes("The person answers: Texas") ? "Texas it is." : "Something else."),
  );
  await ask(open, "How is the weather in Paris?");
  const question = open.getByRole("region", { name: "Which Paris do you mean?" });
  await expect(question).toContainText("Goes on with “France”");
  await expectAccessible(open);
  await open.screenshot({ path: "test-results/question.png" });
  await open.reload();
  await question.getByRole("button", { name: "Texas" }).click();
  await expect(answer(open)).toContainText("Texas it is.");
  await expect(answer(open).getByRole("definition")).toHaveText(["Which Paris do you mean?", "Texas"]);
});

test.describe("in Chinese", () => {
  test.use({ locale: "zh-CN" });
  test("a plan waits, runs and is told on a phone @phone", async ({ open: page, site }) => {
    site.say(toScript());
    await planAlways(page, "计划", "总是", "添加", "更多");
    await page.getByRole("textbox").fill("哪个渡轮更好？");
    await page.getByRole("textbox").press("Control+Enter");
    const plan = page.getByRole("region", { name: /计划/ });
    await expect(plan).toContainText("计划已拟好，等你决定");
    await page.screenshot({ path: "test-results/plan-zh-phone.png" });
    await plan.getByRole("button", { name: "开始" }).click();
    await expect(page.getByRole("article").last()).toContainText("Take the south ferry.");
    await expect(plan).toContainText("3 步计划完成：3 步已完成");
    await expectAccessible(page);
  });
});
