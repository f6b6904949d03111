import { convertToHtml, images } from "mammoth";
import { AppError } from "@/lib/errors";
import type { Draft } from "./document";
import { toHtmlMarkdown } from "./html-fragment";
import { listZipEntries, writeZip, type ZipEntry } from "./zip";

/**
 * Of all parts that are read together; a file of 10 MB that people wrote holds less text and more pictures
 * than that.
 */
const maxUnpackedBytes = 32 * 1024 * 1024;
/** The part that is read stands in memory several times as a tree. */
const maxTextBytes = 16 * 1024 * 1024;

/** A Word document's text with its headings, lists, tables and links; pictures are left out. */
export async function readDocx(bytes: Uint8Array, url: string): Promise<Draft> {
  const entries = listZipEntries(bytes);
  const text = entries.find(({ name }) => name === "word/document.xml");
  if (text === undefined)
    throw new AppError(
      "unsupported_media",
      `${new URL(url).host} sent an archive, which cannot be read as text.`,
    );
  text.read(maxTextBytes);
  const html = await convert(rebuild(entries));
  return { ...readProperties(entries), markdown: toHtmlMarkdown(html, url), isCut: false };
}

/**
 * An archive of the parts that hold text and how they hang together, each unpacked and counted: the converter
 * unpacks nothing.
 */
function rebuild(entries: readonly ZipEntry[]): Uint8Array {
  let room = maxUnpackedBytes;
  const parts = entries
    .filter(({ name }) => /\.(?:xml|rels)$/i.test(name))
    .map(({ name, read }) => {
      const content = read(room);
      room -= content.length;
      return { name, content };
    });
  return writeZip(parts);
}

async function convert(bytes: Uint8Array): Promise<string> {
  try {
    const convertImage = images.imgElement(() => Promise.resolve({ src: "" }));
    const { value } = await convertToHtml(
      { buffer: Buffer.from(bytes) },
      { convertImage, externalFileAccess: false },
    );
    return value;
  } catch (cause) {
    throw new AppError("page_unavailable", "The document is broken.", { cause });
  }
}

/** Title and date as the word processor noted them (Dublin Core). */
function readProperties(entries: ZipEntry[]): Pick<Draft, "title" | "publishedAt"> {
  const properties = entries.find(({ name }) => name === "docProps/core.xml");
  const xml = properties === undefined ? "" : new TextDecoder().decode(properties.read(1024 * 1024));
  const find = (name: string) => new RegExp(`<${name}[^>]*>([^<]+)</${name}>`).exec(xml)?.[1]?.trim() ?? "";
  const title = decodeEntities(find("dc:title"));
  const time = Date.parse(find("dcterms:created"));
  return {
    ...(title && { title }),
    ...(Number.isNaN(time) ? {} : { publishedAt: new Date(time).toISOString() }),
  };
}

function decodeEntities(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}
