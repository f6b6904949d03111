import type { Page } from "@playwright/test";
import { makePdf } from "@/tests/fixtures/pages/make-pdf";
import type { ProviderRequest } from "@/tests/support/wire/reply";
import { expectAccessible, listFaultsByTheme } from "./accessible";
import { answer, ask, chip, openMore, composer, expect, scriptedTest as test } from "./journey";

type Given = { name: string; mimeType: string; buffer: Buffer };

const fact = "The octant was shown to the Royal Society in May 1731.";
const mirrors = "A first page about mirrors, and how they are set to one another.";
const toPdf = (...lines: string[]): Buffer =>
  Buffer.from(
    makePdf(
      // A page of a few words would share its passage with the next one.
      lines.map((text) => [
        { text, y: 700 },
        ...[680, 660, 640, 620, 600].map((y) => ({
          text: `At ${y} the wind turned, and the log says no more.`,
          y,
        })),
      ]),
      { title: "Octants" },
    ),
  );
const toText = (name: string, mimeType: string, text: string): Given => ({
  ...{ name, mimeType },
  buffer: Buffer.from(text),
});
const pdf = (...lines: string[]): Given => ({
  ...{ name: "octants.pdf", mimeType: "application/pdf", buffer: toPdf(...lines) },
});
/** Five kinds, each with words of its own. */
const fiveKinds: Given[] = [
  pdf(mirrors, fact),
  toText("log.md", "text/markdown", "# Voyage\n\nThe ship reached Lisbon on the ninth of March.\n"),
  toText("fees.csv", "text/csv", "harbour,fee\nLisbon,120\nPorto,80\n"),
  toText("rules.html", "text/html", "<main><h1>Rules</h1><p>Lamps are lit at dusk on every deck.</p></main>"),
  toText("crew.txt", "text/plain", "Ana is the navigator of the ship. Rui keeps the log.\n"),
];

const fileInput = (page: Page) => page.locator('main input[type="file"]');
const row = (page: Page, name: string) =>
  page.getByRole("region", { name: "Documents" }).getByRole("listitem").filter({ hasText: name });
const asText = ({ body }: ProviderRequest): string => JSON.stringify(body);

/** Makes a collection and leads to it. */
async function addCollection(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/library`);
  await page.getByRole("button", { name: "New collection" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** Until its script runs the page's field takes files that nobody reads. */
async function addDocuments(page: Page, files: Given[]): Promise<void> {
  await fileInput(page).setInputFiles(files);
  for (const { name } of files)
    await expect(row(page, name).getByRole("link")).toBeVisible({ timeout: 60_000 });
}

async function chooseCollection(page: Page, name: string): Promise<void> {
  const more = await openMore(page);
  await more.getByRole("checkbox", { name: new RegExp(`^${name}`) }).check({ force: true });
  await page.keyboard.press("Escape");
  await expect(chip(page, "More")).toHaveText("1 collection");
}

/** A model that searches the documents for the question's words, then answers with what it cites. */
const searching =
  (query: string, words: string) =>
  ({ turn }: ProviderRequest) =>
    turn === 0
      ? { parts: [{ type: "tool" as const, name: "retrieve", input: { query } }] }
      : { parts: [{ type: "text" as const, chunks: [`${words} [1]`] }] };

async function drop(page: Page, { name, mimeType, buffer }: Given): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([name = "", type = "", base64 = ""]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name, { type }));
      return data;
    },
    [name, mimeType, buffer.toString("base64")],
  );
  await page.dispatchEvent("main", "dragover", { dataTransfer: transfer });
  await expect(page.getByText("Drop files here", { exact: true }).last()).toBeVisible();
  await page.dispatchEvent("main", "drop", { dataTransfer: transfer });
}

test("a dropped PDF goes with the question, its words reach the model, and its card opens it at a page @core", async ({
  open,
  say,
  scripted,
}) => {
  say(() => ({ parts: [{ type: "text", chunks: ["It was shown in May 1731."] }] }));
  await expect(composer(open)).toBeVisible();
  await expect(async () => {
    await drop(open, pdf(mirrors, fact));
    await expect(open.getByRole("button", { name: "Remove octants.pdf" })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(open.getByRole("list", { name: "Files for this question" })).toContainText("2 pages", {
    timeout: 60_000,
  });
  await ask(open, "When was the octant shown?");
  await expect(answer(open)).toContainText("May 1731");
  expect(scripted.provider.requests.map(asText).join()).toContain("shown to the Royal Society");

  await open.reload();
  const card = open.getByRole("article", { name: "You asked" }).getByRole("link", { name: /octants\.pdf/ });
  await expect(card).toContainText("PDF · ");
  await expect(card).toContainText("2 pages");
  await card.click();
  await expect(open.getByRole("heading", { level: 1 })).toContainText(/octants/i);
  await expect(open.getByRole("region", { name: "The text as it was read" })).toContainText(fact);
  await open.getByText("Original page", { exact: true }).click();
  await expect(open.getByRole("group", { name: "Page 1 as it looks in the file" })).toContainText("mirrors");
});

test("what cannot be taken says what can, and a file is removed before it is sent", async ({ open }) => {
  await fileInput(open).setInputFiles([
    { name: "clip.mp4", mimeType: "video/mp4", buffer: Buffer.from("film") },
    { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) },
    { name: "old.doc", mimeType: "application/msword", buffer: Buffer.from("x") },
    toText("notes.txt", "text/plain", "Some notes."),
  ]);
  await expect(open.getByText(/clip\.mp4 was not added: audio and video aren’t supported/)).toBeVisible();
  await expect(open.getByText(/empty\.txt was not added: the file is empty/)).toBeVisible();
  await expect(open.getByText(/old\.doc was not added: .*Word \(DOCX\)/)).toBeVisible();
  await open.getByRole("button", { name: "Remove notes.txt" }).click();
  await expect(open.getByRole("list", { name: "Files for this question" })).toBeHidden();
  await expect(open.getByRole("button", { name: "Send", exact: true })).toBeDisabled();
});

test("a cut network holds a large file up and loses nothing of it", async ({ open, say, context }) => {
  say(() => ({ parts: [{ type: "text", chunks: ["Read."] }] }));
  const line = "The ship sailed on, and the log was kept day by day.\n";
  const large = toText("long.txt", "text/plain", line.repeat(Math.ceil(8_000_000 / line.length)));
  let isCut = false;
  await open.route(/\/api\/files\/uploads\/[^/]+\/2$/, async (route) => {
    if (isCut) return route.continue();
    isCut = true;
    await context.setOffline(true);
    await route.abort("internetdisconnected");
    await context.setOffline(false);
  });
  await fileInput(open).setInputFiles(large);
  await composer(open).fill("What was kept?");
  await composer(open).press("Enter");
  await expect(open.getByText("Sent once the files are uploaded").first()).toBeVisible();
  await expect(answer(open)).toContainText("Read.", { timeout: 90_000 });
  expect(isCut).toBe(true);
  await expect(open.getByRole("article", { name: "You asked" })).toContainText("long.txt");
});

test("a collection of five kinds is asked, cited at its page, changed by a new file of the same name, and deleted", async ({
  open,
  say,
  scripted,
}) => {
  const { url } = scripted.app;
  await addCollection(open, url, "Voyage papers");
  await addDocuments(open, fiveKinds);
  await open.getByRole("searchbox", { name: "Search in this collection" }).fill("octant Royal Society");
  const found = open.getByRole("region", { name: "Passages found" }).getByRole("link").first();
  await expect(found).toContainText("page 2");
  await found.click();
  await expect(open).toHaveURL(/\/library\/documents\/[^?]+\?.*page=2/);
  const page = open.getByRole("group", { name: "Page 2 as it looks in the file" });
  await expect(page.locator("mark").first()).toContainText("octant");
  await open.getByText("Text", { exact: true }).click();
  await expect(open.locator("mark").first()).toContainText("octant");

  await open.goto(url);
  await chooseCollection(open, "Voyage papers");
  say(searching("octant Royal Society", fact));
  await ask(open, "When was the octant shown?");
  await expect(answer(open)).toContainText("May 1731");
  const card = answer(open).locator('a[data-source="1"]').last();
  await expect(card).toContainText(/page 2.*Octants/i);
  await expect(card).not.toContainText("/library/");
  expect(asText(scripted.provider.requests.at(-1) as ProviderRequest)).toContain("May 1731");
  const conversation = open.url();

  await openCollection(open, url, "Voyage papers");
  await addDocuments(open, [pdf(mirrors, "The octant was shown in June 1740.")]);
  await expect(row(open, "octants.pdf")).toHaveCount(1);
  await open.getByRole("searchbox", { name: "Search in this collection" }).fill("octant shown");
  await expect(open.getByRole("region", { name: "Passages found" })).toContainText("June 1740", {
    timeout: 60_000,
  });
  await expect(open.getByRole("region", { name: "Passages found" })).not.toContainText("May 1731");
  await open.goto(conversation);
  await ask(open, "And when was it, by the papers as they are now?");
  await expect(open.getByRole("article", { name: "Sextant answered" })).toHaveCount(2);
  await expect
    .poll(() => asText(scripted.provider.requests.at(-1) as ProviderRequest))
    .toContain("June 1740");

  await openCollection(open, url, "Voyage papers");
  await row(open, "log.md")
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await open.getByRole("menuitem", { name: "Delete" }).click();
  await open.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(row(open, "log.md")).toHaveCount(0);
  await open.getByRole("searchbox", { name: "Search in this collection" }).fill("Lisbon March");
  await expect(open.getByRole("region", { name: "Passages found" })).not.toContainText("ninth of March");

  await open.goto(`${url}/library`);
  await open.getByRole("button", { name: "Actions for “Voyage papers”" }).click();
  await open.getByRole("menuitem", { name: "Delete" }).click();
  await open.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(open.getByRole("link", { name: /^Voyage papers/ })).toBeHidden();
});

test("a document gets tags, an author and a date, and is said to be the person's own", async ({
  open,
  scripted,
}) => {
  await addCollection(open, scripted.app.url, "Tagged");
  await addDocuments(open, [toText("crew.txt", "text/plain", "Ana is the navigator.")]);
  await row(open, "crew.txt")
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await open.getByRole("menuitem", { name: "Edit details" }).click();
  await open.getByRole("textbox", { name: "Tags" }).fill("crew, 2026，人员");
  await open.getByRole("textbox", { name: "Author" }).fill("Ana");
  await open.getByLabel("Date").fill("2026-03-09");
  await open.getByRole("switch", { name: "I wrote this" }).check();
  await open.getByRole("button", { name: "Save" }).click();
  await expect(row(open, "crew.txt")).toContainText("Ana · Mar 9, 2026 · written by you");
  await expect(row(open, "crew.txt").getByRole("list", { name: "Tags" }).getByRole("listitem")).toHaveText([
    ...["crew", "2026", "人员"],
  ]);
  await open.reload();
  await expect(row(open, "crew.txt")).toContainText("written by you");
});

test("the handbook is there to be read and searched, and cannot be changed", async ({ open, scripted }) => {
  await open.goto(`${scripted.app.url}/library`);
  await open.getByRole("link", { name: /^Handbook/ }).click();
  await expect(open.getByRole("heading", { level: 1, name: "Handbook" })).toBeVisible();
  await expect(open.getByRole("button", { name: "Add files" })).toBeHidden();
  await open.getByRole("searchbox", { name: "Search in this collection" }).fill("API key");
  await expect(open.getByRole("region", { name: "Passages found" }).getByRole("link").first()).toBeVisible();
});

test("a phone adds a document, reads it and asks with it @phone", async ({ open, say, scripted }) => {
  say(() => ({ parts: [{ type: "text", chunks: ["Ana is."] }] }));
  await addCollection(open, scripted.app.url, "On the phone");
  await addDocuments(open, [fiveKinds[4] as Given]);
  await expectAccessible(open);
  await row(open, "crew.txt").getByRole("link").click();
  await expect(open.getByRole("region", { name: "The text as it was read" })).toContainText("navigator");
  await expectAccessible(open);
  await open.goto(scripted.app.url);
  await fileInput(open).setInputFiles([fiveKinds[4] as Given]);
  await expect(open.getByRole("button", { name: "Remove crew.txt" })).toBeVisible();
  await expectAccessible(open);
  await ask(open, "Who is the navigator?");
  await expect(answer(open)).toContainText("Ana is.");
});

for (const [locale, width] of [
  ["zh", 1280],
  ["en", 390],
] as const) {
  test(`the pages of the library are accessible and fit (${locale}, ${width})`, async ({
    open,
    scripted,
    context,
  }) => {
    const { url } = scripted.app;
    const name = `Papers ${locale}`;
    await addCollection(open, url, name);
    await addDocuments(open, [pdf("六分仪用来测量角度。", fact)]);
    const address = open.url();
    await context.addCookies([{ name: "locale", value: locale, url }]);
    await open.setViewportSize({ width, height: 844 });
    for (const path of [`${url}/library`, address]) {
      await open.goto(path);
      await expect(open.getByRole("link", { name: /Papers|Octants/i }).first()).toBeVisible();
      await expectAccessible(open, listFaultsByTheme);
    }
    await open.getByRole("link", { name: /Octants/i }).click();
    await expect(open.getByText("六分仪用来测量角度。")).toBeVisible();
    await expectAccessible(open, listFaultsByTheme);
  });
}

async function openCollection(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/library`);
  await page.getByRole("link", { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}
