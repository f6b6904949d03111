import type { DatabaseSync } from "node:sqlite";
import { AppError } from "@/lib/errors";
import { createListedValues, hasBeginning, hasListed } from "./listed-values";
import { findSortKey } from "./sort-key";
import { createStatementCache } from "./statement-cache";
import type { PrefixFilter } from "./store";
import { parseDocumentText } from "./values";

/** The fields that large collections are ordered or filtered by. Each has an indexed column of sort keys. */
export const indexedFields = [
  "seq",
  "at",
  "createdAt",
  "updatedAt",
  "startedAt",
  "expiresAt",
  "status",
  "conversationId",
  "collectionId",
] as const;

export function findIndexColumn(field: string): string | null {
  return indexedFields.some((indexed) => indexed === field) ? `key_${field}` : null;
}

/** Up to `schemaVersion` in one transaction, which a failure leaves open for `close` to undo. */
export function migrate(database: DatabaseSync): void {
  database.function("sort_key", { deterministic: true }, (data, field) =>
    findSortKey(parseDocumentText(String(data)), String(field)),
  );
  database.function("list_has", { deterministic: true }, (data, field, key) =>
    Number(hasListed(parseDocumentText(String(data)), String(field), String(key))),
  );
  database.function("list_begins", { deterministic: true }, (data, beginning) =>
    Number(hasBeginning(parseDocumentText(String(data)), JSON.parse(String(beginning)) as PrefixFilter)),
  );
  database.exec("BEGIN IMMEDIATE");
  const version = readNumber(database, "PRAGMA user_version");
  checkVersion(database, version);
  for (const step of migrations.slice(version)) database.exec(step);
  addIndexColumns(database);
  database.exec(indexOfGroups);
  if (version < 4) fillListed(database);
  database.exec(`PRAGMA user_version = ${schemaVersion}; COMMIT`);
}

/** The step at place n leads from version n to n + 1; a new file takes them all. */
const migrations: readonly string[] = [
  `CREATE TABLE documents (
     path TEXT PRIMARY KEY NOT NULL, collection TEXT NOT NULL, id TEXT NOT NULL, data TEXT NOT NULL, updated_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX documents_by_collection ON documents (collection);`,
  `ALTER TABLE documents ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
   UPDATE documents SET version = updated_at * 1000;
   ALTER TABLE documents DROP COLUMN updated_at;
   DROP INDEX documents_by_collection;
   CREATE UNIQUE INDEX documents_by_id ON documents (collection, id);`,
  `CREATE TABLE listed (number INTEGER PRIMARY KEY, document TEXT NOT NULL UNIQUE) STRICT;
   CREATE VIRTUAL TABLE listed_values USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii');`,
  // What is deleted leaves the index at once. Without unused positions SQLite 3.53 forgets the wrong ones.
  `DROP TABLE listed_values;
   DELETE FROM listed;
   CREATE VIRTUAL TABLE listed_values USING fts5(words, content='', tokenize='ascii');
   INSERT INTO listed_values (listed_values, rank) VALUES ('secure-delete', 1);`,
];

const schemaVersion = migrations.length;

function checkVersion(database: DatabaseSync, version: number): void {
  if (version > schemaVersion) {
    const message = `The database was written by a newer version of Sextant (its format is ${version}, this one knows ${schemaVersion}). Start the newer version, or use another DATA_DIR.`;
    throw new AppError("store_invalid", message);
  }
  if (version === 0 && readNumber(database, "SELECT count(*) FROM sqlite_schema") > 0) {
    throw new AppError(
      "store_invalid",
      "The database file belongs to another program. Move it away, or use another DATA_DIR.",
    );
  }
}

function addIndexColumns(database: DatabaseSync): void {
  const existing = database.prepare("SELECT name FROM pragma_table_info('documents')").all();
  for (const field of indexedFields) {
    const column = `key_${field}`;
    if (existing.some(({ name }) => name === column)) continue;
    database.exec(`ALTER TABLE documents ADD COLUMN ${column} TEXT;
      UPDATE documents SET ${column} = sort_key(data, '${field}');
      CREATE INDEX documents_by_${field} ON documents (collection, ${column}, id) WHERE ${column} IS NOT NULL;`);
  }
}

/** The index of lists, for a file that was written before there was this one. */
function fillListed(database: DatabaseSync): void {
  const listed = createListedValues(createStatementCache(database));
  const found = database.prepare(
    "SELECT path, collection, data FROM documents WHERE data LIKE '%\"terms\":[%'",
  );
  for (const { path, collection, data } of found.iterate())
    listed.put(String(path), String(collection), parseDocumentText(String(data)));
}

/** For runs of everybody, wherever they lie. */
const indexOfGroups = `CREATE INDEX IF NOT EXISTS documents_of_groups_by_startedAt ON documents (key_startedAt, path)
  WHERE key_startedAt IS NOT NULL;`;

export function readNumber(database: DatabaseSync, sql: string): number {
  return Number(Object.values(database.prepare(sql).get() ?? {})[0]);
}
