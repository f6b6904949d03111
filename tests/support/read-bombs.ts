import { Readable } from "node:stream";
import { constants, crc32, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { toAppError } from "@/lib/errors";
import { readBody } from "@/lib/net/read-body";
import { readDocument } from "@/lib/net/read-document";
import { readFile } from "@/lib/net/read-file";

/**
 * Reads pages, or with `--files` files, that were made to fill the memory, one after the other, and prints how each one ended and
 * what the process needed at most: a program of its own, so that its memory can be measured and limited.
 */
const megabyte = 1024 * 1024;
const signal = new AbortController().signal;

/**
 * Blanks that unpack to so many megabytes, without the end of the stream: a flushed block of 16 MB can be
 * repeated.
 */
function packBlanks(megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(16 * megabyte, 32), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array.from({ length: megabytes / 16 }, () => block), Buffer.from([3, 0])]);
}

type Part = { name: string; packed: Buffer };

/** An archive whose directory says that every part has ten bytes. */
function toLyingZip(parts: Part[], marks: { packed?: number } = {}): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let place = 0;
  for (const { name, packed } of parts) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(10, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(marks.packed ?? packed.length, 20);
    entry.writeUInt32LE(10, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(place, 42);
    pieces.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    place += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(place, 16);
  return Buffer.concat([...pieces, ...directory, end]);
}

const pack = (text: string) => deflateRawSync(Buffer.from(text));
const types = { name: "[Content_Types].xml", packed: pack("<Types/>") };
const word = { name: "word/document.xml", packed: pack("<w:document/>") };

/** A page whose text is a stream of blanks, packed `layers` times. */
function toPdfBomb(megabytes: number, layers: number): Buffer {
  let stream = Buffer.concat([Buffer.from([0x78, 0x9c]), packBlanks(megabytes)]);
  for (let layer = 1; layer < layers; layer += 1)
    stream = Buffer.concat([Buffer.from([0x78, 0x9c]), deflateRawSync(stream)]);
  const filters = Array.from({ length: layers }, () => "/FlateDecode").join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>",
    `<< /Length ${stream.length} /Filter [${filters}] >>\nstream\n${stream.toString("latin1")}\nendstream`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return Buffer.from(`%PDF-1.7\n${body}trailer << /Root 1 0 R /Size 5 >>\n%%EOF`, "latin1");
}

const deepXml = `<w:document><w:body>${"<w:p><w:r><w:t>a</w:t></w:r></w:p>".repeat(450_000)}</w:body></w:document>`;

const bombs: Record<string, { type: string; make: () => Buffer }> = {
  "docx: one part of 2 GB": {
    type: "",
    make: () => toLyingZip([types, { name: word.name, packed: packBlanks(2_048) }]),
  },
  "docx: another part of 2 GB": {
    type: "",
    make: () => toLyingZip([types, word, { name: "word/styles.xml", packed: packBlanks(2_048) }]),
  },
  "docx: two parts of one name": {
    type: "",
    make: () => toLyingZip([types, word, { name: word.name, packed: packBlanks(2_048) }]),
  },
  "docx: ZIP64": { type: "", make: () => toLyingZip([types, word], { packed: 0xffffffff }) },
  "docx: many small elements": {
    type: "",
    make: () => toLyingZip([types, { name: word.name, packed: pack(deepXml) }]),
  },
  "pdf: a text of 1 GB": { type: "application/pdf", make: () => toPdfBomb(1_024, 1) },
  "pdf: a text of 2 GB, packed twice": { type: "application/pdf", make: () => toPdfBomb(2_048, 2) },
  "html: two megabytes of tables": {
    type: "text/html",
    make: () => Buffer.from("<table><tr><td>a".repeat(130_000)),
  },
  "csv: ten megabytes of empty fields": { type: "text/csv", make: () => Buffer.alloc(10 * megabyte, ",\n") },
  "feed: ten megabytes of entries": {
    type: "application/rss+xml",
    make: () =>
      Buffer.from(`<rss><channel>${"<item><title>a</title></item>".repeat(360_000)}</channel></rss>`),
  },
  "json: ten megabytes of lists": { type: "application/json", make: () => Buffer.alloc(10 * megabyte, "[") },
};

const big = (name: string) => ({ name, packed: packBlanks(2_048) });
const book = { name: "xl/workbook.xml", packed: pack("<workbook><sheets/></workbook>") };
const slides = {
  name: "ppt/presentation.xml",
  packed: pack('<p><sldIdLst><sldId r:id="r1"/></sldIdLst></p>'),
};
const slideList = {
  name: "ppt/_rels/presentation.xml.rels",
  packed: pack('<R><Relationship Id="r1" Target="slides/a.xml"/></R>'),
};
const container = {
  name: "META-INF/container.xml",
  packed: pack('<c><rootfile full-path="a.opf"/></c>'),
};
const manyCells = `<worksheet><sheetData>${Array.from({ length: 60_000 }, (_empty, row) => `<row r="${row + 1}"><c r="A${row + 1}" t="n"><v>1</v></c><c r="XFD${row + 1}" t="n"><v>1</v></c></row>`).join("")}</sheetData></worksheet>`;
const sheetBook = {
  name: "xl/workbook.xml",
  packed: pack(
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
  ),
};
const sheetList = {
  name: "xl/_rels/workbook.xml.rels",
  packed: pack(
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  ),
};
const sheetTypes = {
  name: "[Content_Types].xml",
  packed: pack(
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
  ),
};

/** A picture of a single colour with so many pixels on each side, packed to next to nothing. */
function toPictureBomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (side / 8 + 1)));
  const sign = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([sign, chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

const odf = (type: string, text: string) =>
  toLyingZip([
    { name: "mimetype", packed: pack(`application/vnd.oasis.opendocument.${type}`) },
    { name: "META-INF/manifest.xml", packed: pack("<m/>") },
    { name: "styles.xml", packed: pack("<s/>") },
    { name: "content.xml", packed: pack(text) },
  ]);
const docx = (text: string) => toLyingZip([types, { name: "word/document.xml", packed: pack(text) }]);
const entities = `<!DOCTYPE a [<!ENTITY e0 "aaaaaaaaaa">${Array.from({ length: 12 }, (_empty, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`).join("")}]>`;
const wordText = (text: string) =>
  `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${text}</w:body></w:document>`;
const odfText = (text: string) =>
  `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:text>${text}</office:text></office:body></office:document-content>`;
const wordParagraph = "<w:p><w:r><w:t>a</w:t></w:r></w:p>";

/** Files that a person gives, by how they end. */
const fileBombs: Record<string, () => Buffer> = {
  "xlsx: one part of 2 GB": () => toLyingZip([book, big("xl/worksheets/sheet1.xml")]),
  "xlsx: 60,000 rows to the last column": () =>
    toLyingZip([
      sheetTypes,
      sheetBook,
      sheetList,
      { name: "xl/worksheets/sheet1.xml", packed: pack(manyCells) },
    ]),
  "pptx: a slide of 2 GB": () => toLyingZip([slides, slideList, big("ppt/slides/a.xml")]),
  "pptx: a slide nested a million deep": () =>
    toLyingZip([slides, slideList, { name: "ppt/slides/a.xml", packed: pack("<a>".repeat(1_000_000)) }]),
  "epub: a list of 2 GB": () => toLyingZip([container, big("a.opf")]),
  "docx: 300,000 paragraphs": () => docx(wordText(wordParagraph.repeat(300_000))),
  "docx: nested 100,000 deep": () => docx(wordText("<w:p>".repeat(100_000))),
  "docx: tables in each other": () =>
    docx(
      wordText(
        `${"<w:tbl><w:tr><w:tc>".repeat(5_000)}${wordParagraph}${"</w:tc></w:tr></w:tbl>".repeat(5_000)}`,
      ),
    ),
  "docx: entities in each other": () => docx(entities + wordText("<w:p><w:r><w:t>&e12;</w:t></w:r></w:p>")),
  "odt: 500,000 paragraphs": () => odf("text", odfText("<text:p>a</text:p>".repeat(500_000))),
  "odt: entities in each other": () => odf("text", entities + odfText("<text:p>&e12;</text:p>")),
  "odt: a cell repeated a billion times": () =>
    odf(
      "text",
      odfText(
        '<table:table><table:table-row table:number-rows-repeated="100000"><table:table-cell table:number-columns-repeated="10000"><text:p>a</text:p></table:table-cell></table:table-row></table:table>',
      ),
    ),
  "odt: blanks": () => odf("text", odfText('<text:p>a<text:s text:c="2000000000"/></text:p>')),
  "ods: a cell repeated a billion times": () =>
    odf(
      "spreadsheet",
      odfText(
        '<table:table table:name="A"><table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000"><text:p>a</text:p></table:table-cell></table:table-row></table:table>',
      ).replaceAll("office:text", "office:spreadsheet"),
    ),
  "odp: a list of 2 GB": () =>
    toLyingZip([
      { name: "mimetype", packed: pack("application/vnd.oasis.opendocument.presentation") },
      big("content.xml"),
    ]),
  "rtf: twenty megabytes of groups": () => Buffer.from(`{\\rtf1 ${"{\\b a}".repeat(3_300_000)}}`),
  "rtf: twenty megabytes of words": () => Buffer.from(`{\\rtf1 ${"\\par a".repeat(3_300_000)}}`),
  "mail: nested 200 deep": () =>
    Buffer.from(
      `Subject: a\nMIME-Version: 1.0\n${Array.from({ length: 200 }, (_empty, index) => `Content-Type: multipart/mixed; boundary=b${index}\n\n--b${index}\n`).join("")}\na`,
    ),
  "mail: a hundred megabytes of base64": () =>
    Buffer.from(
      `Subject: a\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nText\n--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n${`${"A".repeat(76)}\n`.repeat(1_360_000)}--b--`,
    ),
  "ipynb: fifty megabytes": () =>
    Buffer.from(
      JSON.stringify({
        cells: Array.from({ length: 500_000 }, () => ({
          cell_type: "code",
          source: ["a\n"],
          outputs: [{ text: ["b\n", "c"], output_type: "stream" }],
        })),
      }),
    ),
  "file: a picture of a billion pixels": () => toPictureBomb(32_000),
  "file: twenty megabytes of text": () => Buffer.alloc(20 * megabyte, "a b\n"),
};

async function readOneFile(name: string, bytes: Uint8Array): Promise<string> {
  return readFile({ bytes, name, mediaType: "", signal, owner: "ada" }).then(
    ({ isCut }) => (isCut ? "cut" : "read"),
    (error: unknown) => toAppError(error).code,
  );
}

async function readOne(type: string, bytes: Uint8Array): Promise<string> {
  const sent = { bytes, contentType: type, url: "https://a.test/document", signal };
  return readDocument(sent).then(
    () => "read",
    (error: unknown) => toAppError(error).code,
  );
}

async function unpackBody(): Promise<string> {
  const body = Readable.from([gzipSync(Buffer.alloc(512 * megabyte, 32))]);
  const headers = { "content-encoding": "gzip" };
  const options = { headers, maxBytes: 2 * megabyte, host: "a.test", signal, onBytes: () => undefined };
  return readBody(body, options).then(
    () => "read",
    (error: unknown) => toAppError(error).code,
  );
}

const before = process.resourceUsage().maxRSS;
const ends: Record<string, string> = {};
const isOfFiles = process.argv.includes("--files");
for (const [name, { type, make }] of isOfFiles ? [] : Object.entries(bombs)) {
  ends[name] = await readOne(type, make());
  if (process.argv.includes("--tell")) console.error(name, ends[name], process.resourceUsage().maxRSS / 1024);
}
for (const [name, make] of isOfFiles ? Object.entries(fileBombs) : []) {
  ends[name] = await readOneFile(name, make());
  if (process.argv.includes("--tell")) console.error(name, ends[name], process.resourceUsage().maxRSS / 1024);
}
ends["a small one afterwards"] = isOfFiles
  ? await readOneFile("a.txt", Buffer.from("Good day."))
  : await readOne("text/html", Buffer.from("<p>Good day.</p>"));
const mostMegabytes = process.resourceUsage().maxRSS / 1024;
// Packing it takes more than unpacking it would.
if (!isOfFiles) ends["gz: a body of 512 MB"] = await unpackBody();
console.log(JSON.stringify({ ends, mostMegabytes, before }));
process.exit(0);
