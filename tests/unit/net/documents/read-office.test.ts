import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readFile } from "@/lib/net/read-file";
import { makeDocx, paragraph } from "@/tests/fixtures/pages/make-docx";
import { makeEpub, makePptx, makeXlsx } from "@/tests/fixtures/pages/make-files";
import { makeZip } from "@/tests/fixtures/pages/make-zip";
import { startRawServer } from "@/tests/support/raw-server";

const { signal } = new AbortController();
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

function read(name: string, body: string | Uint8Array) {
  const bytes = typeof body === "string" ? Buffer.from(body, "latin1") : body;
  return readFile({ bytes, name, mediaType: "", signal, owner: "ada" });
}

async function readText(name: string, body: string | Uint8Array) {
  return (await read(name, body)).markdown;
}

const level = (ilvl: number, format: string, text: string, start = 1) =>
  `<w:lvl w:ilvl="${ilvl}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const item = (text: string, ilvl = 0, list = 1) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${ilvl}"/><w:numId w:val="${list}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const numbering = (levels: string, nums = '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>') => ({
  "word/numbering.xml": `<w:numbering ${word}><w:abstractNum w:abstractNumId="0">${levels}</w:abstractNum>${nums}</w:numbering>`,
});

describe("numbers of a Word document are those that Word shows", () => {
  it.each<[string, string, string, string[]]>([
    [
      "a start value, letters, and going on after a paragraph",
      level(0, "decimal", "§ %1", 7) + level(1, "lowerLetter", "%2)"),
      item("Fees") +
        item("Due", 1) +
        item("Late", 1) +
        paragraph("Note.") +
        item("Assembly") +
        item("May", 1),
      ["- § 7 Fees", "  - a) Due", "  - b) Late", "Note.", "- § 8 Assembly", "  - a) May"],
    ],
    [
      "several levels in one number, with Roman ones",
      level(0, "upperRoman", "%1.") + level(1, "decimal", "%1.%2."),
      item("One") + item("Two") + item("Three") + item("Four") + item("Below", 1),
      ["- IV. Four", "IV.1. Below"],
    ],
    [
      "Chinese ones",
      level(0, "chineseCounting", "第%1条", 11),
      item("会费") + item("会议"),
      ["第十一条 会费", "第十二条 会议"],
    ],
    [
      "what was before a change does not count",
      level(0, "decimal", "%1.", 4),
      `<w:p><w:pPr><w:pPrChange w:id="1"><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:pPrChange></w:pPr><w:r><w:t>Plain</w:t></w:r></w:p>${item("Numbered")}`,
      ["Plain", "4. Numbered"],
    ],
  ])("%s", async (_name, levels, body, expected) => {
    const text = await readText("a.docx", makeDocx(body, { more: numbering(levels) }));
    for (const line of expected) expect(text).toContain(line);
  });

  it("a second list of the same form goes on, and one with its own start begins there", async () => {
    const nums = `<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="20"/></w:lvlOverride></w:num>`;
    const body = item("A") + item("B", 0, 2) + item("C", 0, 3) + item("D", 0, 3);
    const text = await readText(
      "a.docx",
      makeDocx(body, { more: numbering(level(0, "decimal", "%1."), nums) }),
    );
    expect(text).toBe("1. A\n2. B\n20. C\n21. D");
  });
});

describe("a Word document keeps", () => {
  it("check boxes, old and new", async () => {
    const box = (isOn: boolean) =>
      `<w:sdt><w:sdtPr><w14:checkbox xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w14:checked w14:val="${isOn ? 1 : 0}"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>${isOn ? "☒" : "☐"}</w:t></w:r></w:sdtContent></w:sdt>`;
    const old = (isOn: boolean) =>
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="${isOn ? 1 : 0}"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const line = (mark: string, text: string) =>
      `<w:p>${mark}<w:r><w:t xml:space="preserve"> ${text}</w:t></w:r></w:p>`;
    const body =
      line(box(true), "Diver") +
      line(box(false), "Rower") +
      line(old(true), "Cook") +
      line(old(false), "Pilot");
    expect(await readText("a.docx", makeDocx(body))).toBe("☒ Diver\n\n☐ Rower\n\n☒ Cook\n\n☐ Pilot");
  });

  it("its text where the main part has another name", async () => {
    const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const docx = makeZip({
      "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/main7.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
      "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="/word/main7.xml"/></Relationships>`,
      "word/main7.xml": `<w:document ${word}><w:body>${paragraph("The weir is closed.")}</w:body></w:document>`,
    });
    expect(await readText("a.docx", docx)).toBe("The weir is closed.");
  });
});

describe("slides", () => {
  it("keep breaks in text and titles, and lose neither words nor numbers between them", async () => {
    const more = `<p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:txBody><a:p><a:r><a:t>Income 1200</a:t></a:r><a:br/><a:r><a:t>Costs 900</a:t></a:r></a:p></p:txBody></p:sp>`;
    expect(await readText("a.pptx", makePptx([{ title: "T", more }]))).toMatch(/Income 1200\s+Costs 900/);
  });
});

describe("RTF", () => {
  it.each([
    [
      String.raw`{\rtf1\ansi\ansicpg1251{\fonttbl{\f0\fcharset204 Arial;}}\f0 \'cf\'f0\'e8\'e2\'e5\'f2}`,
      "Привет",
    ],
    [String.raw`{\rtf1\ansi\ansicpg1252\uc1 Gr\u252?\'dfe \u28526?}`, "Grüße 潮"],
  ])("%s", async (rtf, text) => expect(await readText("a.rtf", rtf)).toBe(text));
});

describe("mail", () => {
  const part = (head: string, body: string) =>
    `From: =?utf-8?q?J=C3=B8rn?= <j@a.test>\r\nSubject: =?utf-8?b?5r2u5rGQ6KGo?=\r\nMIME-Version: 1.0\r\n${head}\r\n\r\n${body}`;
  it.each([
    [
      "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable",
      "Br=C3=BCcke=20=\r\nzu",
      "Brücke zu",
    ],
    ["Content-Type: text/plain; charset=iso-2022-jp", "\x1b$B3A\x1b(B", "柿"],
    [
      "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64",
      Buffer.from("<p>Pier <b>9</b></p>").toString("base64"),
      "Pier 9",
    ],
  ])("%s", async (head, body, text) => {
    const mail = await read("a.eml", part(head, body));
    expect(mail).toMatchObject({ kind: "mail", title: "潮汐表", author: "Jørn <j@a.test>" });
    expect(mail.markdown).toContain(text);
  });

  it("names what is attached", async () => {
    const mixed =
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nSee it.\r\n--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="fees.pdf"\r\n\r\nx\r\n--b--';
    expect(await readText("a.eml", `Subject: S\r\nMIME-Version: 1.0\r\n${mixed}`)).toMatch(
      /See it\.[^]*- fees\.pdf/,
    );
  });
});

it("a notebook gives its text, its code and what it printed", async () => {
  const cells = [
    { cell_type: "markdown", source: ["# Tides\n", "By hour."] },
    { cell_type: "code", source: "print(4)", outputs: [{ output_type: "stream", text: ["4\n"] }] },
  ];
  const text = await readText("a.ipynb", JSON.stringify({ nbformat: 4, cells, metadata: {} }));
  expect(text).toBe("# Tides\nBy hour.\n\n```python\nprint(4)\n```\n\n```output\n4\n```");
});

const office =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"';

describe("OpenDocument", () => {
  it("text is read", async () => {
    const body = `<office:document-content ${office}><office:body><office:text><text:h text:outline-level="2">Pond</text:h><text:p>Drained<text:line-break/>in autumn.</text:p></office:text></office:body></office:document-content>`;
    const odt = makeZip({ mimetype: "application/vnd.oasis.opendocument.text", "content.xml": body });
    expect(await readText("a.odt", odt)).toBe("## Pond\n\nDrained\nin autumn.");
  });

  it("a spreadsheet gives its values, also of formulas", async () => {
    const cell = (value: number, formula = "") =>
      `<table:table-cell office:value-type="float" office:value="${value}" ${formula}><text:p>${value}</text:p></table:table-cell>`;
    const body = `<office:document-content ${office}><office:body><office:spreadsheet><table:table table:name="Fees"><table:table-row>${cell(2)}${cell(4, 'table:formula="of:=[.A1]*2"')}</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`;
    const ods = makeZip({
      mimetype: "application/vnd.oasis.opendocument.spreadsheet",
      "content.xml": body,
      "styles.xml": "<s/>",
      "META-INF/manifest.xml": "<m/>",
    });
    expect(await readText("a.ods", ods)).toMatch(/## Fees[^]*\| 2 \| 4 \|/);
  });
});

describe("what cannot be read is refused by its name", () => {
  const old = Buffer.from("\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1", "latin1");
  it.each<[string, Uint8Array, RegExp]>([
    ["a.pages", makeZip({ "Index/Document.iwa": "x" }), /Pages.*Export it/],
    [
      "a.xlsb",
      makeZip({
        "xl/workbook.bin": "x",
        "[Content_Types].xml":
          '<Types><Override PartName="/xl/workbook.bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>',
        "_rels/.rels":
          '<Relationships><Relationship Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
      }),
      /XLSB.*XLSX/,
    ],
    ["a.doc", old, /old Office format/],
    ["a.msg", old, /Outlook.*EML/],
  ])("%s", async (name, body, message) => {
    await expect(read(name, body)).rejects.toMatchObject({
      code: "unsupported_media",
      message: expect.stringMatching(message) as string,
    });
  });
});

describe("hostile files end in words", () => {
  const deep = "{\\rtf1 " + "{".repeat(200_000) + "x";
  const nested = `<office:document-content ${office}><office:body><office:text>${"<text:section>".repeat(20_000)}`;
  it.each<[string, string | Uint8Array]>([
    ["deep.rtf", deep],
    ["deep.odt", makeZip({ mimetype: "application/vnd.oasis.opendocument.text", "content.xml": nested })],
    [
      "locked.odt",
      makeZip({
        mimetype: "application/vnd.oasis.opendocument.text",
        "content.xml": "x",
        "META-INF/manifest.xml": "<m:encryption-data/>",
      }),
    ],
    ["open.docx", makeDocx("<w:pPr>".repeat(300_000), { more: numbering(level(0, "decimal", "%1.")) })],
    ["a.ipynb", '{"cells": 3}'],
  ])(
    "%s",
    async (name, body) => {
      await expect(read(name, body)).rejects.toMatchObject({
        code: expect.stringMatching(/page_unavailable|too_large|page_refused|invalid_request/) as string,
      });
    },
    25_000,
  );
});

const types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = (...all: [type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.map(([type, target], index) => `<Relationship Id="r${index + 1}" Type="${types}/${type}" Target="${target}" ${/^http/.test(target) ? 'TargetMode="External"' : ""}/>`).join("")}</Relationships>`;
const plain = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const style = (id: string, about: string, more = "") =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${about}"/>${more}</w:style>`;
const styled = (id: string, text: string, more = "") =>
  `<w:p><w:pPr><w:pStyle w:val="${id}"/>${more}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

describe("what a Word document says beside its paragraphs", () => {
  const math = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
  it.each<[string, string, Record<string, string>, string]>([
    [
      "equations as TeX",
      `<w:p><w:r><w:t xml:space="preserve">Flow </w:t></w:r><m:oMath ${math}><m:f><m:num><m:r><m:t>ab</m:t></m:r></m:num><m:den><m:r><m:t>2k</m:t></m:r></m:den></m:f><m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e><m:r><m:t>h</m:t></m:r></m:e></m:rad></m:oMath></w:p>`,
      {},
      String.raw`Flow $\frac{ab}{2k}\sqrt{h}$`,
    ],
    [
      "notes in their section",
      `${styled("Heading1", "One")}<w:p><w:r><w:t>Deep</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>${styled("Heading1", "Two")}`,
      {
        "word/footnotes.xml": `<w:footnotes ${word}><w:footnote w:id="2">${plain("By lead.")}</w:footnote></w:footnotes>`,
      },
      "# One\n\nDeep[^1]\n\n[^1]: By lead.\n\n# Two",
    ],
    [
      "comments with their authors",
      `<w:p><w:commentRangeStart w:id="0"/><w:r><w:t>Rent</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>`,
      {
        "word/comments.xml": `<w:comments ${word}><w:comment w:id="0" w:author="Ada Lund">${plain("Too high")}</w:comment></w:comments>`,
      },
      "Rent\n\n> Comment by Ada Lund: Too high",
    ],
    [
      "page headers and footers",
      plain("Text"),
      {
        "word/header1.xml": `<w:hdr ${word}>${plain("Draft 3")}</w:hdr>`,
        "word/footer1.xml": `<w:ftr ${word}>${plain("Harbour board")}</w:ftr>`,
      },
      "Text\n\nPage header: Draft 3\n\nPage footer: Harbour board",
    ],
    [
      "headings by their styles' names and levels, also below others, and with numbers",
      styled("berschrift2", "Pilot") +
        styled("Mine", "Tug") +
        styled("Verzeichnis", "Contents") +
        styled("Text", "Own", '<w:outlineLvl w:val="2"/>'),
      {
        "word/styles.xml": `<w:styles ${word}>${style("berschrift2", "heading 2", '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>')}${style("Mine", "Mine", '<w:basedOn w:val="berschrift2"/>')}${style("Verzeichnis", "TOC Heading", '<w:basedOn w:val="berschrift2"/><w:pPr><w:numPr><w:numId w:val="0"/></w:numPr><w:outlineLvl w:val="9"/></w:pPr>')}</w:styles>`,
        ...numbering(level(0, "decimal", "%1.", 4)),
      },
      "## 4. Pilot\n\n## 5. Tug\n\nContents\n\n### Own",
    ],
    [
      "signs of fonts",
      `<w:p><w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r><w:r><w:t xml:space="preserve"> 3 </w:t></w:r><w:r><w:sym w:font="Symbol" w:char="F0B3"/></w:r><w:r><w:sym w:font="Arial" w:char="20AC"/></w:r></w:p>`,
      {},
      "☑ 3 ≥€",
    ],
    [
      "chunks of other formats, where they stand",
      `${plain("Before")}<w:altChunk r:id="r1"/>${plain("After")}`,
      {
        "word/_rels/document.xml.rels": relations(["aFChunk", "/word/part.htm"]),
        "word/part.htm": "<p>Inserted près</p>",
      },
      "Before\n\nInserted près\n\nAfter",
    ],
    [
      "text beside prefixes without a namespace",
      `<w:p><x:y z:k="1"/><w:r><w:t>Kept</w:t></w:r></w:p>`,
      {},
      "Kept",
    ],
  ])("%s", async (_name, body, more, expected) => {
    const text = await readText("a.docx", makeDocx(body, { more }));
    expect(text).toBe(expected);
  });

  it("its parts in another folder and of other names", async () => {
    const docx = makeZip({
      "[Content_Types].xml": `<Types><Override PartName="/content/body.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
      "_rels/.rels": relations(["officeDocument", "/content/body.xml"]),
      "content/_rels/body.xml.rels": relations(["numbering", "/content/lists7.xml"]),
      "content/lists7.xml": numbering(level(0, "decimal", "§ %1", 3))["word/numbering.xml"],
      "content/body.xml": `<w:document ${word}><w:body>${item("Dogs")}</w:body></w:document>`,
    });
    expect(await readText("a.docx", docx)).toBe("- § 3 Dogs");
  });

  it("nothing outside of it is asked for", async () => {
    const server = await startRawServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nx"));
    const away = `http://127.0.0.1:${server.port}/a`;
    const more = {
      "word/_rels/document.xml.rels": relations(
        ["image", away],
        ["attachedTemplate", away],
        ["aFChunk", away],
      ),
    };
    const body = `${plain("Here")}<w:p><w:r><w:drawing><a:blip r:link="r1"/></w:drawing></w:r></w:p><w:altChunk r:id="r3"/>`;
    const entity = `<!DOCTYPE a [<!ENTITY e SYSTEM "${away}">]>`;
    const odt = `${entity}<office:document-content ${office}><office:body><office:text><text:p>Here &e;</text:p></office:text></office:body></office:document-content>`;
    expect(await readText("a.docx", makeDocx(body, { more }))).toContain("Here");
    expect(
      await readText(
        "a.odt",
        makeZip({ mimetype: "application/vnd.oasis.opendocument.text", "content.xml": odt }),
      ),
    ).toContain("Here");
    expect(await readText("a.epub", makeEpub({ "a.xhtml": `<p>Here <img src="${away}"/></p>` }))).toContain(
      "Here",
    );
    expect(server.countConnections()).toBe(0);
    await server.close();
  });
});

it("a chart of a slide gives its names and values", async () => {
  const points = (texts: string[]) =>
    texts.map((text, index) => `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`).join("");
  const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache>${points(["Cod"])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(["Bergen", "Bodø"])}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points(["1347", "962"])}</c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
  const more = `<p:graphicFrame><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="r1"/></a:graphicData></a:graphic></p:graphicFrame>`;
  const pptx = makePptx([{ title: "Catch", more }], {
    more: {
      "ppt/charts/chart1.xml": chart,
      "ppt/slides/_rels/slide1.xml.rels": relations(["chart", "../charts/chart1.xml"]),
    },
  });
  expect(await readText("a.pptx", pptx)).toMatch(/\| Cod \|[^]*\| Bergen \| 1347 \|\n\| Bodø \| 962 \|/);
});

it("RTF keeps dashes and bullets that it calls by name", async () => {
  expect(await readText("a.rtf", String.raw`{\rtf1\ansi March\emdash later \endash  7 \bullet x}`)).toBe(
    "March—later – 7 •x",
  );
});

it("a message of a whole HTML page gives its text", async () => {
  const mail =
    "Subject: S\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<html><body><p>Berth six</p></body></html>";
  expect(await readText("a.eml", mail)).toContain("Berth six");
});

it("a sheet keeps long numbers whole, says its comments, and names what is hidden", async () => {
  const edit = (sheet: Record<string, unknown>) => {
    sheet.A1 = { t: "n", v: 4111222233334447, c: [{ a: "Ada", t: "Doubtful" }] };
    sheet.B1 = { t: "n", v: 0.1 + 0.2 };
  };
  const xlsx = makeXlsx([
    { name: "Cards", rows: [["a", "b"]], edit },
    { name: "Reserve", rows: [["x"]], isHidden: true },
  ]);
  const text = await readText("a.xlsx", xlsx);
  expect(text).toMatch(
    /\| 1 \| 4111222233334447 \| 0\.3 \|[^]*> Comment on A1 by Ada: Doubtful[^]*Hidden sheets \(not read\): Reserve/,
  );
});

it("a number beyond those of the library stays whole", async () => {
  const cell =
    '<table:table-cell office:value-type="float" office:value="9007199254740993"><text:p>9e15</text:p></table:table-cell>';
  const body = `<office:document-content ${office}><office:body><office:spreadsheet><table:table table:name="A"><table:table-row>${cell}</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`;
  const ods = makeZip({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": body,
    "styles.xml": "<s/>",
    "META-INF/manifest.xml": "<m/>",
  });
  expect(await readText("a.ods", ods)).toContain("9007199254740993");
});

it("a book keeps its notes across chapters and the words of its pictures", async () => {
  const note = (href: string) => `<sup><a epub:type="noteref" href="${href}">1</a></sup>`;
  const epub = makeEpub({
    "one.xhtml": `<h1>One</h1><p>Steps${note("#n")} and${note("end.xhtml#n")}.</p><img src="x.png" alt="The tower"/><aside epub:type="footnote" id="n"><p>Counted.</p></aside>`,
    "end.xhtml": '<ol><li id="n"><p>At the end.</p></li></ol>',
  });
  expect(await readText("a.epub", epub)).toMatch(
    /Steps\[\^1\] and\[\^2\]\.[^]*\(Picture: The tower\)[^]*\[\^1\]: Counted\.[^]*\[\^2\]: At the end\./,
  );
});

describe("files that programs wrote", () => {
  it.each<[string, RegExp[]]>([
    ["06-main-part-of-another-name.docx", [/The lease of pier nine ends on 30 June 2031\./]],
    [
      "08-numbered-clauses.docx",
      [/7\.? Members pay/, /a\) The fee is due/, /b\) Late payers/, /8\.? The assembly meets/],
    ],
    [
      "36-check-boxes.docx",
      [/☒ *Member of the rowing/i, /☐ *Member of the sailing/i, /☒ *may be photographed/i],
    ],
    ["12-line-breaks.pptx", [/Harbour office\s+Quay 7\s+Open 8-16/, /Income 1200\s+Costs 900/]],
    ["14-short-slides.pptx", [/Ingeborg Aalto/, /kept for 60 days/]],
    ["15-letter.rtf", [/Frau Müller/, /480 Euro erfolgt im März/]],
    ["17-text.odt", [/The pond is drained every third autumn\./]],
  ])("%s", async (name, expected) => {
    const text = await readText(name, readFileSync(`tests/fixtures/files/${name}`));
    for (const one of expected) expect(text).toMatch(one);
  });
  it("a document that is only a picture has no text", async () => {
    const bytes = readFileSync("tests/fixtures/files/09-only-a-picture.docx");
    await expect(read("a.docx", bytes)).rejects.toMatchObject({ cause: { problem: "no_text" } });
  });
});
