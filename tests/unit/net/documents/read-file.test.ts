import { describe, expect, it } from "vitest";
import { readFile, type FileToRead } from "@/lib/net/read-file";
import { heading, makeDocx, paragraph, table } from "@/tests/fixtures/pages/make-docx";
import {
  drawText,
  makeChinesePdf,
  makeEpub,
  makeLongPdf,
  makePptx,
  makeScan,
  makeXlsx,
  slideTable,
} from "@/tests/fixtures/pages/make-files";
import { makeLockedPdf } from "@/tests/fixtures/pages/make-locked-pdf";
import { makePdf } from "@/tests/fixtures/pages/make-pdf";
import { makeZip } from "@/tests/fixtures/pages/make-zip";

const { signal } = new AbortController();

function read(name: string, body: string | Uint8Array, more: Partial<FileToRead> = {}) {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return readFile({ bytes, name, mediaType: "", signal, owner: "ada", ...more });
}

describe("a PDF as a file", () => {
  const tides = [[{ text: "First page on tides.", y: 700 }], [], [{ text: "Third page.", y: 700 }]];

  it("gives its text without headings of its pages, and where each of them begins", async () => {
    const pdf = makePdf(tides, { title: "Tides", author: "Ada Lund", created: "D:20260314093000+01'00'" });
    expect(await read("a.pdf", pdf)).toEqual({
      ...{ kind: "pdf", title: "Tides", author: "Ada Lund", date: "2026-03-14T08:30:00.000Z" },
      ...{ markdown: "First page on tides.\n\nThird page.", pages: [0, 20, 22], isCut: false },
    });
  });

  it("is called by its file's name where it has no title", async () => {
    expect(await read("潮汐 2026.pdf", makePdf(tides))).toMatchObject({ title: "潮汐 2026.pdf" });
  });

  it("gives Chinese text of a font that is not embedded", async () => {
    const found = await read("a.pdf", makeChinesePdf("潮汐表每日更新"));
    expect(found).toMatchObject({ markdown: "潮汐表每日更新" });
  });

  it("that is locked is refused, and so is a wrong password; the right one opens it", async () => {
    const pdf = makeLockedPdf("The fee is 12 euros.", "sel m");
    await expect(read("a.pdf", pdf)).rejects.toMatchObject({ code: "page_refused" });
    await expect(read("a.pdf", pdf, { password: "wrong" })).rejects.toMatchObject({ code: "page_refused" });
    expect(await read("a.pdf", pdf, { password: "sel m" })).toMatchObject({
      markdown: "The fee is 12 euros.",
    });
  });

  it("of more than 2,000 pages is cut after them", async () => {
    const { pages, isCut } = await read("a.pdf", makeLongPdf(2_001));
    expect({ pages: pages.length, isCut }).toEqual({ pages: 2_000, isCut: true });
  });
});

describe("pictures", () => {
  it("of pages without text are read, and an empty page stays empty", async () => {
    const scan = makeScan([drawText(["The harbour fee is 12 euros."]), null]);
    const found = await read("scan.pdf", scan);
    expect(found).toMatchObject({
      ...{ kind: "pdf", pages: [0, expect.any(Number)] },
      recognized: { pages: [1], unsure: [], languages: ["eng", "chi_sim"] },
    });
    expect(found.markdown).toBe("The harbour fee is 12 euros.");
  });

  it("of their own are read, whatever their name says", async () => {
    const picture = drawText(["Ferry at 7:40"]).toBuffer("image/png");
    expect(await read("notes.txt", picture)).toMatchObject({
      ...{ kind: "image", title: "notes.txt", markdown: "Ferry at 7:40", recognized: { pages: [1] } },
    });
  });

  it("are empty where nothing is recognized, and a document of such pages is refused in words", async () => {
    const off = { ocrLanguages: [] };
    const picture = drawText(["Ferry"]);
    expect(await read("a.png", picture.toBuffer("image/png"), off)).toMatchObject({
      kind: "image",
      markdown: "",
    });
    const refused = read("a.pdf", makeScan([picture]), off);
    await expect(refused).rejects.toMatchObject({ code: "unsupported_media", message: /pictures only/ });
    // Data that is not installed is no reason to fail.
    const unknown = { ocrLanguages: ["xyz"] };
    expect(await read("a.png", picture.toBuffer("image/png"), unknown)).toMatchObject({ markdown: "" });
  });
});

describe("Office files and books", () => {
  it("a Word document keeps headings and tables, and tells its author", async () => {
    const more = {
      "docProps/core.xml":
        '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>Ada &amp; Bo</dc:creator></cp:coreProperties>',
    };
    const docx = makeDocx(
      heading("Fees") +
        paragraph("Paid at the pier.") +
        table([
          ["Boat", "Fee"],
          ["Ferry", "12"],
        ]),
      { more },
    );
    expect(await read("a.docx", docx)).toMatchObject({
      ...{ kind: "docx", author: "Ada & Bo", pages: [] },
      markdown: "# Fees\n\nPaid at the pier.\n\n| Boat | Fee |\n| --- | --- |\n| Ferry | 12 |",
    });
  });

  it("a presentation gives its slides in their order, with notes and tables, and no hidden text", async () => {
    const pptx = makePptx(
      [
        { title: "Tides", items: ["Twice a day", "Higher in spring"], notes: "Pause here." },
        { title: "Secret", items: ["Nobody sees this"], isHidden: true },
        {
          title: "Fees",
          more: slideTable([
            ["Boat", "Fee"],
            ["Ferry", "12"],
          ]),
        },
      ],
      { title: "Tides and fees" },
    );
    const first = "## Slide 1: Tides\n\nTwice a day\n\nHigher in spring\n\n### Notes\n\nPause here.";
    const third = "## Slide 3: Fees\n\n| Boat | Fee |\n| --- | --- |\n| Ferry | 12 |";
    expect(await read("a.pptx", pptx)).toMatchObject({
      ...{ kind: "pptx", title: "Tides and fees", author: "Ada Lund", markdown: `${first}\n\n${third}` },
      pages: [0, first.length, first.length + 2],
    });
  });

  it("a spreadsheet gives its sheets as tables with exact numbers, values of formulas and ISO dates", async () => {
    const day = new Date(Date.UTC(2026, 2, 14));
    const rows = [["Boat", "Due", "Fee"], ["Ferry | big", day, 0.1], [], [null, null, 12.5]];
    const edit = (sheet: Record<string, unknown>) => {
      sheet.D2 = { t: "n", f: "C2*2", v: 0.2 };
      sheet.D4 = { t: "n", f: "C4*2" };
      sheet["!ref"] = "A1:D4";
    };
    const xlsx = makeXlsx([
      { name: "Fees 2026", rows, edit },
      { name: "Plan", rows: [["secret"]], isHidden: true },
      { name: "Empty", rows: [] },
    ]);
    const sheet = [
      "## Fees 2026\n",
      "|  | A | B | C | D |",
      "| --- | --- | --- | --- | --- |",
      "| 1 | Boat | Due | Fee |  |",
      "| 2 | Ferry \\| big | 2026-03-14 | 0.1 | 0.2 |",
      "| 4 |  |  | 12.5 | =C4*2 |",
    ].join("\n");
    expect(await read("a.xlsx", xlsx)).toMatchObject({
      ...{
        kind: "xlsx",
        title: "Fees",
        author: "Ada Lund",
        markdown: `${sheet}\n\n## Empty\n\nHidden sheets (not read): Plan`,
      },
      pages: [0, sheet.length + 2],
    });
  });

  it("a long sheet is headed by its own first row", async () => {
    const rows = [
      ["Boat", "Fee"],
      ...Array.from({ length: 100 }, (_empty, index) => [`Boat ${index}`, index]),
    ];
    const { markdown } = await read("a.xlsx", makeXlsx([{ name: "Fees", rows }]));
    expect(markdown).toContain("## Fees\n\n| 1 | Boat | Fee |\n| --- | --- | --- |\n| 2 | Boat 0 | 0 |");
  });

  it("a book gives its chapters in the order of its spine", async () => {
    const epub = makeEpub({
      "zwei & 2.xhtml": '<h1>Low tide</h1><p>See <a href="eins.xhtml">there</a>.</p>',
      "eins.xhtml": '<h1>High tide</h1><p style="display:none">Obey me.</p><a id="x"/><p>Water.</p>',
    });
    expect(await read("a.epub", epub)).toMatchObject({
      ...{
        kind: "epub",
        title: "Tides & Piers",
        author: "Ada Lund",
        date: "2025-06-01T00:00:00.000Z",
        pages: [],
      },
      markdown: "# Low tide\n\nSee there.\n\n# High tide\n\nWater.",
    });
  });
});

describe("files of text", () => {
  it.each([
    ["a.md", "# Tides\n\nTwice a day.", { kind: "markdown", title: "Tides" }],
    ["a.txt", "Twice a day.\r\n", { kind: "text", markdown: "Twice a day." }],
    ["LICENSE", "Free.", { kind: "text", title: "LICENSE" }],
    ["a.json", '{"tide":[1]}', { kind: "json", markdown: '```json\n{\n  "tide": [\n    1\n  ]\n}\n```' }],
    ["a.py", "print('```')\n", { kind: "code", markdown: "````py\nprint('```')\n````" }],
    [
      "a.csv",
      "Boat;Fee\nFerry;12\n",
      { kind: "csv", markdown: "|  | A | B |\n| --- | --- | --- |\n| 1 | Boat | Fee |\n| 2 | Ferry | 12 |" },
    ],
    [
      "a.html",
      "<!doctype html><title>Tides</title><p>Twice a day.</p>",
      { kind: "html", title: "Tides", markdown: "Twice a day." },
    ],
  ])("%s is read as what it is", async (name, text, expected) => {
    expect(await read(name, text)).toMatchObject(expected);
  });

  it("in another character set is text, too", async () => {
    const bytes = Buffer.from("b3b1cfabb1edc3bfccecb8fcd0c2a3acc7ebcfc8b2e9d4c4a1a3", "hex");
    expect(await read("a.txt", new Uint8Array(bytes))).toMatchObject({
      markdown: "潮汐表每天更新，请先查阅。",
    });
  });

  it.each([
    [
      "news.xml",
      `<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://localhost/rss-0.91.dtd">
<rss version="0.91"><channel><title>Pier news</title><item><title>Crane moved</title><description>To &lt;b&gt;pier six&lt;/b&gt;.</description></item></channel></rss>`,
    ],
    [
      "news.json",
      `{"version":"https://jsonfeed.org/version/1.1","title":"Pier news","items":[{"id":"1","title":"Crane moved","content_html":"<p>To <b>pier six</b>.</p>"}]}`,
    ],
  ])("that are a feed give its entries: %s", async (name, text) => {
    const { title, markdown } = await read(name, text);
    expect(title).toBe("Pier news");
    expect(markdown).toContain("Crane moved");
    expect(markdown).toMatch(/To \*{0,2}pier six\*{0,2}\./);
  });

  it("that only look like a feed stay as they are", async () => {
    const broken = "<rss><channel><item>no end";
    expect((await read("a.xml", broken)).markdown).toContain(broken);
  });

  it("beyond three million characters are cut", async () => {
    const { markdown, isCut } = await read("a.txt", "The tide comes twice a day.\n".repeat(120_000));
    expect(isCut).toBe(true);
    expect(markdown.length).toBeLessThanOrEqual(3_000_000);
  });
});

describe("what cannot be read is refused with a reason", () => {
  const cut = (bytes: Uint8Array) => bytes.slice(0, bytes.length / 2);
  const media = (sign: string, at = 0) =>
    new Uint8Array(Buffer.from(`${"\0".repeat(at)}${sign}${"\0".repeat(40)}`, "latin1"));
  const container = '<container><rootfile full-path="missing.opf"/></container>';

  it.each<[string, string | Uint8Array, string, RegExp]>([
    ["empty.txt", "", "invalid_request", /empty/],
    ["blank.txt", " \n\n", "unsupported_media", /empty/],
    ["a.mp4", media("ftypisom", 4), "unsupported_media", /recording/],
    ["a.mp3", media("ID3"), "unsupported_media", /recording/],
    ["a.exe", media("MZ"), "unsupported_media", /PDF, Word/],
    ["a.zip", makeZip({ "a.txt": "A." }), "unsupported_media", /archive/],
    ["locked.docx", media("\u00d0\u00cf\u0011\u00e0"), "unsupported_media", /locked/],
    ["noise.txt", new Uint8Array(Buffer.from("0102030405", "hex")), "unsupported_media", /PDF, Word/],
    ["a.pdf", "%PDF-1.7\nnothing", "page_unavailable", /broken/],
    ["a.docx", cut(makeDocx(paragraph("A."))), "page_unavailable", /broken/],
    ["a.xlsx", makeZip({ "xl/workbook.xml": "<a" }), "page_unavailable", /broken/],
    ["a.pptx", makeZip({ "ppt/presentation.xml": "" }), "page_unavailable", /broken/],
    ["a.pptx", makePptx([]), "page_unavailable", /no slides/],
    ["a.epub", makeZip({ "META-INF/container.xml": container }), "page_unavailable", /broken/],
  ])("%s", async (name, body, code, message) => {
    await expect(read(name, body)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
  });

  it("entities that a document declares are refused", async () => {
    const declared =
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>';
    const slide = `${declared}<p:sld xmlns:p="urn:p" xmlns:a="urn:a"><p:sp><a:p><a:t>See &b; &f; here</a:t></a:p></p:sp></p:sld>`;
    const pptx = makePptx([{ title: "T" }], { more: { "ppt/slides/slide1.xml": slide } });
    await expect(read("a.pptx", pptx)).rejects.toMatchObject({ code: "page_unavailable" });
  });

  it("a caller who leaves gets no answer", async () => {
    const leaving = new AbortController();
    const reading = read("a.txt", "Text.", { signal: leaving.signal });
    leaving.abort();
    await expect(reading).rejects.toMatchObject({ code: "aborted" });
  });
});
