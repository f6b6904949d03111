import type { Prepare } from "@/lib/store/statement-cache";
import type { ChunkHit, ChunkQuery, DocumentChunks } from "./chunk-index";
import { rankChunks, toDocument, toKey, type IndexReader, type ScopeReader } from "./rank-chunks";

/** Documents whose postings stand together, by their ids. */
export const blockSize = 16;

type ChunkAttributes = DocumentChunks["attributes"];
type FoundDocument = { scope: string; documentId: string; attributes: ChunkAttributes };

export async function searchChunks(
  prepare: Prepare,
  query: ChunkQuery,
): Promise<{ hits: ChunkHit[]; total: number }> {
  const scopes = [...new Set(query.scopes)].flatMap((name) => {
    const row = prepare("SELECT id, chunks, tokens FROM scopes WHERE name = ?").get(name);
    return row === undefined
      ? []
      : [{ name, id: Number(row["id"]), chunks: Number(row["chunks"]), tokens: Number(row["tokens"]) }];
  });
  const documents = createDocuments(prepare);
  const asked = query.documentIds === null ? null : listAsked(prepare, scopes, query.documentIds);
  const reader: IndexReader = {
    scopes: scopes.map((scope) => createScopeReader(prepare, scope)),
    isAsked: (document) => asked === null || asked.has(document),
    nameOf: (document) => documents.find(document).documentId,
    readVectors: (keys) => keys.map((key) => readVector(prepare, key)),
  };
  const { ranked, total } = await rankChunks(reader, query);
  const readChunk = prepare("SELECT id, text, place FROM chunks WHERE key = ?");
  const hits = ranked.map(({ key, keyword, semantic, score }) => ({
    ...documents.find(toDocument(key)),
    ...toTexts(readChunk.get(key)),
    ...{ keyword, semantic, score },
  }));
  return { hits, total };
}

export function readChunks(
  prepare: Prepare,
  { scope, documentId, from, count }: { scope: string; documentId: string; from: number; count: number },
): ChunkHit[] {
  const row = prepare(
    "SELECT id, chunks, attributes FROM documents WHERE name = ? AND scope = (SELECT id FROM scopes WHERE name = ?)",
  ).get(documentId, scope);
  if (row === undefined) return [];
  const id = Number(row["id"]);
  const to = Math.min(Number(row["chunks"]), from + count);
  const attributes = JSON.parse(String(row["attributes"])) as ChunkAttributes;
  return prepare("SELECT id, text, place FROM chunks WHERE key >= ? AND key < ? ORDER BY key")
    .all(toKey(id, from), toKey(id, to))
    .map((chunk) => ({
      ...{ scope, documentId, attributes, ...toTexts(chunk) },
      ...{ keyword: null, semantic: null, score: 0 },
    }));
}

type SqlRow = Record<string, unknown> | undefined;

function toTexts(row: SqlRow): { chunkId: string; text: string; place: string } {
  return { chunkId: String(row?.["id"]), text: String(row?.["text"]), place: String(row?.["place"]) };
}

type FoundScope = { id: number; chunks: number; tokens: number };

function createScopeReader(prepare: Prepare, { id, chunks, tokens }: FoundScope): ScopeReader {
  return {
    chunks,
    tokens,
    countChunks: (term) =>
      Number(prepare("SELECT chunks FROM terms WHERE scope = ? AND term = ?").get(id, term)?.["chunks"] ?? 0),
    *readPostings(term) {
      const rows = prepare(
        `SELECT document, triples FROM (SELECT DISTINCT id / ${blockSize} AS found FROM documents WHERE scope = ?1)
         CROSS JOIN postings ON scope = ?1 AND block = found AND term = ?2`,
      ).iterate(id, term);
      for (const row of rows)
        yield { document: Number(row["document"]), triples: new Uint16Array(toBuffer(row["triples"])) };
    },
    *listSigns(model) {
      const rows = prepare(
        "SELECT id, signs FROM documents JOIN signs ON document = id WHERE scope = ? AND model = ?",
      ).iterate(id, model);
      for (const row of rows)
        yield { document: Number(row["id"]), signs: new Uint32Array(toBuffer(row["signs"])) };
    },
    *listDocuments() {
      for (const row of prepare("SELECT id, chunks FROM documents WHERE scope = ?").iterate(id))
        yield { document: Number(row["id"]), chunks: Number(row["chunks"]) };
    },
  };
}

function listAsked(
  prepare: Prepare,
  scopes: readonly FoundScope[],
  documentIds: readonly string[],
): Set<number> {
  const find = prepare("SELECT id FROM documents WHERE scope = ? AND name = ?");
  const ids = scopes.flatMap((scope) => documentIds.map((name) => find.get(scope.id, name)?.["id"]));
  return new Set(ids.flatMap((id) => (id === undefined ? [] : [Number(id)])));
}

function createDocuments(prepare: Prepare) {
  const known = new Map<number, FoundDocument>();
  const read = prepare(
    "SELECT documents.name AS name, attributes, scopes.name AS scope FROM documents JOIN scopes ON scopes.id = scope WHERE documents.id = ?",
  );
  return {
    find(document: number): FoundDocument {
      const found = known.get(document);
      if (found !== undefined) return found;
      const row = read.get(document);
      const made = {
        scope: String(row?.["scope"]),
        documentId: String(row?.["name"]),
        attributes: JSON.parse(String(row?.["attributes"])) as ChunkAttributes,
      };
      known.set(document, made);
      return made;
    },
  };
}

function readVector(prepare: Prepare, key: number): Float32Array {
  const bytes = prepare("SELECT vector FROM vectors WHERE key = ?").get(key)?.["vector"];
  return new Float32Array(toBuffer(bytes));
}

/** SQLite gives each value a buffer of its own; a copy where it did not. */
function toBuffer(bytes: unknown): ArrayBuffer {
  if (!(bytes instanceof Uint8Array)) return new ArrayBuffer(0);
  const isWhole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  return isWhole && bytes.buffer instanceof ArrayBuffer ? bytes.buffer : new Uint8Array(bytes).buffer;
}
