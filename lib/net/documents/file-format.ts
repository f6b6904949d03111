import { AppError } from "@/lib/errors";
import type { FileKind } from "@/lib/protocol/documents";
import { guessKind } from "@/lib/protocol/file-kinds";
import { decodeText, isBinary } from "./decode-text";
import { startsLikeHtml } from "./document-format";
import { listZipEntries } from "./zip";

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
  if (start.startsWith("PK\u0003\u0004")) return getArchive(bytes, name);
  if (start.startsWith("\u00d0\u00cf\u0011\u00e0"))
    throw refuse(
      `"${name}" is locked, or of an old Office format. Save it as DOCX, PPTX or XLSX without a password.`,
    );
  if (isBinary(bytes) || isNoise(bytes, type)) return getMedia(start, name);
  return getText(start, name, type);
}

/** The part that makes an archive a document of its kind. */
const parts: readonly [string, FileKind][] = [
  ["word/document.xml", "docx"],
  ["ppt/presentation.xml", "pptx"],
  ["xl/workbook.xml", "xlsx"],
  ["META-INF/container.xml", "epub"],
];

function getArchive(bytes: Uint8Array, name: string): FileKind {
  const names = new Set(listZipEntries(bytes).map((entry) => entry.name));
  const found = parts.find(([part]) => names.has(part))?.[1];
  if (found !== undefined) return found;
  throw refuse(`"${name}" is an archive. Unpack it and send the files in it.`);
}

/** What stands in the first bytes of pictures, and of sound and films, and where. */
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
  "PDF, Word, PowerPoint, Excel, EPUB, CSV, Markdown, HTML, JSON, plain text, code and pictures can be read.";

/** More control characters than any text has. */
function isNoise(bytes: Uint8Array, type: string): boolean {
  const sample = decodeText(bytes.subarray(0, 4096), type);
  const controls = [...sample].filter(
    (sign) => sign === "\ufffd" || (sign < " " && !"\t\n\v\f\r\u001b".includes(sign)),
  );
  return controls.length > sample.length / 20;
}

/** What these say of a text; the other kinds begin with signs of their own. */
const textKinds = ["markdown", "csv", "json", "html", "code"] as const;

function getText(start: string, name: string, type: string): FileKind {
  const promised = guessKind(name, type);
  if (promised === "code") return promised;
  if (startsLikeHtml(start.replace(/^\u00ef\u00bb\u00bf/, "").trimStart())) return "html";
  return textKinds.find((kind) => kind === promised) ?? "text";
}

function refuse(message: string): AppError {
  return new AppError("unsupported_media", message);
}
