import { closeSync, openSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { AppError } from "@/lib/errors";
import { createStatementCache, type Prepare } from "@/lib/store/statement-cache";
import type { ChunkHit, ChunkQuery, DocumentChunks } from "./chunk-index";
import { toKey, toSigns } from "./rank-chunks";
import { blockSize, readChunks, searchChunks } from "./search-database";
import type { StagedChunks } from "./stage-chunks";

type ChunkAttributes = DocumentChunks["attributes"];
type ListedDocument = Pick<DocumentChunks, "documentId" | "attributes" | "model">;

/** A file with another number comes from another version and is rebuilt. */
const version = 1;
/** How long a write waits for another connection. */
const busyMs = 10_000;

/**
 * A document's postings stand with those of the documents put about when it was, its block, so that a put
 * changes few pages of the file, however large it is; a search goes through the blocks of a scope.
 * `terms.chunks` is in how many chunks of the scope a term stands; `documents.terms` lists a document's, a
 * line each, so that they can be taken out again. Keys of chunks are those of `toKey`.
 */
const schema = `
  CREATE TABLE scopes (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, chunks INTEGER NOT NULL, tokens INTEGER NOT NULL);
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT, scope INTEGER NOT NULL, name TEXT NOT NULL, attributes TEXT NOT NULL,
    model TEXT, chunks INTEGER NOT NULL, tokens INTEGER NOT NULL, terms TEXT NOT NULL, UNIQUE (scope, name)
  );
  CREATE INDEX blocks ON documents (scope, id / ${blockSize});
  CREATE TABLE terms (scope INTEGER, term TEXT, chunks INTEGER NOT NULL, PRIMARY KEY (scope, term)) WITHOUT ROWID;
  CREATE TABLE postings (
    scope INTEGER, block INTEGER, term TEXT, document INTEGER, triples BLOB NOT NULL,
    PRIMARY KEY (scope, block, term, document)
  ) WITHOUT ROWID;
  CREATE TABLE chunks (key INTEGER PRIMARY KEY, id TEXT NOT NULL, text TEXT NOT NULL, place TEXT NOT NULL);
  CREATE TABLE signs (document INTEGER PRIMARY KEY, signs BLOB NOT NULL);
  CREATE TABLE vectors (key INTEGER PRIMARY KEY, vector BLOB NOT NULL);
  PRAGMA user_version = ${version};
`;

export type ChunkDatabase = ReturnType<typeof openChunkDatabase>;

/** The index in a file of its own. Every change is one transaction: after a crash it is there or not. */
export function openChunkDatabase(Database: typeof DatabaseSync, file: string, cacheKb: number) {
  // Made here, so that nobody else may read it.
  closeSync(openSync(file, "a", 0o600));
  const database = new Database(file);
  try {
    prepareFile(database, cacheKb);
  } catch (error) {
    database.close();
    throw error;
  }
  const prepare = createStatementCache(database);
  const change = <T>(work: () => T): T => inTransaction(database, "IMMEDIATE", work);
  return {
    put: (scope: string, document: Omit<DocumentChunks, "chunks">, staged: StagedChunks): void =>
      change(() => {
        remove(prepare, scope, document.documentId);
        insert(prepare, { scope: toScopeId(prepare, scope), document, staged });
      }),
    setAttributes: (scope: string, documentId: string, attributes: ChunkAttributes): void =>
      change(() => {
        const { changes } = prepare(
          "UPDATE documents SET attributes = ? WHERE name = ? AND scope = (SELECT id FROM scopes WHERE name = ?)",
        ).run(JSON.stringify(attributes), documentId, scope);
        if (changes === 0) throw new AppError("not_found", "This document is not in the index.");
      }),
    delete(scope: string, documentId: string): void {
      change(() => remove(prepare, scope, documentId));
      emptyJournal(database);
    },
    deleteScope(scope: string): void {
      change(() => removeScope(prepare, scope));
      emptyJournal(database);
    },
    listDocuments: (scope: string): ListedDocument[] =>
      prepare(
        "SELECT name, attributes, model FROM documents WHERE scope = (SELECT id FROM scopes WHERE name = ?)",
      )
        .all(scope)
        .map((row) => ({
          documentId: String(row["name"]),
          attributes: JSON.parse(String(row["attributes"])) as ChunkAttributes,
          model: row["model"] === null ? null : String(row["model"]),
        })),
    /** Consistent: nothing here awaits the outside, so no other call comes between. */
    async search(query: ChunkQuery): Promise<{ hits: ChunkHit[]; total: number }> {
      database.exec("BEGIN");
      try {
        return await searchChunks(prepare, query);
      } finally {
        database.exec("COMMIT");
      }
    },
    read: (scope: string, documentId: string, range: { from: number; count: number }): ChunkHit[] =>
      inTransaction(database, "DEFERRED", () => readChunks(prepare, { scope, documentId, ...range })),
    close: (): void => database.close(),
  };
}

/** What was deleted leaves the disk with it, and the journal as soon as nobody reads it. */
function prepareFile(database: DatabaseSync, cacheKb: number): void {
  database.exec(
    `PRAGMA busy_timeout = ${busyMs}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA cache_size = -${cacheKb}`,
  );
  inTransaction(database, "IMMEDIATE", () => {
    const found = Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
    if (found === 0) database.exec(schema);
    else if (found !== version) throw new AppError("store_invalid", "Another version made this index.");
  });
}

function inTransaction<T>(database: DatabaseSync, kind: "IMMEDIATE" | "DEFERRED", work: () => T): T {
  database.exec(`BEGIN ${kind}`);
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // A full disk has ended it already.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function emptyJournal(database: DatabaseSync): void {
  database.exec("PRAGMA busy_timeout = 0");
  try {
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    database.exec(`PRAGMA busy_timeout = ${busyMs}`);
  }
}

function toScopeId(prepare: Prepare, scope: string): number {
  prepare("INSERT INTO scopes (name, chunks, tokens) VALUES (?, 0, 0) ON CONFLICT DO NOTHING").run(scope);
  return Number(prepare("SELECT id FROM scopes WHERE name = ?").get(scope)?.["id"]);
}

type Insert = { scope: number; document: Omit<DocumentChunks, "chunks">; staged: StagedChunks };

function insert(prepare: Prepare, { scope, document, staged }: Insert): void {
  // Neighbours in the file one after the other.
  const terms = [...staged.postings.keys()].sort();
  const { documentId, attributes, model } = document;
  const row = prepare(
    "INSERT INTO documents (scope, name, attributes, model, chunks, tokens, terms) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
  ).get(
    scope,
    documentId,
    JSON.stringify(attributes),
    model,
    staged.chunks.length,
    staged.tokens,
    terms.join("\n"),
  );
  const id = Number(row?.["id"]);
  addToScope(prepare, scope, staged.chunks.length, staged.tokens);
  const addPostings = prepare(
    "INSERT INTO postings (scope, block, term, document, triples) VALUES (?, ?, ?, ?, ?)",
  );
  const countTerm = prepare(
    "INSERT INTO terms (scope, term, chunks) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET chunks = chunks + excluded.chunks",
  );
  for (const term of terms) {
    const triples = Uint16Array.from(staged.postings.get(term) ?? []);
    addPostings.run(scope, toBlock(id), term, id, toBytes(triples));
    countTerm.run(scope, term, triples.length / 3);
  }
  const addChunk = prepare("INSERT INTO chunks (key, id, text, place) VALUES (?, ?, ?, ?)");
  for (const [ordinal, { id: chunkId, text, place }] of staged.chunks.entries())
    addChunk.run(toKey(id, ordinal), chunkId, text, place);
  if (model === null || staged.vectors.length === 0) return;
  prepare("INSERT INTO signs (document, signs) VALUES (?, ?)").run(id, toBytes(toSigns(staged.vectors)));
  const addVector = prepare("INSERT INTO vectors (key, vector) VALUES (?, ?)");
  for (const [ordinal, vector] of staged.vectors.entries())
    addVector.run(toKey(id, ordinal), toBytes(vector));
}

function addToScope(prepare: Prepare, scope: number, chunks: number, tokens: number): void {
  prepare("UPDATE scopes SET chunks = chunks + ?, tokens = tokens + ? WHERE id = ?").run(
    chunks,
    tokens,
    scope,
  );
}

function remove(prepare: Prepare, scopeName: string, documentId: string): void {
  const row = prepare(
    "SELECT id, scope, chunks, tokens, terms FROM documents WHERE name = ? AND scope = (SELECT id FROM scopes WHERE name = ?)",
  ).get(documentId, scopeName);
  if (row === undefined) return;
  const [id, scope, chunks] = [Number(row["id"]), Number(row["scope"]), Number(row["chunks"])];
  const removePostings = prepare(
    "DELETE FROM postings WHERE scope = ? AND block = ? AND term = ? AND document = ? RETURNING length(triples) / 6 AS chunks",
  );
  const countTerm = prepare(
    "UPDATE terms SET chunks = chunks - ? WHERE scope = ? AND term = ? RETURNING chunks",
  );
  for (const term of String(row["terms"]).split("\n")) {
    const removed = removePostings.get(scope, toBlock(id), term, id)?.["chunks"];
    if (removed === undefined) continue;
    if (countTerm.get(Number(removed), scope, term)?.["chunks"] === 0)
      prepare("DELETE FROM terms WHERE scope = ? AND term = ?").run(scope, term);
  }
  addToScope(prepare, scope, -chunks, -Number(row["tokens"]));
  removeRows(prepare, id, chunks);
}

function removeRows(prepare: Prepare, document: number, chunks: number): void {
  const [from, to] = [toKey(document, 0), toKey(document, chunks)];
  for (const table of ["chunks", "vectors"])
    prepare(`DELETE FROM ${table} WHERE key >= ? AND key < ?`).run(from, to);
  prepare("DELETE FROM signs WHERE document = ?").run(document);
  prepare("DELETE FROM documents WHERE id = ?").run(document);
}

function removeScope(prepare: Prepare, name: string): void {
  const id = prepare("SELECT id FROM scopes WHERE name = ?").get(name)?.["id"];
  if (id === undefined) return;
  const scope = Number(id);
  for (const row of prepare("SELECT id, chunks FROM documents WHERE scope = ?").all(scope))
    removeRows(prepare, Number(row["id"]), Number(row["chunks"]));
  prepare("DELETE FROM postings WHERE scope = ?").run(scope);
  prepare("DELETE FROM terms WHERE scope = ?").run(scope);
  prepare("DELETE FROM scopes WHERE id = ?").run(scope);
}

/** See `schema`. */
function toBlock(document: number): number {
  return Math.floor(document / blockSize);
}

function toBytes(numbers: Uint16Array | Uint32Array | Float32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}
