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

/** All that is known of one document. `attributes` is for filters, a few hundred bytes. */
export type DocumentChunks = {
  documentId: string;
  attributes: Record<string, string | number | string[]>;
  /** The embedding model of the vectors; `null` without them. */
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

/** `keyword` is BM25 within the chunk's scope, `semantic` the cosine; `null` where it was not asked for. */
export type ChunkHit = {
  scope: string;
  documentId: string;
  chunkId: string;
  text: string;
  place: string;
  keyword: number | null;
  semantic: number | null;
  /**
   * Reciprocal ranks summed (k = 60; Cormack, Clarke and Büttcher, 2009); one ranking alone keeps its own.
   */
  score: number;
};

/**
 * Where the passages of documents are found by words and by meaning. A scope holds documents that are
 * searched together and deleted together. Every driver gives the same hits in the same order.
 */
export interface ChunkIndex {
  /** Replaces the document; when it resolves, it is found, and nothing of before is. */
  put(scope: string, document: DocumentChunks): Promise<void>;
  /** Changes what filters see, without indexing again. */
  setAttributes(scope: string, documentId: string, attributes: DocumentChunks["attributes"]): Promise<void>;
  delete(scope: string, documentId: string): Promise<void>;
  deleteScope(scope: string): Promise<void>;
  listDocuments(scope: string): Promise<Pick<DocumentChunks, "documentId" | "attributes" | "model">[]>;
  search(query: ChunkQuery, signal: AbortSignal): Promise<{ hits: ChunkHit[]; total: number }>;
  /** In the order of the document; `from` and `count` in chunks. */
  read(scope: string, documentId: string, range?: { from: number; count: number }): Promise<ChunkHit[]>;
  close(): Promise<void>;
}
