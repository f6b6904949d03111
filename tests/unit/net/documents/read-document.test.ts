import { describe, expect, it } from "vitest";
import { readDocument, type DocumentLimits } from "@/lib/net/read-document";
import { heading, makeDocx, paragraph } from "@/tests/fixtures/pages/make-docx";
import { makePdf } from "@/tests/fixtures/pages/make-pdf";
import { makeZip } from "@/tests/fixtures/pages/make-zip";

const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const { signal } = new AbortController();

function read(
  body: string | Uint8Array,
  contentType: string,
  { url = "https://a.test/dir/file", limits = {} }: { url?: string; limits?: Partial<DocumentLimits> } = {},
) {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return readDocument({ bytes, contentType, url, signal, limits });
}

describe("a PDF", () => {
  it("gives title, author, date and pages", async () => {
    const pdf = makePdf([[{ text: "First page on tides.", y: 700 }], [{ text: "Second page.", y: 700 }]], {
      title: "Tides",
      author: "Ada Lund",
      created: "D:20260314093000+01'00'",
    });
    expect(await read(pdf, "application/pdf")).toEqual({
      ...{
        kind: "pdf",
        title: "Tides",
        site: "a.test",
        description: "Ada Lund",
        publishedAt: "2026-03-14T08:30:00.000Z",
      },
      ...{
        markdown: "## Page 1\n\nFirst page on tides.\n\n## Page 2\n\nSecond page.",
        isCut: false,
        isThin: false,
      },
    });
  });

  it("is called by its largest line where it has no title", async () => {
    const pdf = makePdf(
      [
        [
          { text: "Tides of Selm", y: 760, size: 24 },
          { text: "They come twice a day, and go.", y: 700 },
        ],
      ],
      { title: "Microsoft Word" },
    );
    expect(await read(pdf, "application/pdf")).toMatchObject({ title: "Tides of Selm" });
  });

  it("keeps a chapter's page without the dots before it", async () => {
    const pdf = makePdf([[{ text: "2.1 Tides . . . . . . . . . . . . . 14", y: 700 }]]);
    expect((await read(pdf, "application/pdf")).markdown).toBe("## Page 1\n\n2.1 Tides … 14");
  });

  it("is cut after so many pages", async () => {
    const pdf = makePdf(["One.", "Two.", "Three."].map((text) => [{ text, y: 700 }]));
    expect(await read(pdf, "application/pdf", { limits: { pdfPages: 2 } })).toMatchObject({
      markdown: "## Page 1\n\nOne.\n\n## Page 2\n\nTwo.",
      isCut: true,
    });
  });

  it.each([
    ["locked", makePdf([[{ text: "Secret.", y: 700 }]], { isLocked: true }), "page_refused"],
    ["broken", new TextEncoder().encode("%PDF-1.7\nnothing"), "page_unavailable"],
    ["all pictures", makePdf([[], []], { pictureBytes: 400 }), "unsupported_media"],
  ])("that is %s is told apart", async (_name, bytes, code) => {
    await expect(read(bytes, "application/pdf")).rejects.toMatchObject({ code });
  });
});

describe("a Word document", () => {
  it("gives title, date and text", async () => {
    const bytes = makeDocx(`${heading("Dues")}${paragraph("Twelve crowns.")}`, { title: "Dues &amp; fees" });
    expect(await read(bytes, word)).toMatchObject({
      kind: "docx",
      title: "Dues & fees",
      publishedAt: "2026-03-14T09:30:00.000Z",
      markdown: "# Dues\n\nTwelve crowns.",
    });
  });

  it("is refused when it is larger than it looks", async () => {
    const large = new Uint8Array(70 * 1024 * 1024);
    const bomb = makeDocx(paragraph("Small."), { more: { "word/styles.xml": large } });
    expect(bomb.length).toBeLessThan(200_000);
    await expect(read(bomb, word)).rejects.toMatchObject({ code: "too_large" });
    // Pictures are not unpacked at all.
    const picture = makeDocx(paragraph("Small."), { more: { "word/media/a.bin": large } });
    expect((await read(picture, word)).markdown).toBe("Small.");
    await expect(read(makeDocx(paragraph("a".repeat(17 * 1024 * 1024))), word)).rejects.toMatchObject({
      code: "too_large",
    });
  });

  it("is refused when it lies about its size", async () => {
    const bomb = makeDocx(paragraph("a".repeat(17 * 1024 * 1024)));
    const view = new DataView(bomb.buffer);
    for (let place = 0; place < bomb.length - 4; place += 1)
      if (view.getUint32(place, true) === 0x02014b50) view.setUint32(place + 24, 10, true);
    await expect(read(bomb, word)).rejects.toMatchObject({ code: "too_large" });
  });

  it.each([
    [
      "a spreadsheet",
      makeZip({ "[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<workbook/>" }),
      "unsupported_media",
    ],
    ["an archive", makeZip({ "a.txt": "text" }), "unsupported_media"],
    ["half a document", makeDocx(paragraph("Half.")).slice(0, 900), "page_unavailable"],
    ["a document without sense", makeDocx("<w:p><w:r>"), "page_unavailable"],
  ])("is not %s", async (_name, bytes, code) => {
    await expect(
      read(bytes, "application/octet-stream", { url: "https://a.test/a.zip" }),
    ).rejects.toMatchObject({ code });
  });
});

describe("the kind of a document", () => {
  it.each([
    ["application/octet-stream", "https://a.test/a.csv", "a,b\n1,2", "csv"],
    ["text/plain", "https://a.test/a.json", '{"a":1}', "json"],
    ["", "https://a.test/a", "<!DOCTYPE html><p>Hello there.</p>", "html"],
    ["application/octet-stream", "https://a.test/a", makePdf([[{ text: "Hello.", y: 700 }]]), "pdf"],
    [
      "text/html",
      "https://a.test/rss",
      '<?xml version="1.0"?><rss version="2.0"><channel><title>T</title></channel></rss>',
      "feed",
    ],
    ["application/xml", "https://a.test/a.xml", '<?xml version="1.0"?><note>Hello.</note>', "text"],
    ["text/x-python", "https://a.test/a.py", "print(1)", "text"],
  ])("is found from %s at %s", async (contentType, url, body, kind) => {
    expect(await read(body, contentType, { url })).toMatchObject({ kind });
  });

  it.each([
    ["image/png", "\u0089PNG\r\n\u001a\n\0\0\0"],
    ["text/plain", "a\0b\0\0\0\0c"],
    ["application/vnd.ms-excel", "whatever"],
    ["audio/mpeg", "ID3"],
  ])("is none that can be read for %s", async (contentType, body) => {
    await expect(read(body, contentType)).rejects.toMatchObject({ code: "unsupported_media" });
  });
});

describe("tables, data and feeds", () => {
  it("keeps what only looks like a table as it came", async () => {
    expect(await read("just one column\nand another line", "text/csv")).toMatchObject({
      markdown: "just one column\nand another line",
    });
  });

  it("cuts a table between its rows", async () => {
    const rows = Array.from({ length: 500 }, (_, index) => `${index},value ${index}`).join("\n");
    const { markdown, isCut } = await read(`number,value\n${rows}`, "text/csv", {
      limits: { textCharacters: 2_000 },
    });
    expect(isCut).toBe(true);
    expect(markdown.split("\n").at(-1)).toMatch(/^\| \d+ \| value \d+ \|$/);
  });

  it("keeps a sign that would end a cell", async () => {
    expect((await read("a;b\n1|2;3", "text/csv")).markdown).toBe("| a | b |\n| --- | --- |\n| 1\\|2 | 3 |");
  });

  it("says that a feed is broken", async () => {
    await expect(read("<rss><nothing", "application/rss+xml")).rejects.toMatchObject({
      code: "page_unavailable",
    });
  });

  it("gives a feed the date of its newest entry and its own title", async () => {
    const feed = `<rss version="2.0"><channel><title>Notices</title><item><title>A</title><pubDate>Mon, 05 Oct 2026 08:00:00 GMT</pubDate></item><item><title>B</title><pubDate>Tue, 06 Oct 2026 08:00:00 GMT</pubDate></item></channel></rss>`;
    expect(await read(feed, "application/rss+xml")).toMatchObject({
      title: "Notices",
      site: "Notices",
      publishedAt: "2026-10-06T08:00:00.000Z",
    });
  });

  it("cuts a long text at the end of a line", async () => {
    const { markdown, isCut } = await read("A line of text.\n".repeat(200), "text/plain", {
      limits: { textCharacters: 1_000 },
    });
    expect(isCut).toBe(true);
    expect(markdown).toMatch(/^(A line of text\.\n)+A line of text\.$/);
    expect(markdown.length).toBeLessThanOrEqual(1_000);
  });
});

describe("HTML", () => {
  it("keeps powers and leaves the marks of notes out", async () => {
    const html = `<p>About 10<sup>6</sup> herrings pass each May<sup><a href="#n">1</a></sup>, and H<sub>2</sub>O rises.</p>`;
    expect((await read(html, "text/html")).markdown).toBe("About 10⁶ herrings pass each May, and H2O rises.");
  });

  it("keeps links that lead elsewhere, and the text of those that stay", async () => {
    const html = `<h2><a href="#tides">Tides</a></h2><p>See <a href="/fees#night">fees</a> or <a href="#x">below</a>, and note 1. <a href="#back">↩</a></p>`;
    expect((await read(html, "text/html")).markdown).toBe(
      "## Tides\n\nSee [fees](https://a.test/fees#night) or below, and note 1.",
    );
  });

  it("is read the same in a thread as here", async () => {
    const html = `<main><h1>Tides</h1>${"<p>High water comes <b>twice</b> a day in every harbour of the coast.</p>".repeat(400)}</main>`;
    const { markdown } = await read(html, "text/html");
    expect(
      markdown
        .split("\n\n")
        .filter((line) => line === "High water comes twice a day in every harbour of the coast."),
    ).toHaveLength(400);
  });

  it("is not begun for somebody who has left", async () => {
    const bytes = new TextEncoder().encode("<p>Text.</p>");
    await expect(
      readDocument({ bytes, contentType: "text/html", url: "https://a.test/", signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: "aborted" });
  });
});
