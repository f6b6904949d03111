import type { Draft } from "./document";
import { listZipEntries, writeZip } from "./zip";

/**
 * Of all parts that are read together; a file of 10 MB that people wrote holds less text and more pictures
 * than that.
 */
const maxUnpackedBytes = 32 * 1024 * 1024;

/**
 * A document that is an archive of parts. Each part that is read is counted once: `too_large` beyond 32 MB in
 * all, or beyond the part's own limit.
 */
export type Archive = {
  names: readonly string[];
  /** `null` where there is no such part. */
  findText: (name: string, maxBytes?: number) => string | null;
  /** An archive of those parts alone, unpacked: a library that gets it unpacks nothing. */
  rebuild: (isWanted: (name: string) => boolean) => Uint8Array;
};

export function openArchive(bytes: Uint8Array): Archive {
  const entries = new Map(listZipEntries(bytes).map((entry) => [entry.name, entry]));
  let room = maxUnpackedBytes;
  const contents = new Map<string, Uint8Array | null>();
  const read = (name: string, maxBytes = room) => {
    const known = contents.get(name);
    if (known !== undefined) return known;
    const content = entries.get(name)?.read(Math.min(room, maxBytes)) ?? null;
    room -= content?.length ?? 0;
    contents.set(name, content);
    return content;
  };
  const names = [...entries.keys()];
  return {
    names,
    findText(name, maxBytes) {
      const content = read(name, maxBytes);
      return content === null ? null : new TextDecoder().decode(content);
    },
    rebuild: (isWanted) =>
      writeZip(
        names.filter(isWanted).flatMap((name) => {
          const content = read(name);
          return content === null ? [] : [{ name, content }];
        }),
      ),
  };
}

/** Parts that hold text, and how they hang together. */
export function isTextPart(name: string): boolean {
  return /\.(?:xml|rels)$/i.test(name);
}

/** Title, author and date as an Office program noted them (Dublin Core). */
export function readProperties({ findText }: Archive): Pick<Draft, "title" | "author" | "publishedAt"> {
  const xml = findText("docProps/core.xml", 1024 * 1024) ?? "";
  const find = (name: string) => new RegExp(`<${name}[^>]*>([^<]+)</${name}>`).exec(xml)?.[1]?.trim() ?? "";
  const title = decodeEntities(find("dc:title"));
  const author = decodeEntities(find("dc:creator"));
  const time = Date.parse(find("dcterms:created"));
  return {
    ...(title && { title }),
    ...(author && { author }),
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
