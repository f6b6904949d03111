import type { DocumentData, Page, StoredDocument } from "./store";

/** Makes a page of one document more than it may hold: the one too many says that something follows. */
export function toPage(found: StoredDocument[], limit: number, encodeCursor: (last: StoredDocument) => string): Page {
  const documents = found.slice(0, limit);
  const last = documents.at(-1);
  return { documents, cursor: last && found.length > limit ? encodeCursor(last) : null };
}

/** Two pages of one query are the same when these are. */
export function toFingerprint({ documents }: Page): string {
  return documents.map(({ path, version }) => `${path} ${version}`).join("\n");
}

/** `version` is the time of the last change in microseconds since 1970. */
export function toStoredDocument(path: string, data: DocumentData, version: number): StoredDocument {
  return { path, id: path.slice(path.lastIndexOf("/") + 1), data, version, updatedAt: Math.floor(version / 1000) };
}
