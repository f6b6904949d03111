import { removeInvisible } from "@/lib/language/invisible";
import { decodeText } from "./decode-text";
import type { Draft, FileBody, FileDraft, FileInput } from "./document";
import { findEnding } from "@/lib/protocol/file-kinds";
import { getFileFormat } from "./file-format";
import type { FileKind } from "@/lib/protocol/documents";
import { readJson, readText } from "./read-text";

/** What a person gave as Markdown, here and now; pages without text are left to who recognizes pictures. */
export async function parseFile(input: FileInput): Promise<FileDraft> {
  const kind = getFileFormat(input);
  const { parts, title = "", author = "", date, ...body } = await readKind(kind, input);
  const [seenTitle, seenAuthor] = [toLine(title), toLine(author)];
  return {
    kind,
    ...(seenTitle && { title: seenTitle }),
    ...(seenAuthor && { author: seenAuthor }),
    ...(date !== undefined && { date }),
    ...body,
    parts: parts.map((part) => removeInvisible(part)),
  };
}

function toLine(text: string): string {
  return removeInvisible(text).replace(/\s+/g, " ").trim().slice(0, 300);
}

/** What links in a file are relative to: nothing, so that those to its own parts become plain text. */
const noAddress = "about:blank";

/** Each reader is loaded when the first file of its kind comes. */
async function readKind(kind: FileKind, input: FileInput): Promise<FileBody> {
  const { bytes, mediaType, name, password, limits } = input;
  const toText = () => decodeText(bytes, mediaType, kind === "html");
  switch (kind) {
    case "pdf": {
      const { readPdfPages } = await import("./read-pdf");
      const { pages, blank, ...about } = await readPdfPages(bytes, { maxPages: limits.pdfPages, password });
      return { ...toBody({ ...about, markdown: "" }), parts: pages, isPaged: true, blank };
    }
    case "docx":
      return toBody(await (await import("./read-docx")).readDocx(bytes, noAddress));
    case "pptx":
      return (await import("./read-slides")).readSlides(bytes, limits.pdfPages);
    case "xlsx":
      return (await import("./read-sheets")).readSheets(bytes, limits.textCharacters);
    case "epub":
      return (await import("./read-book")).readBook(bytes, limits.textCharacters);
    case "html":
      return toBody(await (await import("./read-html")).readHtml(toText(), noAddress));
    case "csv":
      return readTable(toText(), limits.textCharacters);
    case "json":
      return toBody(fence(readJson(toText()).markdown, "json"));
    case "code":
      return toBody(fence(readText(toText(), "xml").markdown, findEnding(name)));
    case "image":
      return { parts: [""], isPaged: false, isCut: false, blank: [0] };
    case "markdown":
    case "text":
      return toBody(readText(toText(), kind));
  }
}

function toBody({ title, author, publishedAt, markdown, isCut }: Draft): FileBody {
  return {
    ...(title !== undefined && { title }),
    ...(author !== undefined && { author }),
    ...(publishedAt !== undefined && { date: publishedAt }),
    ...{ parts: [markdown], isPaged: false, isCut, blank: [] },
  };
}

/** With row numbers, so that its cells have names. */
async function readTable(text: string, maxCharacters: number): Promise<FileBody> {
  const { parseRows } = await import("./read-csv");
  const { writeSheet } = await import("./sheet-table");
  const rows = parseRows(text) ?? [];
  if (rows.every((row) => row.length < 2)) return toBody(readText(text, "text"));
  const numbered = rows.map((cells, index) => ({ number: index + 1, cells }));
  return toBody(writeSheet(numbered, maxCharacters));
}

/** Between marks that are longer than any in the text. */
function fence(text: string, language: string): Draft {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const mark = "`".repeat(longest + 1);
  return { markdown: text === "" ? "" : `${mark}${language}\n${text}\n${mark}`, isCut: false };
}
