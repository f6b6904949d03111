import { AppError } from "@/lib/errors";
import type { DocumentKind } from "@/lib/features/evidence/shape/evidence";
import { removeInvisible } from "@/lib/language/invisible";
import type { DocumentInput, Draft, ReadDocument } from "./document";
import { decodeText } from "./decode-text";
import { getFormat, type DocumentFormat } from "./document-format";
import { cutText, readJson, readText } from "./read-text";

const kinds: Record<DocumentFormat, DocumentKind> = {
  ...{ html: "html", pdf: "pdf", docx: "docx", markdown: "text", text: "text" },
  ...{ xml: "text", json: "json", csv: "csv", feed: "feed" },
};

/** What was sent as Markdown, here and now: it may take seconds and hold up everybody else in this thread. */
export async function parseDocument(input: DocumentInput): Promise<ReadDocument> {
  const format = getFormat(input);
  const { title, site, isThin, markdown, isCut, author, ...about } = await readFormat(format, input);
  const { host, pathname } = new URL(input.url);
  const seen = removeInvisible(markdown);
  const text = cutText(seen, input.limits.textCharacters);
  return {
    kind: kinds[format],
    title: removeInvisible(title ?? "") || decodeName(pathname) || host,
    site: removeInvisible(site ?? "") || host,
    ...(author && { description: author }),
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
  const toText = () => decodeText(bytes, contentType, format === "html");
  switch (format) {
    case "html":
      return (await import("./read-html")).readHtml(toText(), url);
    case "pdf":
      return (await import("./read-pdf")).readPdf(bytes, limits.pdfPages);
    case "docx":
      return readWord(bytes, url);
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

/** The server's word is not enough: any archive of parts comes here. */
async function readWord(bytes: Uint8Array, url: string): Promise<Draft> {
  const { findZippedKind } = await import("./file-format");
  if (findZippedKind(bytes) !== "docx")
    throw new AppError(
      "unsupported_media",
      `${new URL(url).host} sent an archive, which cannot be read as text.`,
    );
  const { readOffice } = await import("./read-office");
  const { parts, date, isCut, title, author } = await readOffice(bytes, "docx", 1);
  const about = { ...(title && { title }), ...(author && { author }), ...(date && { publishedAt: date }) };
  return { ...about, markdown: parts.join(""), isCut };
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
