export type Blob = { bytes: Uint8Array; contentType: string; size: number };

/** Where files live. Paths are those of documents, of any length: `users/u1/images/i1`. */
export interface BlobStore {
  /** Creates or replaces; when it resolves, the file is on disk. */
  put(path: string, bytes: Uint8Array, options: { contentType: string }): Promise<void>;
  find(path: string): Promise<Blob | null>;
  /** No error when it is absent. */
  delete(path: string): Promise<void>;
  /** Deletes the file at `prefix` and all files below it. */
  deleteTree(prefix: string): Promise<void>;
}
