import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { checkPageLimit, checkQuery } from "./check-query";
import type { CheckedWrite } from "./check-write";
import { decodeScanCursor, encodeCursor, encodeScanCursor } from "./cursor";
import { createListedValues, type ListedValues } from "./listed-values";
import { applyChanges, type PathChange } from "./patch";
import { toPage, toStoredDocument } from "./page";
import { parseDocumentPath } from "./paths";
import { toSql } from "./query-sql";
import { indexedFields } from "./schema";
import { findSortKey } from "./sort-key";
import { createStatementCache, type Prepare } from "./statement-cache";
import type { DocumentData, ListQuery, Page, PageQuery, StoredDocument } from "./store";
import { createAlreadyExists, createMissing } from "./store-errors";
import { parseDocumentText, toDocumentText } from "./values";

/** The documents of one open database, synchronously; whoever calls owns the SQL transaction. */
export type Documents = {
  find(path: string): StoredDocument | null;
  /** Of the document, without reading what is in it. */
  findVersion(path: string): number | undefined;
  list(query: ListQuery): Page;
  scan(page: PageQuery): Page;
  /** Those whose ids come after `id`, in order. */
  listAfter(collection: string, id: string, limit: number): StoredDocument[];
  apply(write: CheckedWrite): void;
  deleteTree(path: string): number;
  /** Documents of a tree, at most `limit`, that take long to delete because an index holds their values. */
  listSlow(path: string, limit: number): string[];
};

/** `now` is in milliseconds, by the clock that versions are made of. */
export function createDocuments(
  database: DatabaseSync,
  nextVersion: () => number,
  now: () => number,
): Documents {
  const prepare = createStatementCache(database);
  const listed = createListedValues(prepare);
  const reads = createReads(prepare, listed, now);

  function put(path: string, text: string, data = parseDocumentText(text)): void {
    const { collection, id } = parseDocumentPath(path);
    listed.put(path, collection, data);
    prepare(putSql).run(
      path,
      collection,
      id,
      text,
      nextVersion(),
      ...indexedFields.map((field) => findSortKey(data, field)),
    );
  }

  function update(path: string, changes: PathChange[], absent: DocumentData | null): void {
    const data = reads.find(path)?.data ?? absent;
    if (!data) throw createMissing({ path });
    applyChanges(data, changes);
    put(path, toDocumentText(data), data);
  }

  function create(path: string, text: string): void {
    if (prepare("SELECT 1 FROM documents WHERE path = ?").get(path) !== undefined)
      throw createAlreadyExists({ path });
    put(path, text);
  }

  return {
    ...reads,
    apply(write) {
      if (write.kind === "set") put(write.path, write.text);
      else if (write.kind === "create") create(write.path, write.text);
      else if (write.kind === "update") update(write.path, write.changes, null);
      else if (write.kind === "merge") update(write.path, write.changes, {});
      else {
        listed.delete(write.path);
        prepare("DELETE FROM documents WHERE path = ?").run(write.path);
      }
    },
    deleteTree(path) {
      listed.listBelow(path, -1).forEach(listed.delete);
      // "0" is the character after "/", so the range holds all that begins with the path and a slash.
      const statement = prepare("DELETE FROM documents WHERE path = ? OR (path > ? AND path < ?)");
      return Number(statement.run(path, `${path}/`, `${path}0`).changes);
    },
    listSlow: listed.listBelow,
  };
}

function createReads(
  prepare: Prepare,
  listed: ListedValues,
  now: () => number,
): Omit<Documents, "apply" | "deleteTree" | "listSlow"> {
  const toDocument = ({ path, data, version }: Record<string, SQLInputValue>) =>
    toStoredDocument(String(path), parseDocumentText(String(data)), {
      version: Number(version),
      readTime: now() * 1000,
    });

  return {
    find(path) {
      parseDocumentPath(path);
      const row = prepare("SELECT path, data, version FROM documents WHERE path = ?").get(path);
      return row ? toDocument(row) : null;
    },
    findVersion(path) {
      const row = prepare("SELECT version FROM documents WHERE path = ?").get(path);
      return row && Number(row["version"]);
    },
    list(asked) {
      const query = checkQuery(asked);
      const { sql, params } = toSql(query, listed.isCommon(query));
      const rows = prepare(sql).all(...params);
      return toPage(rows.map(toDocument), query.limit, (last) => encodeCursor(query, last));
    },
    scan({ cursor, limit }) {
      checkPageLimit(limit);
      const start = cursor === undefined ? "" : decodeScanCursor(cursor);
      const rows = prepare(
        "SELECT path, data, version FROM documents WHERE path > ? ORDER BY path LIMIT ?",
      ).all(start, limit + 1);
      return toPage(rows.map(toDocument), limit, ({ path }) => encodeScanCursor(path));
    },
    listAfter(collection, id, limit) {
      const sql =
        "SELECT path, data, version FROM documents WHERE collection = ? AND id > ? ORDER BY id LIMIT ?";
      return prepare(sql).all(collection, id, limit).map(toDocument);
    },
  };
}

const columns = [
  "path",
  "collection",
  "id",
  "data",
  "version",
  ...indexedFields.map((field) => `key_${field}`),
];
const putSql = `INSERT INTO documents (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")}) ON CONFLICT (path) DO UPDATE SET ${columns
  .slice(3)
  .map((column) => `${column} = excluded.${column}`)
  .join(", ")}`;
