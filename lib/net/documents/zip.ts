import { inflateRawSync } from "node:zlib";
import { AppError } from "@/lib/errors";

/** A part of an archive. `read` throws `too_large` as soon as it unpacks to more than that. */
export type ZipEntry = { name: string; read: (maxBytes: number) => Uint8Array };

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const endLength = 22;
const entryLength = 46;
const localLength = 30;
const maxEntries = 5_000;
/** The placeholder where ZIP64 has the real number. */
const elsewhere = 0xffffffff;

/**
 * What an archive holds, by its directory. What an entry says of its own size is not believed; ZIP64 and two
 * entries of one name, of which every reader takes another one, are refused as broken.
 */
export function listZipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries) throw new AppError("too_large", "The document has too many parts.");
  const entries = new Map<string, ZipEntry>();
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
    if (at.packed === elsewhere || at.local === elsewhere || entries.has(name)) throw broken();
    entries.set(name, { name, read: (maxBytes) => unpack(bytes, view, at, maxBytes) });
    place += entryLength + nameLength + view.getUint16(place + 30, true) + view.getUint16(place + 32, true);
  }
  return [...entries.values()];
}

/**
 * An archive of parts as they are, without packing: a reader can be given it without fear of what comes out.
 */
export function writeZip(parts: readonly { name: string; content: Uint8Array }[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let place = 0;
  for (const { name, content } of parts) {
    const label = new TextEncoder().encode(name);
    pieces.push(toHeader(localMark, localLength, label, content.length), label, content);
    const entry = toHeader(entryMark, entryLength, label, content.length);
    new DataView(entry.buffer).setUint32(42, place, true);
    directory.push(entry, label);
    place += localLength + label.length + content.length;
  }
  const end = new DataView(new ArrayBuffer(endLength));
  end.setUint32(0, endMark, true);
  end.setUint16(8, parts.length, true);
  end.setUint16(10, parts.length, true);
  end.setUint32(12, Buffer.concat(directory).length, true);
  end.setUint32(16, place, true);
  return Buffer.concat([...pieces, ...directory, new Uint8Array(end.buffer)]);
}

/**
 * The fields that a part's own header and its line in the directory have in common; method 0, names in UTF-8.
 */
function toHeader(mark: number, length: number, label: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(length));
  const sizes = mark === localMark ? 18 : 20;
  view.setUint32(0, mark, true);
  view.setUint16(mark === localMark ? 6 : 8, 0x0800, true);
  view.setUint32(sizes, size, true);
  view.setUint32(sizes + 4, size, true);
  view.setUint16(sizes + 8, label.length, true);
  return new Uint8Array(view.buffer);
}

/** The directory's end stands before a comment of at most 64 KB. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - endLength - 0xffff);
  for (let place = view.byteLength - endLength; place >= first; place -= 1)
    if (view.getUint32(place, true) === endMark) return place;
  throw broken();
}

type EntryPlace = { method: number; packed: number; local: number };

function unpack(
  bytes: Uint8Array,
  view: DataView,
  { method, packed, local }: EntryPlace,
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
  throw new AppError("too_large", "The document is larger than can be read when it is unpacked.");
}

function broken(cause?: unknown): AppError {
  return new AppError("page_unavailable", "The document is broken.", { cause });
}
