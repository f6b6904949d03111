import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { listFaults, listFaultsByTheme } from "./accessible";
import { citedTest as test, passage } from "./cited-site";
import { answer, ask, expect, guideTest } from "./journey";

const panel = (page: Page) => page.getByRole("complementary", { name: "Evidence" });
const citation = (page: Page, index: number) => page.locator(".citation[data-mark]").nth(index);

/** Until its script runs a number is a plain link to the live page. */
async function openText(page: Page): Promise<void> {
  await expect(async () => {
    if (!(await page.getByRole("heading", { name: "Sextant", exact: true }).isVisible()))
      await citation(page, 0).click();
    await expect(page.locator("mark").first()).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

guideTest(
  "what the guide quotes has its page behind the number, and no mark of a check",
  async ({ open }) => {
    await open.setViewportSize({ width: 1440, height: 800 });
    await ask(open, "Who developed the octant?");
    await expect(answer(open)).toContainText("Hadley");
    const first = answer(open).locator(".citation").first();
    await expect(first).toBeVisible();
    await expect(answer(open).locator("[data-verdict]")).toHaveCount(0);
    await first.click();
    await expect(panel(open)).toContainText("Hadley");
    const live = panel(open).getByRole("link", { name: /^Open the page/ });
    await expect(live).toHaveAttribute("href", /\/index\.php\/Sextant/);
  },
);

test("each mark says what the check found, and the text opens at its passage and closes with Esc @core", async ({
  open,
}) => {
  await open.setViewportSize({ width: 1440, height: 800 });
  expect(
    await open
      .locator(".citation[data-verdict]")
      .evaluateAll((marks) => marks.map((mark) => mark.getAttribute("data-verdict"))),
  ).toEqual(["supported", "differs", "partly"]);
  await citation(open, 1).hover();
  await expect(open.getByRole("tooltip")).toContainText("A sextant measures up to 120 degrees.");
  await expect(open.getByRole("tooltip")).toContainText(
    "The number differs: 140 degrees, the source says 120 degrees",
  );
  await citation(open, 0).focus();
  await open.keyboard.press("Enter");
  await expect(panel(open).getByRole("heading", { name: "Sextant", exact: true })).toBeFocused();
  const marked = panel(open).locator("mark");
  await expect(marked).toHaveText(passage);
  await expect(marked).toBeInViewport();
  await expect(panel(open)).toContainText("from the web archive");
  await expect(panel(open).getByRole("link", { name: "Open the page at this passage" })).toHaveAttribute(
    "href",
    /^https:\/\/a\.example\/1#:~:text=John%20Hadley%20showed%20an%20octant%20in%201731/,
  );
  await open.keyboard.press("Escape");
  await expect(panel(open)).toBeHidden();
  await expect(citation(open, 0)).toBeFocused();
});

test("a click with a key held down goes to the live page as with every link", async ({ open, context }) => {
  await expect(citation(open, 0)).toHaveAttribute("href", "https://a.example/1");
  await Promise.all([
    context.waitForEvent("page"),
    citation(open, 0).click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await expect(panel(open)).toBeHidden();
});

test("the sources are listed with their dates and how the check went, and lead to their texts and back", async ({
  open,
}) => {
  await open.setViewportSize({ width: 1440, height: 800 });
  await answer(open).getByRole("button", { name: "Sources", exact: true }).click();
  await expect(panel(open).getByRole("listitem")).toHaveCount(3);
  await expect(panel(open).getByRole("listitem").first()).toContainText("1 supported, 1 partly supported");
  await expect(panel(open).getByRole("listitem").nth(2)).toContainText("the page was not read");
  await panel(open)
    .getByRole("button", { name: /Sailors/ })
    .click();
  await expect(panel(open)).toContainText("The page itself wasn’t read");
  await expect(panel(open)).toContainText("Sailors liked the instrument.");
  await panel(open).getByRole("button", { name: "All sources" }).click();
  await expect(panel(open).getByRole("heading", { name: "Sources" })).toBeFocused();
  await panel(open).getByText("Whole conversation").click();
  await expect(panel(open).getByRole("listitem")).toHaveCount(3);
});

test("the seal counts its ticks, and its scale is one control that speaks each of them @phone", async ({
  open,
}) => {
  const seal = answer(open).getByRole("group", { name: "Check of the cited statements" });
  await expect(seal).toContainText("1 of 3 statements is supported. One differs");
  const ticks = seal.locator("i[data-verdict]");
  expect(await ticks.evaluateAll((all) => all.map((tick) => tick.getAttribute("data-verdict")))).toEqual([
    "supported",
    "differs",
    "partly",
  ]);
  expect((await seal.boundingBox())?.height).toBe(68);
  const scale = seal.getByRole("slider", { name: "Checked statements" });
  await scale.focus();
  for (const [key, words] of [
    ["ArrowRight", "Statement 1: The source says this"],
    ["ArrowRight", "Statement 2: Differs from the source"],
    ["End", "Statement 3: The source says part of this"],
  ] as const) {
    await scale.press(key);
    await expect(scale).toHaveAttribute("aria-valuetext", words);
  }
  const { x = 0, y = 0, width = 0, height = 0 } = (await ticks.nth(1).boundingBox()) ?? {};
  await open.mouse.click(x + width / 2, y + height / 2);
  await expect(open.locator(".evidence-sheet, aside").getByText("2 of 3")).toBeVisible();
});

test("the marks are walked through beside their sources, by buttons and keys, each lit in its turn", async ({
  open,
}) => {
  await open.setViewportSize({ width: 1440, height: 800 });
  await answer(open).getByRole("button", { name: "Walk through" }).click();
  const steps = panel(open).getByRole("group", { name: "Checked statements" });
  await expect(steps).toContainText("1 of 3");
  await expect(citation(open, 0)).toHaveAttribute("aria-current", "true");
  await steps.getByRole("button", { name: "Next statement" }).press("Enter");
  await expect(steps).toContainText("2 of 3");
  await expect(panel(open)).toContainText("The number differs");
  await expect(panel(open).locator("dd b")).toHaveText(["140 degrees", "120 degrees"]);
  await expect(answer(open).locator("u.differing")).toHaveText("140 degrees");
  await expect(citation(open, 0)).not.toHaveAttribute("aria-current");
  await expect(citation(open, 1)).toHaveAttribute("aria-current", "true");
  for (const [key, place] of [
    ["j", "3 of 3"],
    ["k", "2 of 3"],
    ["ArrowLeft", "1 of 3"],
  ] as const) {
    await open.keyboard.press(key);
    await expect(steps).toContainText(place);
  }
  await open.keyboard.press("Escape");
  await expect(answer(open).getByRole("button", { name: "Walk through" })).toBeFocused();
});

test("a copied answer is rich and plain text, each with its sources", async ({ open, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await answer(open).getByRole("button", { name: "Copy with sources" }).click();
  await expect(answer(open).getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await open.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const read = async (type: string) => (await item?.getType(type))?.text() ?? "";
    return { html: await read("text/html"), plain: await read("text/plain") };
  });
  expect(copied.plain).toContain("\n\nSources\n[1] Sextant, https://a.example/1");
  expect(copied.html).toContain("<sup>[1]</sup>");
  expect(copied.html).toContain('<a href="https://a.example/1">Sextant</a>');
  expect(copied.html).not.toContain("<button");
});

async function save(page: Page, format: string): Promise<{ download: Download; text: string }> {
  await answer(page).getByRole("button", { name: "Share or export" }).click();
  const dialog = page.getByRole("dialog", { name: "Share or export" });
  await dialog.getByText("File", { exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("link", { name: format }).click(),
  ]);
  await page.keyboard.press("Escape");
  return { download, text: await readFile(await download.path(), "utf8") };
}

test("an answer is saved with its evidence in each format, under a name in its own script", async ({
  open,
}) => {
  const markdown = await save(open, "Markdown");
  expect(markdown.download.suggestedFilename()).toBe("谁发明了六分仪？.md");
  expect(markdown.text).toContain("in 1731 [1 ✓]. It measures 140 degrees [2 ≠].");
  expect(markdown.text).toContain(`> ${passage}`);
  const json = await save(open, "JSON");
  const { sources } = JSON.parse(json.text) as {
    sources: { text: string | null; contentHash: string | null }[];
  };
  expect(
    sources.map(({ text }) => (text === null ? null : createHash("sha256").update(text).digest("hex"))),
  ).toEqual(sources.map(({ contentHash }) => contentHash));
  expect(sources[0]?.text).toContain(passage);
  expect((await save(open, "BibTeX")).text).toMatch(
    /^@online\{a-example-2024-[0-9a-f]{8},\n {2}title = \{\{Sextant\}\},/,
  );
});

test("a page for print holds the answer and its sources, and opens the print dialog", async ({
  open,
  context,
}) => {
  await context.addInitScript(() => {
    window.print = () => void (document.body.dataset["printed"] = "yes");
  });
  await answer(open).getByRole("button", { name: "Share or export" }).click();
  const dialog = open.getByRole("dialog", { name: "Share or export" });
  await dialog.getByText("Print", { exact: true }).click();
  const [page] = await Promise.all([
    context.waitForEvent("page"),
    dialog.getByRole("button", { name: "Open for print" }).click(),
  ]);
  await expect(page.locator("body")).toHaveAttribute("data-printed", "yes");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Who invented the sextant?");
  await expect(page.getByText(passage)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const sign = (element: Element) => getComputedStyle(element, "::after").content;
  expect(await page.locator(".citation").first().evaluate(sign)).toMatch(/[=✓◐≠✕]/);
  await page.emulateMedia({ media: "screen" });
  expect(await listFaults(page)).toEqual([]);
});

test("nothing leaves for another site when a text is shown", async ({ open, cited }) => {
  const outside: string[] = [];
  open.on("request", (request) => void (request.url().startsWith(cited.url) || outside.push(request.url())));
  await openText(open);
  for (
    let more = 0;
    more < 3 && (await open.getByRole("button", { name: "Show what comes after" }).count()) > 0;
    more += 1
  )
    await open.getByRole("button", { name: "Show what comes after" }).click();
  await expect(open.getByText("[remote]")).toBeAttached();
  expect(outside).toEqual([]);
});

test("axe finds nothing around the evidence in either theme", async ({ open }) => {
  await open.setViewportSize({ width: 1440, height: 900 });
  await openText(open);
  expect(await listFaultsByTheme(open)).toEqual([]);
  await panel(open).getByRole("button", { name: "Close" }).click();
  await answer(open).getByRole("button", { name: "Sources", exact: true }).click();
  await expect(panel(open).getByRole("listitem")).toHaveCount(3);
  expect(await listFaultsByTheme(open)).toEqual([]);
});

test("on a phone the text is a sheet over most of the page @phone", async ({ open }) => {
  await openText(open);
  const sheet = open.getByRole("dialog", { name: "Evidence" });
  await expect(sheet.locator("mark")).toBeInViewport();
  const { width = 0, height = 0 } = (await sheet.boundingBox()) ?? {};
  const size = await open.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  expect(Math.abs(width - size.width) + Math.abs(height - 0.82 * size.height)).toBeLessThan(2);
  expect(await listFaults(open)).toEqual([]);
  await sheet.getByRole("button", { name: "Close" }).tap();
  await expect(sheet).toBeHidden();
});
