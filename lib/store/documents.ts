import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { checkPageLimit, checkQuery } from "./check-query";
import type { CheckedWrite } from "./check-write";
import { decodeScanCursor, encodeCursor, encodeScanCursor } from "./cursor";
import { applyChanges, type Change } from "./patch";
import { toPage, toStoredDocument } from "./page";
import { parseDocumentPath } from "./paths";
import { toSql } from "./query-sql";
import { indexedFields } from "./schema";
import { findSortKey } from "./sort-key";
import type { DocumentData, Page, PageQuery, Query, StoredDocument } from "./store";
import { createAlreadyExists, createMissing } from "./store-errors";
import { parseDocumentText, toDocumentText } from "./values";

/** The documents of one open database, synchronously; whoever calls owns the SQL transaction. */
export type Documents = {
  find(path: string): StoredDocument | null;
  list(query: Query): Page;
  scan(page: PageQuery): Page;
  /** Those whose ids come after `id`, in order. */
  listAfter(collection: string, id: string, limit: number): StoredDocument[];
  apply(write: CheckedWrite): void;
  deleteTree(path: string): number;
};

/** `now` is in milliseconds, by the clock that versions are made of. */
export function createDocuments(database: DatabaseSync, nextVersion: () => number, now: () => number): Documents {
  const prepare = createStatementCache(database);
  const reads = createReads(prepare, now);

  function insert(path: string, text: string, onConflict: string): number {
    const { collection, id } = parseDocumentPath(path);
    const data = parseDocumentText(text);
    const keys = indexedFields.map((field) => findSortKey(data, field));
    return Number(prepare(`${insertSql} ${onConflict}`).run(path, collection, id, text, nextVersion(), ...keys).changes);
  }

  function update(path: string, changes: Change[], absent: DocumentData | null): void {
    const data = reads.find(path)?.data ?? absent;
    if (!data) throw createMissing({ path });
    applyChanges(data, changes);
    insert(path, toDocumentText(data), replaceSql);
  }

  function create(path: string, text: string): void {
    if (insert(path, text, "ON CONFLICT (path) DO NOTHING") > 0) return;
    throw createAlreadyExists({ path });
  }

  return {
    ...reads,
    apply(write) {
      if (write.kind === "set") insert(write.path, write.text, replaceSql);
      else if (write.kind === "create") create(write.path, write.text);
      else if (write.kind === "update") update(write.path, write.changes, null);
      else if (write.kind === "merge") update(write.path, write.changes, {});
      else prepare("DELETE FROM documents WHERE path = ?").run(write.path);
    },
    deleteTree(path) {
      // "0" is the character after "/", so the range holds all that begins with the path and a slash.
      const statement = prepare("DELETE FROM documents WHERE path = ? OR (path > ? AND path < ?)");
      return Number(statement.run(path, `${path}/`, `${path}0`).changes);
    },
  };
}

type Prepare = (sql: string) => StatementSync;

function createReads(prepare: Prepare, now: () => number): Omit<Documents, "apply" | "deleteTree"> {
  const toDocument = ({ path, data, version }: Record<string, SQLInputValue>) =>
    toStoredDocument(String(path), parseDocumentText(String(data)), { version: Number(version), readTime: now() * 1000 });

  return {
    find(path) {
      parseDocumentPath(path);
      const row = prepare("SELECT path, data, version FROM documents WHERE path = ?").get(path);
      return row ? toDocument(row) : null;
    },
    list(asked) {
      const query = checkQuery(asked);
      const { sql, params } = toSql(query);
      const rows = prepare(sql).all(...params);
      return toPage(rows.map(toDocument), query.limit, (last) => encodeCursor(query, last));
    },
    scan({ cursor, limit }) {
      checkPageLimit(limit);
      const start = cursor === undefined ? "" : decodeScanCursor(cursor);
      const rows = prepare("SELECT path, data, version FROM documents WHERE path > ? ORDER BY path LIMIT ?").all(start, limit + 1);
      return toPage(rows.map(toDocument), limit, ({ path }) => encodeScanCursor(path));
    },
    listAfter(collection, id, limit) {
      const sql = "SELECT path, data, version FROM documents WHERE collection = ? AND id > ? ORDER BY id LIMIT ?";
      return prepare(sql).all(collection, id, limit).map(toDocument);
    },
  };
}

const columns = ["path", "collection", "id", "data", "version", ...indexedFields.map((field) => `key_${field}`)];
const insertSql = `INSERT INTO documents (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
const replaceSql = `ON CONFLICT (path) DO UPDATE SET ${columns
  .slice(3)
  .map((column) => `${column} = excluded.${column}`)
  .join(", ")}`;

const maxStatements = 200;

function createStatementCache(database: DatabaseSync): Prepare {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    const known = statements.get(sql);
    if (known) return known;
    if (statements.size >= maxStatements) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}
