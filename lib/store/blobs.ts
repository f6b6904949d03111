import { AppError } from "@/lib/errors";
import { parseBlobPath } from "./paths";

export type Blob = { bytes: Uint8Array; contentType: string; size: number };

/** Where files live. Paths are those of documents, of any length: `users/u1/images/i1`. */
export interface BlobStore {
  /** Creates or replaces; when it resolves, the file is safe. */
  put(path: string, bytes: Uint8Array, options: { contentType: string }): Promise<void>;
  find(path: string): Promise<Blob | null>;
  /** No error when it is absent. */
  delete(path: string): Promise<void>;
  /** Deletes the file at `prefix` and all files below it. */
  deleteTree(prefix: string): Promise<void>;
  /** All files in the order of their paths by character code, `limit` (1 to 1000) at a time. */
  list(page: BlobQuery): Promise<BlobPage>;
}

/** `cursor` is the path after which the page begins; it need not exist any more. */
export type BlobQuery = { cursor?: string | undefined; limit: number };
/** `cursor` is the last path of this page; `null` when nothing follows. */
export type BlobPage = { blobs: { path: string; size: number }[]; cursor: string | null };

export function checkContentType(contentType: string): void {
  if (/^[\x21-\x7e][\x20-\x7e]{0,199}$/.test(contentType)) return;
  throw new AppError("invalid_request", "This is not a file type.", { cause: { contentType } });
}

/** Fails with `invalid_request` on a limit or a cursor that cannot be. */
export function checkBlobQuery({ cursor, limit }: BlobQuery): void {
  if (cursor !== undefined) parseBlobPath(cursor);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1000) return;
  throw new AppError("invalid_request", "A page holds 1 to 1000 entries.", { cause: { limit } });
}

/** Makes a page of one entry more than it may hold: the one too many says that something follows. */
export function toBlobPage(found: BlobPage["blobs"], limit: number): BlobPage {
  const blobs = found.slice(0, limit);
  return { blobs, cursor: found.length > limit ? (blobs.at(-1)?.path ?? null) : null };
}
