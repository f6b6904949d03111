import { convertToHtml, images } from "mammoth";
import { AppError } from "@/lib/errors";
import type { Draft } from "./document";
import { toHtmlMarkdown } from "./html-fragment";
import { inflateRawSync } from "node:zlib";

/** A file of 10 MB that people wrote holds less text and more pictures than that. */
const maxUnpackedBytes = 64 * 1024 * 1024;
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
  checkUnpackedSize(entries, maxUnpackedBytes);
  const html = await convert(bytes);
  return { ...readProperties(entries), markdown: toHtmlMarkdown(html, url), isCut: false };
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

type ZipEntry = { name: string; read: (maxBytes: number) => Uint8Array };

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const endLength = 22;
const entryLength = 46;
const localLength = 30;
const maxEntries = 5_000;

/** What an archive holds, by its directory. What an entry says of its own size is not believed. */
function listZipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries) throw new AppError("too_large", "The document has too many parts.");
  const entries: ZipEntry[] = [];
  let place = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (place + entryLength > bytes.length || view.getUint32(place, true) !== entryMark) throw broken();
    const nameLength = view.getUint16(place + 28, true);
    const name = new TextDecoder().decode(
      bytes.subarray(place + entryLength, place + entryLength + nameLength),
    );
    const at = {
      method: view.getUint16(place + 10, true),
      packed: view.getUint32(place + 20, true),
      local: view.getUint32(place + 42, true),
    };
    entries.push({ name, read: (maxBytes) => unpack(bytes, view, at, maxBytes) });
    place += entryLength + nameLength + view.getUint16(place + 30, true) + view.getUint16(place + 32, true);
  }
  return entries;
}

/** Throws `too_large` when what the archive holds is more than that, unpacked. */
function checkUnpackedSize(entries: readonly ZipEntry[], maxBytes: number): void {
  entries.reduce((room, entry) => room - entry.read(room).length, maxBytes);
}

/** The directory's end stands before a comment of at most 64 KB. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - endLength - 0xffff);
  for (let place = view.byteLength - endLength; place >= first; place -= 1)
    if (view.getUint32(place, true) === endMark) return place;
  throw broken();
}

type Place = { method: number; packed: number; local: number };

function unpack(
  bytes: Uint8Array,
  view: DataView,
  { method, packed, local }: Place,
  maxBytes: number,
): Uint8Array {
  if (local + localLength > bytes.length) throw broken();
  const start = local + localLength + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const content = bytes.subarray(start, start + packed);
  if (method === 0 && content.length <= maxBytes) return content;
  if (method !== 0 && method !== 8) throw broken();
  try {
    // Zero would mean no limit.
    if (method === 8) return inflateRawSync(content, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw broken(cause);
  }
  throw new AppError(
    "too_large",
    `The document is larger than ${Math.round(maxBytes / 1024 / 1024)} MB when unpacked.`,
  );
}

function broken(cause?: unknown): AppError {
  return new AppError("page_unavailable", "The document is broken.", { cause });
}
