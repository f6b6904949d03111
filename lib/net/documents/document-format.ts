import { AppError } from "@/lib/errors";
import { isBinary } from "./decode-text";

/** How a document is written: closer than its kind, because Markdown and XML are both text to a person. */
export type DocumentFormat = "html" | "pdf" | "docx" | "markdown" | "text" | "xml" | "json" | "csv" | "feed";

/** By the first bytes, then the server's word, then the ending. Throws `unsupported_media` for non-text. */
export function getFormat({
  bytes,
  contentType,
  url,
}: {
  bytes: Uint8Array;
  contentType: string;
  url: string;
}): DocumentFormat {
  const start = new TextDecoder("latin1")
    .decode(bytes.subarray(0, 1024))
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .trimStart();
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const address = new URL(url);
  if (start.includes("%PDF-")) return "pdf";
  if (start.startsWith("PK\u0003\u0004")) return getZipped(start, type, address);
  if (isBinary(bytes)) throw refuse(address.host, type);
  const named = getNamed(type);
  if (named === "unknown") throw refuse(address.host, type);
  const hasSigns = named === null || named === "text" || named === "xml" || named === "html";
  const format = hasSigns ? getBySigns(start, named ?? "text", address.pathname) : named;
  return format === "json" && jsonFeed.test(start) ? "feed" : format;
}

const jsonFeed = /"https:\/\/jsonfeed\.org\/version\//;
const xmlFeed =
  /^(?:(?:<\?[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!doctype\s[^>[]*(?:\[[^\]]*\]\s*)?>)\s*)*<(?:rss|feed|(?:atom|rdf):\w+)[\s>]/i;

/** By the beginning of its text. */
export function startsLikeFeed(start: string): boolean {
  return xmlFeed.test(start) || (start.startsWith("{") && jsonFeed.test(start));
}

/** Whatever holds Word's text is one; archives, spreadsheets and slides are not read. */
function getZipped(start: string, type: string, address: URL): "docx" {
  const isNamed = type.includes("wordprocessingml") || /\.docx$/i.test(address.pathname);
  if (isNamed || start.includes("word/")) return "docx";
  // The archive's first name can be any part's; the reader looks for Word's text and refuses what has none.
  if (start.includes("[Content_Types].xml") || start.includes("_rels/")) return "docx";
  throw refuse(address.host, type);
}

const unsaid = new Set([
  "",
  "application/octet-stream",
  "binary/octet-stream",
  "application/unknown",
  "unknown/unknown",
  "application/x-download",
]);
const formatByType: Record<string, DocumentFormat> = {
  "text/html": "html",
  "application/xhtml+xml": "html",
  "text/markdown": "markdown",
  "text/x-markdown": "markdown",
  "text/csv": "csv",
  "application/csv": "csv",
  "text/tab-separated-values": "csv",
  "text/json": "json",
  "application/json": "json",
  "application/rss+xml": "feed",
  "application/atom+xml": "feed",
  "application/rdf+xml": "xml",
};

function getNamed(type: string): DocumentFormat | "unknown" | null {
  if (unsaid.has(type)) return null;
  const known = formatByType[type];
  if (known !== undefined) return known;
  if (/[+/]json$/.test(type)) return "json";
  if (/[+/]xml$/.test(type)) return "xml";
  return type.startsWith("text/") ||
    /^application\/(yaml|x-yaml|toml|javascript|x-javascript|sql|x-ndjson)$/.test(type)
    ? "text"
    : "unknown";
}

/** Feeds come as XML or as anything, pages as nothing or as text, tables and notes as text with an ending. */
function getBySigns(start: string, named: "text" | "xml" | "html", pathname: string): DocumentFormat {
  if (xmlFeed.test(start)) return "feed";
  if (named !== "text") return named;
  if (startsLikeHtml(start)) return "html";
  if (/^<\?xml\s/.test(start)) return "xml";
  const ending = /\.([a-z]+)$/i.exec(pathname)?.[1]?.toLowerCase() ?? "";
  return formatByEnding[ending] ?? "text";
}

/** After comments and the declaration of XML. */
export function startsLikeHtml(start: string): boolean {
  return /^(<\?xml[^>]*>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*)*<(!doctype html|html|head|body)[\s>]/i.test(
    start,
  );
}

const formatByEnding: Record<string, DocumentFormat> = {
  md: "markdown",
  markdown: "markdown",
  csv: "csv",
  tsv: "csv",
  json: "json",
  geojson: "json",
  xml: "xml",
};

function refuse(host: string, type: string): AppError {
  return new AppError(
    "unsupported_media",
    `${host} sent ${type || "something without a type"}, which cannot be read as text.`,
  );
}
