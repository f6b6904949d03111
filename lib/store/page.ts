import type { DocumentData, Page, StoredDocument } from "./store";

/** Makes a page of one document more than it may hold: the one too many says that something follows. */
export function toPage(
  found: StoredDocument[],
  limit: number,
  encodeCursor: (last: StoredDocument) => string,
): Page {
  const documents = found.slice(0, limit);
  const last = documents.at(-1);
  return { documents, cursor: last && found.length > limit ? encodeCursor(last) : null };
}

/** Two pages of one query are the same when these are. */
export function toFingerprint({ documents }: Page): string {
  return documents.map(({ path, version }) => `${path} ${version}`).join("\n");
}

/** Both times are in microseconds since 1970 by the store's clock; `version` is that of the last change. */
export function toStoredDocument(
  path: string,
  data: DocumentData,
  times: { version: number; readTime: number },
): StoredDocument {
  const { version, readTime } = times;
  const updatedAt = Math.floor(version / 1000);
  // A clock that was set back must not make a document younger than new.
  const readAt = Math.max(updatedAt, Math.floor(readTime / 1000));
  return { path, id: path.slice(path.lastIndexOf("/") + 1), data, version, updatedAt, readAt };
}
