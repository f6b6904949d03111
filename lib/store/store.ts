import { AppError } from "@/lib/errors";

/** Where documents live. Each driver keeps the same promises; `tests/unit/store/contract.ts` holds them. */
export interface Store {
  find(path: string): Promise<StoredDocument | null>;
  /** In the order of `paths`; `null` where there is none. */
  findMany(paths: string[]): Promise<(StoredDocument | null)[]>;
  /** Creates the document or replaces it whole. */
  set(path: string, data: DocumentData): Promise<void>;
  /** Fails with `already_exists`. */
  create(path: string, data: DocumentData): Promise<void>;
  /** Changes the named fields only. Fails with `not_found`. */
  update(path: string, patch: Patch): Promise<void>;
  /** Like `update`, but makes the document where there is none. */
  merge(path: string, patch: Patch): Promise<void>;
  /** Deletes one document, not what lies below it. No error when it is absent. */
  delete(path: string): Promise<void>;
  /** Deletes the document and everything below it, and says how many documents that were. */
  deleteTree(path: string): Promise<number>;
  /** With a `beginning` a page may be short, or empty, and still lead on. */
  list(query: ListQuery): Promise<Page>;
  /** Every document once, in a fixed order of the driver's, in pages. Its cursors outlive the process. */
  scan(page: PageQuery): Promise<Page>;
  /** All of them or none. */
  batch(writes: Write[]): Promise<void>;
  /**
   * Runs `work` and saves its writes together if nothing it read has changed; else runs it again, five times
   * in all, then fails with `conflict`. So `work` may run more than once, and must only read and write here.
   * `onApplied` hears what it gave as soon as others can read what was written; it may be lost until the
   * promise resolves.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, onApplied?: (value: T) => void): Promise<T>;
  /**
   * Tells the document once known, `null` while there is none, and again after each change; states in between
   * may be skipped. Fails only here, with `invalid_request` or on a closed store. A lost connection resumes
   * where it was. Calling what it gives, or closing the store, ends it for good. `onChange` must not throw.
   */
  watch(path: string, onChange: (document: StoredDocument | null) => void): () => void;
  /**
   * Tells a collection's documents whose ids sort after `after`, in the order of ids and each once: those
   * there are, then new ones as they come, never an empty list. For logs whose ids only grow: one that comes
   * late with a smaller id than one told may be skipped, and changes are not told. Otherwise like `watch`.
   */
  watchNew(
    collection: string,
    after: string | null,
    onDocuments: (documents: StoredDocument[]) => void,
  ): () => void;
  /** Fails with `store_unavailable`. */
  check(): Promise<void>;
  /** Finishes the writes that were asked for and lets go of the storage. May be called twice. */
  close(): Promise<void>;
}

/** All reads precede the first write. What was listed counts as read: a document joining it is a change. */
export interface Transaction {
  find(path: string): Promise<StoredDocument | null>;
  findMany(paths: string[]): Promise<(StoredDocument | null)[]>;
  list(query: Query): Promise<Page>;
  set(path: string, data: DocumentData): void;
  create(path: string, data: DocumentData): void;
  update(path: string, patch: Patch): void;
  merge(path: string, patch: Patch): void;
  delete(path: string): void;
}

export type Scalar = null | boolean | number | string;
export type Json = Scalar | Json[] | { [key: string]: Json };
/** At most 1,000,000 bytes as JSON (`too_large`), so that every driver can hold it. */
export type DocumentData = { [key: string]: Json };

/**
 * `version` grows with each write. `updatedAt` and `readAt` are milliseconds since 1970 by the store's clock,
 * so their difference is an age that no instance can falsify, never negative and never above the true one.
 */
export type StoredDocument = {
  path: string;
  id: string;
  data: DocumentData;
  version: number;
  updatedAt: number;
  readAt: number;
};

/**
 * `field` may be dotted. Ranges hold within one type: `> 5` matches no string; and only for the field that is
 * ordered by, which without `orderBy` is the range's own. `has`: the field is a list that holds the value,
 * not null; once in a query, and not of a field that is also ordered by. A missing field never matches.
 */
export type Filter = { field: string; op: "==" | "<" | "<=" | ">" | ">=" | "has"; value: Scalar };

/**
 * Without `orderBy`, by id. By a field, documents without it or with a list or object in it are left out,
 * equal ones go by id in the same direction, types go null, false, true, numbers, strings (by code point).
 * `collection` may be all of one name, as in `~runs`: then ordered by a field that alone may be ranged over.
 */
export type Query = PageQuery & {
  collection: string;
  where?: Filter[];
  orderBy?: { field: string; direction: "asc" | "desc" };
};

/**
 * `beginning`: list `field`, not the ordered one, holds a text that begins with `text` (1 to 200 characters)
 * or one of `or`, none of `without`. Without an index `limit` documents of the query's rest are read for it.
 */
export type ListQuery = Query & { beginning?: PrefixFilter };
export type PrefixFilter = { field: string; text: string; or: string[]; without: string[] };

/** `cursor` is the one that the page before gave; `limit` is 1 to 500. */
export type PageQuery = { cursor?: string | undefined; limit: number };

/** `cursor` is opaque and names the last document of this page; `null` when nothing follows. */
export type Page = { documents: StoredDocument[]; cursor: string | null };

export type Write =
  | { kind: "set"; path: string; data: DocumentData }
  | { kind: "create"; path: string; data: DocumentData }
  | { kind: "update" | "merge"; path: string; patch: Patch }
  | { kind: "delete"; path: string };

/** New values by field name; a dotted name reaches into an object, and makes it where it is missing. */
export type Patch = { [field: string]: Json | FieldChange };

// From the registry: a server bundle may hold this module more than once.
export const fieldChange = Symbol.for("sextant.store.fieldChange");

// An interface, because an object type would be assignable to Json and could slip into set().
export interface FieldChange {
  readonly [fieldChange]: { kind: "delete" } | { kind: "increment"; by: number };
}

/** In a patch, removes the field. */
export const deleteField: FieldChange = { [fieldChange]: { kind: "delete" } };

/** In a patch, adds to the number in the field; what is missing or no number counts as 0. */
export function increment(by: number): FieldChange {
  if (!Number.isFinite(by)) throw new AppError("invalid_request", "A counter can only grow by a number.");
  return { [fieldChange]: { kind: "increment", by } };
}
