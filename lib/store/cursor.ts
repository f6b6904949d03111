import { AppError } from "@/lib/errors";
import { isDocumentPath, isGroup, isSegment } from "./paths";
import { findSortKey, isSortKey } from "./sort-key";
import type { Query, StoredDocument } from "./store";

/**
 * The place of a document in an order: the key of the field ordered by (empty when by id) and the id, or the
 * path where collections of one name are asked.
 */
export type Position = { key: string; id: string };

export function encodeCursor(query: Query, document: StoredDocument): string {
  const key = query.orderBy ? (findSortKey(document.data, query.orderBy.field) ?? "") : "";
  const id = isGroup(query.collection) ? document.path : document.id;
  return Buffer.from(JSON.stringify([toOrderName(query), key, id])).toString("base64url");
}

/** Fails with `invalid_request` when the cursor is broken or belongs to another order. */
export function decodeCursor(query: Query, cursor: string): Position {
  const parts = parse(cursor);
  const [order, key, id] = Array.isArray(parts) ? (parts as unknown[]) : [];
  const isPlace = isGroup(query.collection) ? isDocumentPath : isSegment;
  const isRight =
    order === toOrderName(query) && typeof id === "string" && isPlace(id) && typeof key === "string";
  if (isRight && (query.orderBy ? isSortKey(key) : key === "")) return { key, id };
  throw createUnknownPlace();
}

/** The place of a document among all of the store. */
export function encodeScanCursor(path: string): string {
  return Buffer.from(JSON.stringify(["scan", path])).toString("base64url");
}

/** The path of the last document seen. Fails with `invalid_request` for a broken cursor or a list's. */
export function decodeScanCursor(cursor: string): string {
  const parts = parse(cursor);
  const [kind, path] = Array.isArray(parts) ? (parts as unknown[]) : [];
  if (kind === "scan" && typeof path === "string" && isDocumentPath(path)) return path;
  throw createUnknownPlace();
}

function createUnknownPlace(): AppError {
  return new AppError("invalid_request", "This place in the list is not known. Start from the first page.");
}

function toOrderName({ orderBy }: Query): string {
  return orderBy ? `${orderBy.field} ${orderBy.direction}` : "";
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
