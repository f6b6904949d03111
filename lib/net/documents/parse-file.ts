import { removeInvisible } from "@/lib/language/invisible";
import { decodeText } from "./decode-text";
import { startsLikeFeed } from "./document-format";
import type { Draft, FileBody, FileDraft, FileInput } from "./document";
import { findEnding } from "@/lib/features/documents/shape/file-kinds";
import { fence } from "./fence";
import { getFileFormat } from "./file-format";
import type { FileKind } from "@/lib/features/documents/shape/documents";
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
  const feed = feedKinds.has(kind) ? await findFeed(toText()) : null;
  if (feed !== null) return toBody(feed);
  switch (kind) {
    case "pdf": {
      const { readPdfPages } = await import("./read-pdf");
      const { pages, blank, ...about } = await readPdfPages(bytes, { maxPages: limits.pdfPages, password });
      return { ...toBody({ ...about, markdown: "" }), parts: pages, isPaged: true, blank };
    }
    case "docx":
    case "pptx":
    case "odt":
    case "odp":
    case "rtf":
      return (await import("./read-office")).readOffice(bytes, kind, limits.pdfPages);
    case "mail":
      return (await import("./read-mail")).readMail(bytes);
    case "notebook":
      return toBody((await import("./read-notebook")).readNotebook(toText()));
    case "xlsx":
    case "ods":
      return (await import("./read-sheets")).readSheets(bytes, limits.textCharacters);
    case "epub":
      return (await import("./read-book")).readBook(bytes, limits.textCharacters);
    case "html":
      return toBody(await (await import("./read-html")).readHtml(toText(), noAddress));
    case "csv":
      return readTable(toText(), limits.textCharacters);
    case "json":
      return toBody({ markdown: fence(readJson(toText()).markdown, "json"), isCut: false });
    case "code":
      return toBody({ markdown: fence(readText(toText(), "xml").markdown, findEnding(name)), isCut: false });
    case "image":
      return { parts: [""], isPaged: false, isCut: false, blank: [0] };
    case "markdown":
    case "text":
      return toBody(readText(toText(), kind));
  }
}

const feedKinds: ReadonlySet<FileKind> = new Set(["code", "json", "text"]);

/** `null` for what is none, or a broken one, which is read as it stands. */
async function findFeed(text: string): Promise<Draft | null> {
  if (!startsLikeFeed(text.slice(0, 1024).trimStart())) return null;
  const { readFeed } = await import("./read-feed");
  try {
    return readFeed(text, noAddress);
  } catch {
    return null;
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
