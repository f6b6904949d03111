import { findAll, parseXml, resolvePath } from "./xml";
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
  /**
   * An archive of those parts alone, unpacked: a library that gets it unpacks nothing. `change` gives a part
   * another name or other text.
   */
  rebuild: (
    isWanted: (name: string) => boolean,
    change?: (name: string, text: () => string) => { name?: string; text?: string },
  ) => Uint8Array;
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
    rebuild: (isWanted, change) =>
      writeZip(
        names.filter(isWanted).flatMap((name) => {
          const content = read(name);
          if (content === null) return [];
          const other = change?.(name, () => new TextDecoder().decode(content));
          const text = other?.text === undefined ? content : new TextEncoder().encode(other.text);
          return [{ name: other?.name ?? name, content: text }];
        }),
      ),
  };
}

/** Parts that hold text, and how they hang together. */
export function isTextPart(name: string): boolean {
  return /\.(?:xml|rels)$/i.test(name);
}

/** What a part of an Office file, or the file itself, refers to in it. `type`: its last word, `styles`. */
export function listRelations({ findText }: Archive, part = ""): { type: string; target: string }[] {
  const xml = findText(part.replace(/([^/]*)$/, "_rels/$1.rels"));
  return (xml === null ? [] : findAll(parseXml(xml), "Relationship"))
    .filter((one) => one.getAttribute("TargetMode") !== "External")
    .map((one) => ({
      type: one.getAttribute("Type")?.split("/").at(-1) ?? "",
      target: resolvePath(one.getAttribute("Target") ?? "", part.replace(/[^/]*$/, "")),
    }));
}

/** Of an Office file, as its relationships name it. */
export function findMainPart(archive: Archive): string | null {
  return listRelations(archive).find(({ type }) => type === "officeDocument")?.target ?? null;
}
