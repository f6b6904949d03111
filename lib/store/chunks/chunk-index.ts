/** What a passage of a document is found by. `place` is kept as it is given. */
export type NewChunk = {
  /** Stable: the same text at the same place of the same document has the same id. */
  id: string;
  /** With the headings above it, which count as its words. */
  text: string;
  /** As JSON. */
  place: string;
  /** Of length 1; of the model that `DocumentChunks.model` names. */
  vector?: Float32Array;
};

/**
 * All that is known of one document, of at most 65,535 chunks. `attributes` is for filters, a few hundred
 * bytes.
 */
export type DocumentChunks = {
  documentId: string;
  attributes: Record<string, string | number | string[]>;
  /** The embedding model of the vectors, of which each chunk has one then; `null` without them. */
  model: string | null;
  chunks: readonly NewChunk[];
};

export type ChunkQuery = {
  /** Where to look: nothing outside is ever found. */
  scopes: readonly string[];
  /** The tokens of `lib/language`; empty for a search by attributes or meaning alone. */
  tokens: readonly string[];
  /** Of length 1, of the model that `model` names. */
  vector?: { model: string; values: Float32Array };
  /** `null`: all of the scopes. */
  documentIds: readonly string[] | null;
  limit: number;
  offset: number;
};

/** `keyword` is BM25 within the chunk's scope, `semantic` the cosine; both only where it was asked by. */
export type ChunkHit = {
  scope: string;
  documentId: string;
  attributes: DocumentChunks["attributes"];
  chunkId: string;
  text: string;
  place: string;
  keyword: number | null;
  semantic: number | null;
  /** Reciprocal ranks summed (Cormack, Clarke and Büttcher, 2009), k = 2; one ranking alone has its own. */
  score: number;
};

/**
 * Where the passages of documents are found by words and by meaning. A scope holds documents that are
 * searched together and deleted together. Every driver gives the same hits in the same order.
 */
export interface ChunkIndex {
  /**
   * Replaces the document; when it resolves, it is found, and nothing of before is. Fails with `conflict`
   * where the document was deleted meanwhile, and with `too_large`.
   */
  put(scope: string, document: DocumentChunks): Promise<void>;
  /** Changes what filters see, without indexing again. Fails with `not_found`. */
  setAttributes(scope: string, documentId: string, attributes: DocumentChunks["attributes"]): Promise<void>;
  delete(scope: string, documentId: string): Promise<void>;
  deleteScope(scope: string): Promise<void>;
  listDocuments(scope: string): Promise<Pick<DocumentChunks, "documentId" | "attributes" | "model">[]>;
  /**
   * The best first, equal ones by documentId, then in the order of the document; without tokens and vector
   * the first of each document. `total`: how many can be reached by `offset`.
   */
  search(query: ChunkQuery, signal: AbortSignal): Promise<{ hits: ChunkHit[]; total: number }>;
  /** In the order of the document, none of one that is not there; `from` and `count` in chunks. */
  read(scope: string, documentId: string, range?: { from: number; count: number }): Promise<ChunkHit[]>;
  close(): Promise<void>;
}
