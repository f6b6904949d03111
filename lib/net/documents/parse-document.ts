import type { DocumentKind } from "@/lib/protocol/evidence";
import { removeInvisible } from "@/lib/language/invisible";
import type { DocumentInput, Draft, ReadDocument } from "./document";
import { decodeText } from "./decode-text";
import { getFormat, type DocumentFormat } from "./document-format";

const kinds: Record<DocumentFormat, DocumentKind> = {
  ...{ html: "html", pdf: "pdf", docx: "docx", markdown: "text", text: "text" },
  ...{ xml: "text", json: "json", csv: "csv", feed: "feed" },
};

/** What was sent as Markdown, here and now: it may take seconds and hold up everybody else in this thread. */
export async function parseDocument(input: DocumentInput): Promise<ReadDocument> {
  const format = getFormat(input);
  const { title, site, isThin, markdown, isCut, ...about } = await readFormat(format, input);
  const { host, pathname } = new URL(input.url);
  const seen = removeInvisible(markdown);
  const text = cutText(seen, input.limits.textCharacters);
  return {
    kind: kinds[format],
    title: removeInvisible(title ?? "") || decodeName(pathname) || host,
    site: removeInvisible(site ?? "") || host,
    ...about,
    markdown: text,
    isCut: isCut || text.length < seen.length,
    isThin: isThin ?? false,
  };
}

/** Each reader is loaded when the first document of its kind comes: a PDF's alone weighs 1.7 MB. */
async function readFormat(
  format: DocumentFormat,
  { bytes, contentType, url, limits }: DocumentInput,
): Promise<Draft> {
  const toText = () => decodeText(bytes, contentType);
  switch (format) {
    case "html":
      return (await import("./read-html")).readHtml(toText(), url);
    case "pdf":
      return (await import("./read-pdf")).readPdf(bytes, limits.pdfPages);
    case "docx":
      return (await import("./read-docx")).readDocx(bytes, url);
    case "csv":
      return (await import("./read-csv")).readCsv(toText(), limits.textCharacters);
    case "feed":
      return (await import("./read-feed")).readFeed(toText(), url);
    case "json":
      return readJson(toText());
    case "markdown":
    case "text":
    case "xml":
      return readText(toText(), format);
  }
}

function readText(text: string, format: "markdown" | "text" | "xml"): Draft {
  const markdown = text.replaceAll("\r\n", "\n").trim();
  const title = format === "xml" ? undefined : /^#\s+(.+)$/m.exec(markdown.slice(0, 2_000))?.[1]?.trim();
  return { ...(title === undefined ? {} : { title }), markdown, isCut: false };
}

function decodeName(pathname: string): string | null {
  const name = pathname.split("/").findLast((part) => part !== "");
  if (name === undefined) return null;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** At the end of a line where one is near. */
function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = text.lastIndexOf("\n", limit);
  return text.slice(0, end > limit / 2 ? end : limit).trimEnd();
}

/** A longer one would be cut anyway, and what it is parsed into can take a hundred times its bytes. */
const longestJson = 1_000_000;

/** JSON with an indent, whole; broken and very long JSON as it came. */
function readJson(text: string): Draft {
  return { markdown: (text.length > longestJson ? null : indent(text)) ?? text.trim(), isCut: false };
}

function indent(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
}
