import { AppError } from "@/lib/errors";
import type { FileKind } from "@/lib/features/documents/shape/documents";
import { findEnding, guessKind } from "@/lib/features/documents/shape/file-kinds";
import { findMainPart, openArchive } from "./archive";
import { decodeText, isBinary } from "./decode-text";
import { startsLikeHtml } from "./document-format";

/**
 * What a file is, by its first bytes and the parts of an archive, and where these leave it open by its name's
 * ending and its media type. Throws `unsupported_media` with a sentence of what is possible.
 */
export function getFileFormat({
  bytes,
  name,
  mediaType,
}: {
  bytes: Uint8Array;
  name: string;
  mediaType: string;
}): FileKind {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  const type = mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
  const isCalledPdf = guessKind(name, type) === "pdf";
  if (start.trimStart().startsWith("%PDF-") || (isCalledPdf && start.includes("%PDF-"))) return "pdf";
  if (start.startsWith("PK\u0003\u0004")) return toRead(findZippedKind(bytes), name);
  if (start.startsWith("\u00d0\u00cf\u0011\u00e0"))
    return toRead(findEnding(name) === "msg" || type.includes("outlook") ? "outlook" : "old_office", name);
  if (start.startsWith("{\\rtf")) return "rtf";
  if (isBinary(bytes) || isNoise(bytes, type)) return getMedia(start, name);
  return getText(start, name, type);
}

/** What the main part of an archive is called by its program (ECMA-376, part 2; ODF 1.3, part 2). */
const zippedKinds: readonly { sign: string; kind: FileKind | UnreadFormat }[] = [
  { sign: "ms-excel.sheet.binary", kind: "binary_workbook" },
  { sign: "application/epub+zip", kind: "epub" },
  { sign: "opendocument.text", kind: "odt" },
  { sign: "opendocument.spreadsheet", kind: "ods" },
  { sign: "opendocument.presentation", kind: "odp" },
  { sign: "wordprocessingml.", kind: "docx" },
  { sign: "ms-word.", kind: "docx" },
  { sign: "presentationml.", kind: "pptx" },
  { sign: "ms-powerpoint.", kind: "pptx" },
  { sign: "spreadsheetml.", kind: "xlsx" },
  { sign: "ms-excel.", kind: "xlsx" },
];

/** By what an archive says of its main part, else by the parts that each kind has. */
export function findZippedKind(bytes: Uint8Array): FileKind | UnreadFormat {
  const archive = openArchive(bytes);
  const { names, findText } = archive;
  const main = findMainPart(archive);
  const types = main === null ? "" : (findText("[Content_Types].xml") ?? "");
  const entry = [...types.matchAll(/<(?:\w+:)?(?:Override|Default)\s[^<>]*>/g)]
    .map(([mark]) => mark)
    .find((mark) => mark.includes(`PartName="/${main ?? ""}"`));
  const said = entry ?? findText("mimetype", 1_024) ?? "";
  const known = zippedKinds.find(({ sign }) => said.includes(sign))?.kind;
  if (known !== undefined) return known;
  if (names.includes("META-INF/container.xml")) return "epub";
  if (names.some((name) => /^(?:Index\.zip|Index\/.*\.iwa)$/.test(name))) return "iwork";
  const folder = (
    main ??
    names.find((name) => /^(?:word\/document|ppt\/presentation|xl\/workbook)\./.test(name)) ??
    ""
  ).split("/")[0];
  return folder === "word" ? "docx" : folder === "ppt" ? "pptx" : folder === "xl" ? "xlsx" : "archive";
}

/** Kinds that are refused by their name, with what a person can do. */
const unread = {
  archive: "is an archive. Unpack it and send the files in it.",
  binary_workbook: "is a binary workbook (XLSB), which cannot be read. Save it as XLSX.",
  iwork: "is of Pages, Numbers or Keynote, which cannot be read. Export it as PDF, DOCX, XLSX or PPTX.",
  old_office:
    "is locked, or of an old Office format (DOC, XLS, PPT). Save it as DOCX, XLSX or PPTX without a password.",
  outlook: "is an Outlook message (MSG), which cannot be read. Save it as EML or PDF.",
} as const;
type UnreadFormat = keyof typeof unread;

function toRead(kind: FileKind | UnreadFormat, name: string): FileKind {
  if (!(kind in unread)) return kind as FileKind;
  const problem = kind as UnreadFormat;
  throw new AppError("unsupported_media", `"${name}" ${unread[problem]}`, { cause: { problem } });
}

/** The first bytes of pictures, sound and films, and their position. */
const signs: readonly { at: number; sign: string; kind: "image" | "recording" }[] = [
  { at: 0, sign: "\u0089PNG", kind: "image" },
  { at: 0, sign: "\u00ff\u00d8\u00ff", kind: "image" },
  { at: 0, sign: "GIF8", kind: "image" },
  { at: 0, sign: "BM", kind: "image" },
  { at: 0, sign: "II*\0", kind: "image" },
  { at: 0, sign: "MM\0*", kind: "image" },
  { at: 8, sign: "WEBP", kind: "image" },
  { at: 4, sign: "ftypavif", kind: "image" },
  { at: 4, sign: "ftyphei", kind: "image" },
  { at: 0, sign: "ID3", kind: "recording" },
  { at: 0, sign: "fLaC", kind: "recording" },
  { at: 0, sign: "OggS", kind: "recording" },
  { at: 8, sign: "WAVE", kind: "recording" },
  { at: 0, sign: "\u00ff\u00fb", kind: "recording" },
  { at: 0, sign: "\u00ff\u00f3", kind: "recording" },
  { at: 4, sign: "ftyp", kind: "recording" },
  { at: 0, sign: "\u001aE\u00df\u00a3", kind: "recording" },
  { at: 8, sign: "AVI ", kind: "recording" },
];

function getMedia(start: string, name: string): "image" {
  const kind = signs.find(({ at, sign }) => start.startsWith(sign, at))?.kind;
  if (kind === "image") return "image";
  const what = kind === undefined ? "of a kind that" : "a recording, which";
  throw refuse(`"${name}" is ${what} cannot be read. ${possible}`);
}

const possible =
  "PDF, Word, PowerPoint, Excel, OpenDocument, RTF, EPUB, CSV, Markdown, HTML, JSON, mail (EML), notebooks, plain text, code and pictures can be read.";

/** More control characters than any text has. */
function isNoise(bytes: Uint8Array, type: string): boolean {
  const sample = decodeText(bytes.subarray(0, 4096), type);
  const controls = [...sample].filter(
    (sign) => sign === "\ufffd" || (sign < " " && !"\t\n\v\f\r\u001b".includes(sign)),
  );
  return controls.length > sample.length / 20;
}

/** What these say of a text; the other kinds begin with signs of their own. */
const textKinds = ["markdown", "csv", "json", "html"] as const;

function getText(start: string, name: string, type: string): FileKind {
  const promised = guessKind(name, type);
  if (promised === "code" || promised === "mail" || promised === "notebook") return promised;
  if (startsLikeHtml(start.replace(/^\u00ef\u00bb\u00bf/, "").trimStart())) return "html";
  return textKinds.find((kind) => kind === promised) ?? "text";
}

function refuse(message: string): AppError {
  return new AppError("unsupported_media", message);
}
