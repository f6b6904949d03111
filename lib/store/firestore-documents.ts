import { checkPageLimit, checkQuery } from "./check-query";
import { decodeScanCursor, encodeCursor, encodeScanCursor } from "./cursor";
import type { FirestoreClient, DocumentRead, ReadIn, StructuredQuery, Timestamp } from "./firestore-client";
import { findParent, toStructuredQuery } from "./firestore-query";
import { fromFields } from "./firestore-values";
import { hasBeginning } from "./listed-values";
import { toPage, toStoredDocument } from "./page";
import { parseDocumentPath } from "./paths";
import type { ListQuery, Page, PageQuery, StoredDocument } from "./store";

/** What was read, and when; a transaction reads everything else as of that time. */
export type ReadAt<T> = { found: T; readTime: Timestamp | null };

export type DocumentReader = {
  findMany(paths: string[], where?: ReadIn & { ids?: boolean }): Promise<ReadAt<(StoredDocument | null)[]>>;
  list(query: ListQuery, where?: ReadIn & { ids?: boolean }): Promise<ReadAt<Page>>;
  scan(page: PageQuery): Promise<Page>;
  /** Paths of what lies below a document, at any depth, also under documents that are missing. */
  listBelow(path: string, limit: number): Promise<string[]>;
};

export function createReader(client: FirestoreClient): DocumentReader {
  const toDocument = (document: DocumentRead) => fromFirestoreDocument(document, client.toPath);

  return {
    async findMany(paths, where) {
      paths.forEach(parseDocumentPath);
      if (paths.length === 0) return { found: [], readTime: null };
      const { documents, readTime } = await client.get(paths, where);
      const byPath = new Map(documents.map(toDocument).map((document) => [document.path, document]));
      return { found: paths.map((path) => byPath.get(path) ?? null), readTime };
    },

    async list(asked, { ids = false, ...where } = {}) {
      const query = checkQuery(asked);
      const structured = toStructuredQuery(query, client.toName);
      if (structured === null) return { found: { documents: [], cursor: null }, readTime: null };
      const { documents, readTime } = await client.query(
        findParent(query.collection),
        ids ? withoutFields(structured) : structured,
        where,
      );
      const page = toPage(documents.map(toDocument), query.limit, (last) =>
        ids ? "" : encodeCursor(query, last),
      );
      const { beginning } = query;
      // Firestore has no index for it.
      const found =
        beginning === undefined
          ? page
          : { ...page, documents: page.documents.filter(({ data }) => hasBeginning(data, beginning)) };
      return { found, readTime };
    },

    async scan({ cursor, limit }) {
      checkPageLimit(limit);
      const start = cursor === undefined ? null : client.toName(decodeScanCursor(cursor));
      const startAt =
        start === null ? {} : { startAt: { values: [{ referenceValue: start }], before: false } };
      const { documents } = await client.query("", {
        ...everything,
        ...startAt,
        limit: { value: limit + 1 },
      });
      return toPage(documents.map(toDocument), limit, ({ path }) => encodeScanCursor(path));
    },

    async listBelow(path, limit) {
      const { documents } = await client.query(
        path,
        withoutFields({ ...everything, limit: { value: limit } }),
      );
      return documents.map(({ name }) => client.toPath(name ?? ""));
    },
  };
}

// Without the name of a collection a query goes through all of them.
const everything: StructuredQuery = {
  from: [{ allDescendants: true }],
  orderBy: [{ field: { fieldPath: "__name__" }, direction: "ASCENDING" }],
};

function withoutFields(query: StructuredQuery): StructuredQuery {
  return { ...query, select: { fields: [{ fieldPath: "__name__" }] } };
}

/** Counts as new without a read time, so that no age is overestimated. */
export function fromFirestoreDocument(
  { name, fields, updateTime, readTime }: DocumentRead,
  toPath: (name: string) => string,
): StoredDocument {
  const version = toMicroseconds(updateTime);
  return toStoredDocument(toPath(name ?? ""), fromFields(fields), {
    version,
    readTime: toMicroseconds(readTime ?? updateTime),
  });
}

/** Firestore's own clock goes as fine as a version does. */
function toMicroseconds(time: Timestamp | null | undefined): number {
  return Number(time?.seconds ?? 0) * 1_000_000 + Math.floor((time?.nanos ?? 0) / 1000);
}

export function toUpdateTime(version: number): Timestamp {
  return { seconds: Math.floor(version / 1_000_000), nanos: (version % 1_000_000) * 1000 };
}
