import type { Locator, Page } from "@playwright/test";
import { startApp } from "@/tests/support/app-server";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";
import { startSearchServer, type SearchServer } from "@/tests/support/wire/search-server";
import { tavilyWire } from "@/tests/support/wire/search-wires";
import { expectAccessible } from "./accessible";
import { answer, ask, chip, composer, expect } from "./journey";
import { test as base } from "./running-page";

type Site = { url: string; provider: ProviderServer; tavily: SearchServer };

/** Two models, the first with a known window, and a search engine that knows news and sites, no academic sources. */
const test = base.extend<{ open: Page }, { site: Site }>({
  site: [
    async ({}, provide) => {
      const provider = await startProviderServer(({ turn }) =>
        turn === 0
          ? { parts: [{ type: "tool", name: "web_search", input: { query: "tides" } }] }
          : { parts: [{ type: "text", chunks: ["High at noon."] }] },
      );
      const hit = { title: "Tides", url: "https://tides.example.org/a", text: "High at noon." };
      const tavily = await startSearchServer(tavilyWire, [hit]);
      const app = await startApp({
        env: {
          LOCAL_BASE_URL: `${provider.url}/v1`,
          MODEL_MAIN: "local:small,local:large",
          MODEL_LITE: "offline:guide",
          MODEL_WINDOWS: "local:small=16000",
          TAVILY_BASE_URL: tavily.url,
          TAVILY_API_KEY: "k",
        },
      });
      await provide({ url: app.url, provider, tavily });
      await app.close();
      await Promise.all([provider.close(), tavily.close()]);
    },
    { scope: "worker" },
  ],
  open: async ({ page, site }, provide) => {
    await page.goto(site.url);
    await provide(page);
  },
});

const menu = (page: Page, name: string): Locator => page.getByRole("dialog", { name, exact: true });
const radio = (page: Page, name: string): Locator =>
  page.getByRole("menuitemradio", { name: new RegExp(`^${name}`) });
const web = (page: Page): Locator =>
  page.locator("form").getByRole("button", { name: /^(Web( off)?|News|[a-z.]+\.org)$/ });

/** Tinted, as what differs from the default. */
const isTinted = (chosen: Locator) => expect(chosen).toHaveClass(/bg-tint/);

test("model, web and depth are chosen in place by two presses, stay, and reach model and search", async ({
  open,
  site,
}) => {
  await expect(chip(open, "Model")).toHaveText("small");
  await chip(open, "Model").click();
  const models = menu(open, "Model");
  await expect(models.getByRole("combobox")).toBeFocused();
  await expect(models).toContainText("small first; if it doesn’t answer, the next in line.");
  await expect(models).toContainText("16K context");
  await expectAccessible(open);
  await models.getByRole("option", { name: /^large/ }).click();
  await expect(models).toBeHidden();
  await expect(chip(open, "Model")).toBeFocused();
  await chip(open, "Depth").click();
  await expect(radio(open, "Normal")).toBeFocused();
  await expect(menu(open, "Depth")).toContainText("No answer costs more than 10 ¢");
  await expectAccessible(open);
  await radio(open, "Deep").click();
  await chip(open, "Where to search").click();
  await expect(radio(open, "Everything")).toBeFocused();
  await expect(radio(open, "Academic")).toBeDisabled();
  await expect(menu(open, "Where to search")).toContainText("No search engine here can do these: Academic.");
  await expectAccessible(open);
  await radio(open, "News").click();
  await chip(open, "More").click();
  await menu(open, "More").getByRole("combobox", { name: "Style" }).selectOption("Direct");
  await expect(menu(open, "More").getByRole("checkbox", { name: "Handbook" })).toBeDisabled();
  await expectAccessible(open);
  await open.keyboard.press("Escape");
  await expect(chip(open, "More")).toBeFocused();

  await open.reload();
  await expect(chip(open, "Model")).toHaveText("large");
  for (const chosen of [chip(open, "Model"), web(open), chip(open, "Depth"), chip(open, "More")])
    await isTinted(chosen);
  await ask(open, "When is high tide?");
  await expect(answer(open)).toContainText("High at noon.");
  expect(site.provider.requests.at(-1)?.body["model"]).toBe("large");
  expect(site.tavily.asked.at(-1)?.body["topic"]).toBe("news");
});

test("by the keyboard alone, and a site that is named badly is said to be none", async ({ open, site }) => {
  await composer(open).focus();
  await open.keyboard.press("Alt+d");
  await expect(radio(open, "Normal")).toBeFocused();
  await open.keyboard.press("ArrowUp");
  await open.keyboard.press("Enter");
  await expect(chip(open, "Depth")).toHaveText(/^Quick/);
  await expect(composer(open)).toBeFocused();
  await open.keyboard.press("Alt+m");
  await expect(menu(open, "Model").getByRole("combobox")).toBeFocused();
  await open.keyboard.type("lar");
  await expect(menu(open, "Model").getByRole("option")).toHaveText([/^large/]);
  await open.keyboard.press("Enter");
  await expect(chip(open, "Model")).toHaveText("large");
  await expect(composer(open)).toBeFocused();
  await open.keyboard.press("Alt+m");
  await open.keyboard.press("Escape");
  await expect(menu(open, "Model")).toBeHidden();
  await expect(composer(open)).toBeFocused();
  await chip(open, "Where to search").focus();
  await open.keyboard.press("Enter");
  await expect(radio(open, "Everything")).toBeFocused();
  await open.keyboard.press("n");
  await expect(radio(open, "News")).toBeFocused();
  await open.keyboard.press("Home");
  await expect(radio(open, "Everything")).toBeFocused();
  await open.keyboard.press("Tab");
  const field = open.getByRole("textbox", { name: "One site" });
  await expect(field).toBeFocused();
  await open.keyboard.type("nowhere");
  await expect(menu(open, "Where to search")).toContainText("That is no site.");
  await field.fill("https://www.example.org/tables");
  await expect(menu(open, "Where to search")).toContainText("Only example.org and its subdomains.");
  await expectAccessible(open);
  await open.keyboard.press("Enter");
  await expect(field).toBeHidden();
  await expect(chip(open, "Where to search")).toBeFocused();
  await expect(web(open)).toHaveText("example.org");
  await expect(composer(open)).toHaveValue("");
  await ask(open, "When is low tide?");
  await expect(answer(open)).toContainText("High at noon.");
  expect(site.tavily.asked.at(-1)?.body["include_domains"]).toEqual(["example.org"]);
});

test("the plus sign asks for files, prompts, mentions and the library; the list of keys names all", async ({
  open,
}) => {
  await composer(open).fill("Compare");
  const add = async (name: string) => {
    await chip(open, "Add").click();
    await menu(open, "Add").getByRole("menuitem", { name }).click();
  };
  await add("Mention a chat");
  await expect(composer(open)).toHaveValue("Compare @");
  await expect(composer(open)).toBeFocused();
  await composer(open).fill("a day");
  await add("Saved prompt");
  await expect(composer(open)).toHaveValue("/a day");
  await expect(open.getByRole("link", { name: /No saved prompts yet/ })).toBeVisible();
  await open.keyboard.press("Escape");
  await add("From the library");
  await expect(menu(open, "Add").getByRole("checkbox", { name: "Handbook" })).toBeVisible();
  await expectAccessible(open);
  await open.keyboard.press("Escape");
  await expect(chip(open, "Add")).toBeFocused();
  for (const choose of [() => add("Files and pictures"), () => open.keyboard.press("Control+u")]) {
    const chooser = open.waitForEvent("filechooser");
    await choose();
    expect((await chooser).isMultiple()).toBe(true);
  }
  await open.locator("body").click({ position: { x: 5, y: 5 } });
  await open.keyboard.press("?");
  const keys = open.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const name of ["Add files", "Choose the model", "Turn the web on or off", "Choose the depth"])
    await expect(keys).toContainText(name);
});

test("on a phone sheets at the bottom, within reach of a thumb, and the plus sign holds the rest @phone", async ({
  open,
}) => {
  const window = open.viewportSize() ?? { width: 0, height: 0 };
  const expectSheet = async (sheet: Locator) => {
    const box = await sheet.boundingBox();
    expect(box).toMatchObject({ x: 0, width: window.width });
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(window.height);
  };
  for (const button of await open.locator("form").getByRole("button").all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await chip(open, "Depth").tap();
  await expectSheet(menu(open, "Depth"));
  for (const row of await menu(open, "Depth").getByRole("menuitemradio").all())
    expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectAccessible(open);
  await radio(open, "Deep").tap();
  await expect(chip(open, "Depth")).toHaveText("Deep");
  await chip(open, "Add").tap();
  const sheet = menu(open, "Add");
  await expectSheet(sheet);
  await expect(sheet.getByRole("combobox", { name: "Plan" })).toBeVisible();
  await expect(sheet.getByRole("checkbox", { name: "Handbook" })).toBeVisible();
  await expectAccessible(open);
  await radio(open, "News").tap();
  await isTinted(web(open));
  await chip(open, "Model").tap();
  await expectSheet(menu(open, "Model"));
  await expectAccessible(open);
});

test("in landscape and at twice the size the composer keeps to one line", async ({ open }) => {
  for (const size of [
    { width: 844, height: 390 },
    { width: 675, height: 450 },
  ]) {
    await open.setViewportSize(size);
    const [text, send] = await Promise.all([
      composer(open).boundingBox(),
      open.getByRole("button", { name: "Send" }).boundingBox(),
    ]);
    expect(text?.width).toBeGreaterThan(150);
    expect(send?.y).toBeLessThan((text?.y ?? 0) + (text?.height ?? 0));
    await expectAccessible(open);
  }
});

test("the web goes off with one press or a key, stays off in sight, and comes back the same way", async ({
  open,
  site,
}) => {
  await expect(web(open)).toHaveText("Web");
  await web(open).click();
  await expect(web(open)).toHaveText("Web off");
  await isTinted(web(open));
  await expectAccessible(open);
  const asked = site.tavily.asked.length;
  await ask(open, "When is high tide?");
  await expect(answer(open)).toContainText("High at noon.");
  expect(site.tavily.asked).toHaveLength(asked);
  await open.reload();
  await expect(web(open)).toHaveText("Web off");
  await composer(open).focus();
  await open.keyboard.press("Alt+w");
  await expect(web(open)).toHaveText("Web");
  await expect(composer(open)).toHaveValue("");
});
