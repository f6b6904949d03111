import type { Page } from "@playwright/test";
import { startApp, type AppOptions, type AppServer } from "@/tests/support/app-server";
import { findFreePort } from "@/tests/support/free-port";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { Script } from "@/tests/support/wire/reply";
import { startOnUsualPort } from "@/tests/support/wire/usual-port";
import { listFaults } from "./accessible";
import { answer, ask, composer, expect } from "./journey";
import { test as base, toRunningPage } from "./running-page";

const hello: Script = () => ({ parts: [{ type: "text", chunks: ["Hello from the model."] }] });
const key = "sk-the-good-one";

type Closable = { close(): Promise<unknown> };
type Fixtures = {
  /** Closed after the journey, newest first. */
  closing: <ITEM extends Closable>(item: ITEM) => ITEM;
  start: (options?: AppOptions) => Promise<AppServer>;
};

const test = base.extend<Fixtures>({
  closing: async ({}, provide) => {
    const items: Closable[] = [];
    await provide((item) => {
      items.unshift(item);
      return item;
    });
    for (const item of items) await item.close();
  },
  start: async ({ closing }, provide) => {
    await provide(async (options) => closing(await startApp(options)));
  },
});

const card = (page: Page) => page.getByRole("region", { name: "Connect a model" });
const choose = (page: Page, provider: string) => card(page).getByRole("button", { name: provider }).click();

test("a refused key stays in the field and a good one serves at once @core", async ({
  page,
  start,
  closing,
}) => {
  const provider = closing(await startProviderServer(hello, { key }));
  const app = await start({ env: { OPENAI_BASE_URL: `${provider.url}/v1`, MODEL_LITE: "offline:guide" } });
  await page.goto(app.url);
  expect(await listFaults(page)).toEqual([]);
  await choose(page, "OpenAI");
  const link = card(page).getByRole("link", { name: "platform.openai.com/api-keys" });
  await expect(link).toHaveAttribute("href", "https://platform.openai.com/api-keys");
  await expect(link).toHaveAttribute("rel", "noreferrer");
  const field = card(page).getByLabel("Key for OpenAI");
  await expect(field).toBeFocused();
  expect(await listFaults(page)).toEqual([]);
  await field.fill("sk-a-wrong-one");
  await field.press("Enter");
  await expect(card(page).getByRole("alert")).toContainText("OpenAI refused the key");
  await expect(field).toHaveValue("sk-a-wrong-one");
  await page.reload();
  await choose(page, "OpenAI");
  await field.fill(key);
  await card(page).getByRole("button", { name: "Save the key" }).click();
  await expect(card(page)).toBeHidden();
  await expect(page.getByRole("button", { name: /^Compare heat pumps/ })).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await ask(page, "Hello?");
  await expect(answer(page)).toContainText("Hello from the model.");
  await page.reload();
  expect(await page.content()).not.toContain(key);
});

test("the same test stands before a key on the page of models", async ({ page, start, closing }) => {
  const provider = closing(await startProviderServer(hello, { key }));
  const app = await start({ env: { OPENAI_BASE_URL: `${provider.url}/v1` } });
  await page.goto(`${app.url}/admin/models`);
  const field = page.getByLabel("Key for OpenAI");
  await field.fill("sk-a-wrong-one");
  await field.press("Enter");
  await expect(page.getByText("Not saved: OpenAI refused the key.")).toBeVisible();
  await expect(page.getByText("Key entered here", { exact: true })).toBeHidden();
  await field.fill(key);
  await field.press("Enter");
  await expect(page.getByText("Key entered here", { exact: true })).toBeVisible();
  await page.reload();
  expect(await page.content()).not.toContain(key);
  await page.getByRole("button", { name: "Remove the key" }).click();
  await expect(page.getByText("Key entered here", { exact: true })).toBeHidden();
});

test("an address without a model server says so, and one with it answers", async ({
  page,
  start,
  closing,
}) => {
  const provider = closing(await startProviderServer(hello, { key, models: ["small", "large"] }));
  const app = await start();
  await page.goto(app.url);
  await choose(page, "Other server");
  const address = card(page).getByLabel("Address of an OpenAI-compatible server");
  await address.fill(app.url);
  await address.press("Enter");
  await expect(card(page).getByRole("alert")).toContainText("isn’t a model server");
  await address.fill(provider.url);
  await card(page).getByLabel("Key, if it needs one").fill(key);
  await card(page).getByRole("button", { name: "List its models" }).click();
  await card(page).getByRole("combobox", { name: "Model" }).selectOption("large");
  await card(page).getByRole("button", { name: "Use large" }).click();
  await expect(card(page)).toBeHidden();
  await ask(page, "Hello?");
  await expect(answer(page)).toContainText("Hello from the model.");
  expect(provider.requests.at(-1)).toMatchObject({ headers: { authorization: `Bearer ${key}` } });
  await page.goto(`${app.url}/admin/models`);
  await expect(page.getByText(`large at ${provider.url}/v1`)).toBeVisible();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("The server is disconnected.")).toBeVisible();
  await page.goto(app.url);
  await expect(card(page)).toBeVisible();
});

test("servers are added by name, and a model of a list is offered or not, on a phone @phone", async ({
  page,
  start,
  closing,
}) => {
  const rows = [
    { id: "small", max_model_len: 16_384 },
    { id: "dear", pricing: { input: 3, output: 15 } },
  ];
  const provider = closing(await startProviderServer(hello, { key, rows }));
  const app = await start();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${app.url}/admin/models`);
  const opener = page.getByRole("button", { name: "Add an OpenAI-compatible server" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const form = page.locator("form", { has: page.getByLabel("Name, for example groq") });
  await form.getByLabel("Name, for example groq").fill("openai");
  await expect(form.getByText("This name is taken.")).toBeVisible();
  await form.getByLabel("Name, for example groq").fill("box");
  await form.getByLabel("Address of an OpenAI-compatible server").fill(provider.url);
  await form.getByLabel("Key, if it needs one").fill(key);
  await form.getByRole("button", { name: "List its models" }).click();
  await page.getByRole("button", { name: "Use small" }).click();
  await expect(page.getByText(`small at ${provider.url}/v1`)).toBeVisible();
  await page.getByRole("button", { name: "Add a model", exact: true }).click();
  const picker = page.getByRole("dialog", { name: "Add a model" });
  await expect(picker.getByText("$3.00 / $15.00")).toBeVisible();
  await picker.getByRole("button", { name: "Add box:dear" }).click();
  await expect(picker).toBeHidden();
  const width = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await width()).toBeLessThanOrEqual(0);
  expect(await listFaults(page)).toEqual([]);
  await page.getByRole("switch", { name: "People can choose box:small" }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Published.").first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("switch", { name: "People can choose box:small" })).not.toBeChecked();
  await expect(page.getByRole("switch", { name: "People can choose box:dear" })).toBeChecked();
  expect(await page.content()).not.toContain(key);
  await page.getByRole("button", { name: "Disconnect box" }).click();
  await expect(page.getByRole("row").filter({ hasText: "dear" }).getByText("not set up")).toBeVisible();
});

for (const [where, model] of [
  ["", "desk-qwen3"],
  [" on a phone @phone", "phone-qwen3"],
] as const) {
  test(`a server on this machine is found and chosen with one click${where}`, async ({
    page,
    start,
    closing,
  }) => {
    closing(await startOnUsualPort(hello, { models: [model] }));
    const app = await start();
    await page.goto(app.url);
    await expect(
      card(page)
        .getByText(/is running on this machine/)
        .first(),
    ).toBeVisible();
    const width = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await width()).toBeLessThanOrEqual(0);
    await card(page)
      .getByRole("button", { name: `Use ${model}` })
      .click();
    await expect(card(page)).toBeHidden();
    await app.close({ keepData: true });
    const again = await start({ dataDir: app.dataDir });
    await page.goto(again.url);
    await expect(card(page)).toBeHidden();
    await ask(page, "Hello?");
    await expect(answer(page)).toContainText("Hello from the model.");
  });
}

test("the sample shows three verdicts in one place, the right one first", async ({ page, start }) => {
  const app = await start();
  await page.goto(app.url);
  const sample = page.getByRole("group", { name: /^See a check/ });
  const said = sample.getByRole("status");
  const room = await said.boundingBox();
  for (const [claim, words, other] of [
    ["5 seconds", "In the source, word for word", "differs"],
    ["15 seconds", "The number differs: 15 seconds, the source says 5 seconds", "word for word"],
    ["its hand", "Not found in the source", "differs"],
  ] as const) {
    await sample.getByText(claim, { exact: true }).click();
    await expect(sample.getByRole("radio", { name: claim, exact: true })).toBeChecked();
    await expect(said.getByText(words)).toBeVisible();
    await expect(said.getByText(other).first()).toBeHidden();
    expect(await said.boundingBox()).toEqual(room);
  }
});

test("without network the chip says so, and a press tries again", async ({ page, start, closing }) => {
  const port = await findFreePort();
  const app = await start({ env: { MEDIAWIKI_URL: `http://127.0.0.1:${port}` } });
  await page.goto(app.url);
  const chip = page.getByRole("button", { name: /^Web/ });
  await expect(chip).toHaveText("Web unavailable");
  await chip.click();
  await expect(page.getByText("The web is still unavailable.")).toBeVisible();
  await expect(chip).toHaveText("Web unavailable");
  closing(await startProviderServer(hello, { port }));
  await chip.click();
  await expect(chip).toHaveText("Web");
});

test("what the guide cannot answer is one line with the way to a model, and who cannot add one hears who can", async ({
  page,
  start,
  browser,
}) => {
  const app = await start({ env: (url) => ({ AUTH_URL: url }) });
  await page.goto(app.url);
  await signUp(page, "Ada");
  await ask(page, "Why is the sky blue?");
  await expect(answer(page)).toContainText("I need a model for that. Until then I can read a file");
  await expect(answer(page).getByRole("button", { name: /How I got this answer/ })).toHaveCount(0);
  await expect(answer(page).getByRole("group", { name: "Check of the cited statements" })).toHaveCount(0);
  await answer(page).getByRole("button", { name: "Anthropic" }).click();
  await expect(answer(page).getByLabel("Key for Anthropic")).toBeFocused();
  expect(await listFaults(page)).toEqual([]);
  await page.goto(`${app.url}/admin/people`);
  await page.getByRole("button", { name: "Invite people" }).click();
  await page.getByRole("button", { name: "Create invite link" }).click();
  const member = toRunningPage(await (await browser.newContext({ locale: "en-US" })).newPage());
  await member.goto(await page.getByLabel("Link", { exact: true }).inputValue());
  await signUp(member, "Ben");
  await expect(member.getByText("Ask an administrator to connect a model.")).toBeVisible();
  await expect(card(member)).toHaveCount(0);
});

async function signUp(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(`${name.toLowerCase()}@a.example`);
  await page.getByRole("textbox", { name: "Password" }).fill("correct horse battery");
  await page.getByRole("button", { name: /^(?:Create the account|Join )/ }).click();
  await expect(composer(page)).toBeVisible();
}

test("on a phone the key is two taps away, without scrolling @phone", async ({ page, start }) => {
  const app = await start();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(app.url);
  const google = card(page).getByRole("button", { name: "Google" });
  await expect(google).toBeInViewport({ ratio: 1 });
  expect((await google.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const above = (await card(page).boundingBox())?.y ?? 0;
  expect(above).toBeLessThan((await composer(page).boundingBox())?.y ?? 0);
  await google.tap();
  const field = card(page).getByLabel("Key for Google");
  await expect(field).toBeInViewport({ ratio: 1 });
  await field.tap();
  await expect(field).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  expect(await listFaults(page)).toEqual([]);
});
