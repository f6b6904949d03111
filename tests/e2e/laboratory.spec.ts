import type { Page } from "@playwright/test";
import { startApp } from "@/tests/support/app-server";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import { isAskedFor } from "@/tests/support/wire/read-form";
import { expectAccessible } from "./accessible";
import { answer, ask, expect } from "./journey";
import { test, toRunningPage } from "./running-page";

const lines = Array.from({ length: 8 }, (_, n) =>
  JSON.stringify({ text: `When does ferry ${n + 1} leave?`, expectations: { contains: ["12 euros"] } }),
).join("\n");

/** Another temperature makes it name the price; whoever compares prefers that. */
async function open() {
  const provider = await startProviderServer((request) => {
    const { body } = request;
    const words = JSON.stringify(body);
    const say = (text: string) => ({
      parts: [{ type: "text" as const, chunks: [text] }],
      usage: { input: 200, output: 20 },
    });
    if (isAskedFor(request, "better")) {
      const isFirst = /Answer A:\\n[^\\]*12 euros/.test(words);
      return say(JSON.stringify({ better: isFirst ? "A" : "B", reason: "It names the price." }));
    }
    return say(body["temperature"] === 0.9 ? "It leaves at 8 and costs 12 euros." : "It leaves at 8.");
  });
  const app = await startApp({
    env: () => ({
      ...{ LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "local:judge" },
    }),
  });
  return { app, close: () => app.close().then(provider.close) };
}

test("two settings are compared on ten questions, chosen blindly, and published", async ({ browser }) => {
  const { app, close } = await open();
  try {
    const page = toRunningPage(await (await browser.newContext({ locale: "en-US" })).newPage());
    await page.goto(app.url);
    await ask(page, "When does the rated ferry leave?");
    await expect(answer(page)).toContainText("It leaves at 8.");
    await page.getByRole("button", { name: "Bad answer" }).click();

    await page.goto(`${app.url}/admin/laboratory`);
    await page.getByRole("button", { name: "Add a question" }).click();
    const form = page.getByRole("dialog", { name: "A question" });
    await form.getByLabel("Question").fill("When does the last ferry leave?");
    await form.getByLabel("Must contain").fill("12 euros\nleaves");
    await expectAccessible(page);
    await form.getByRole("button", { name: "Add" }).click();
    await page.locator("input[type=file]").setInputFiles({
      ...{ name: "questions.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(lines) },
    });
    await expect(page.getByText("When does ferry 8 leave?")).toBeVisible();
    await page.getByRole("button", { name: "From rated answers" }).click();
    const rated = page.getByRole("dialog", { name: "From rated answers" });
    await rated.getByRole("checkbox", { name: /When does the rated ferry leave/ }).check();
    await rated.getByRole("button", { name: "Add the ticked" }).click();
    await expect(page.getByRole("list", { name: "Saved questions" }).getByRole("listitem")).toHaveCount(10);

    await page.getByRole("link", { name: "Behaviour", exact: true }).click();
    await page.getByRole("textbox", { name: "Temperature" }).fill("0.9");
    await page.getByRole("textbox", { name: "Temperature" }).press("Tab");
    await page.getByRole("link", { name: "Laboratory" }).click();
    await expect(page.getByText("Tried: Temperature")).toBeVisible();
    await page.getByRole("button", { name: "Estimate" }).click();
    await expect(page.getByText(/^About .* at most/)).toBeVisible();
    await page.getByLabel("May cost at most (cents)").fill("5");
    await page.getByRole("button", { name: "Run", exact: true }).click();

    const experiment = page.getByRole("article", { name: "Temperature" });
    await expect(experiment.getByRole("heading")).toContainText("Finished", { timeout: 120_000 });
    await expect(experiment.getByText(/^Answers get better/)).toBeVisible();
    await expect(experiment).toContainText("10 of 10 answers were as expected; before, 1 were.");
    const sides = experiment.getByRole("region", { name: "Before and after" });
    await expect(sides.getByRole("row").first()).toHaveText("MeasureBeforeDraftChange");
    await expect(sides.getByRole("row", { name: /^As expected/ })).toContainText("1 of 1010 of 10+9");
    await experiment.locator("summary", { hasText: "Pairs and chance" }).click();
    const winners = experiment.getByRole("region", { name: "Pairs and chance" });
    await expect(winners.getByRole("row", { name: /^As expected/ })).toHaveText(/0910.0039/);
    await expect(winners.getByRole("row", { name: /^Better for the model/ })).toHaveText(/01000.002/);
    await experiment.locator("summary", { hasText: "Question by question" }).click();
    const asked = experiment.getByRole("table", { name: "Question by question" });
    await expect(asked.getByRole("row")).toHaveCount(11);
    await expectAccessible(page);

    await experiment.getByRole("button", { name: "Compare blindly" }).click();
    const pair = page.getByRole("dialog", { name: "Which answer is better?" });
    const first = pair.getByRole("region", { name: "Answer A" });
    await expect(first).toContainText("It leaves at 8");
    const isDraftFirst = (await first.textContent())?.includes("12 euros") === true;
    await expectAccessible(page);
    await pair.getByRole("button", { name: isDraftFirst ? "A is better" : "B is better" }).click();
    await expect(pair.getByText("9 questions left")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(winners.getByRole("row", { name: /^Better for you/ })).toHaveText(/0101/);

    // The ticked questions are asked each night from now on.
    await page.getByRole("heading", { name: "Every night" }).click();
    await page.getByRole("switch", { name: "Ask every night" }).check();
    await page.getByLabel("At", { exact: true }).fill("04:30");
    await page.getByLabel("Cost limit of a night (cents)").fill("50");
    await page.getByRole("button", { name: "Save with 10 questions" }).click();
    await expect(page.getByText(/^Next on .*4:30.*, 10 questions\.$/)).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await page.getByRole("heading", { name: "Every night" }).click();
    await expect(page.getByRole("switch", { name: "Ask every night" })).toBeChecked();
    await expect(page.getByLabel("At", { exact: true })).toHaveValue("04:30");

    await experiment.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(experiment.getByText("These settings are live.", { exact: false })).toBeVisible();
    await expect(sides.getByRole("row").first()).toHaveText("MeasureBeforeAfterChange");
    await page.goto(app.url);
    await ask(page, "When does the ferry leave now?");
    await expect(answer(page)).toContainText("12 euros");
  } finally {
    await close();
  }
});

test("an experiment is made by thumb and in Chinese", async ({ browser }) => {
  const { app, close } = await open();
  try {
    const context = await browser.newContext({ locale: "zh-CN", viewport: { width: 390, height: 800 } });
    const page = toRunningPage(await context.newPage());
    await page.goto(`${app.url}/admin/laboratory`);
    await page.locator("input[type=file]").setInputFiles({
      ...{
        name: "q.jsonl",
        mimeType: "application/jsonl",
        buffer: Buffer.from('{"text": "渡轮几点开？"}\nx'),
      },
    });
    await expect(page.getByRole("main").getByRole("alert")).toContainText("第 2 行");
    await page.getByRole("button", { name: "添加问题" }).click();
    await page.getByRole("dialog").getByLabel("问题", { exact: true }).fill("渡轮几点开？");
    await page.getByRole("dialog").getByRole("button", { name: "添加" }).click();
    await expect(page.getByText("渡轮几点开？")).toBeVisible();
    await page.getByRole("link", { name: "智能体", exact: true }).click();
    await page.getByRole("textbox", { name: "温度" }).fill("0.9");
    await page.getByRole("textbox", { name: "温度" }).press("Tab");
    await page.getByRole("link", { name: "实验室" }).click();
    await page.getByLabel("最多花费（美分）").fill("500");
    await page.getByRole("button", { name: "运行", exact: true }).click();
    const experiment = page.getByRole("article");
    await expect(experiment.getByRole("heading")).toContainText("已完成", { timeout: 60_000 });
    await expectAccessible(page);
    await experiment.getByRole("button", { name: "丢弃" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "丢弃" }).click();
    await expect(page.getByText("还没有实验。")).toBeVisible();
  } finally {
    await close();
  }
});

test("a change is kept as a draft, opened in another browser, tried, and published in four clicks @core", async ({
  browser,
}) => {
  const { app, close } = await open();
  try {
    const openPage = async () =>
      toRunningPage(await (await browser.newContext({ locale: "en-US" })).newPage());
    const page = await openPage();
    await page.request.post(`${app.url}/api/admin/questions`, {
      headers: { origin: app.url },
      data: { questions: lines.split("\n").map((line) => JSON.parse(line) as object) },
    });

    // Kept under a name, it is there after a reload, and for others.
    const seed = (on: Page, name: string) => on.getByRole("group", { name: "Seed" }).getByText(name);
    await page.goto(`${app.url}/admin/agent`);
    await seed(page, "Fixed").click();
    await page.getByRole("button", { name: "Keep as draft…" }).click();
    const naming = page.getByRole("dialog", { name: "Keep these changes as a draft" });
    await expect(naming.getByLabel("Name")).toHaveValue("Seed");
    await naming.getByLabel("Name").fill("The same each time");
    await expectAccessible(page);
    await naming.getByRole("button", { name: "Keep" }).click();
    await expect(page.getByText("Draft: The same each time")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Publish", exact: true })).toHaveCount(0);

    const other = await openPage();
    await other.goto(`${app.url}/admin/laboratory#drafts`);
    const kept = other.getByRole("list", { name: "Drafts" }).locator("> li");
    await expect(kept).toContainText("from Random to 1");
    await kept.getByRole("button", { name: "Open" }).click();
    await expect(other.getByText("Tried: Seed")).toBeVisible();
    await expect(other.getByLabel("What is tried")).toHaveValue(/./);
    await expectAccessible(other);
    await other.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(other.getByText("Published.", { exact: true })).toBeAttached();
    await expect(kept).toHaveCount(0);

    // Change, try, run, publish.
    await page.goto(`${app.url}/admin/agent`);
    await seed(page, "Random").click();
    await page.getByRole("button", { name: "Try in the laboratory" }).click();
    await expect(page.getByRole("link", { name: "Draft: Seed" })).toBeVisible();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const experiment = page.getByRole("article", { name: "Seed" });
    await expect(experiment.getByRole("heading")).toContainText("Finished", { timeout: 120_000 });
    await expect(experiment.getByText(/^No difference in quality shown/)).toBeVisible();
    const height = await page.evaluate(() => document.querySelector("main")?.scrollHeight ?? 0);
    expect(height).toBeLessThanOrEqual(2_500);
    await page
      .getByRole("region", { name: "Changes that are not published" })
      .getByRole("button", { name: "Publish", exact: true })
      .click();
    await expect(page.getByText("Published.", { exact: true })).toBeAttached();
    await expect(experiment.getByRole("heading")).toContainText("Published");
  } finally {
    await close();
  }
});

test("changes are not lost on leaving: they can be kept as a draft", async ({ browser }) => {
  const { app, close } = await open();
  try {
    const page = toRunningPage(await (await browser.newContext({ locale: "en-US" })).newPage());
    await page.goto(`${app.url}/admin/agent`);
    await page.getByRole("checkbox", { name: /^Random ?: Seed$/ }).uncheck();
    await page.getByRole("link", { name: "Back to the chat" }).click();
    await page
      .getByRole("dialog", { name: "Leave without publishing?" })
      .getByRole("button", { name: "Keep as draft “Seed” and leave" })
      .click();
    await expect(page).toHaveURL(`${app.url}/`);
    await page.goto(`${app.url}/admin/laboratory#drafts`);
    const kept = page.getByRole("list", { name: "Drafts" }).locator("> li");
    await kept.getByRole("button", { name: "Delete" }).click();
    await page
      .getByRole("dialog", { name: "Delete the draft “Seed”?" })
      .getByRole("button", { name: "Delete" })
      .click();
    await expect(kept).toHaveCount(0);
  } finally {
    await close();
  }
});
