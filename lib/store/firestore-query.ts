import type { protos } from "@google-cloud/firestore-api";
import { decodeCursor } from "./cursor";
import type { StructuredQuery } from "./firestore-client";
import { toValue } from "./firestore-values";
import { toFieldPath } from "./firestore-writes";
import { isGroup, parseField } from "./paths";
import { fromSortKey } from "./sort-key";
import type { Filter, Query } from "./store";

type FirestoreValue = protos.google.firestore.v1.IValue;
type FirestoreFilter = protos.google.firestore.v1.StructuredQuery.IFilter;

/**
 * A checked query in Firestore's words, that reads one document more than asked for, to know whether a page
 * follows. `null` when nothing can match. `toName` gives the full name of a document.
 */
export function toStructuredQuery(query: Query, toName: (path: string) => string): StructuredQuery | null {
  const filters = (query.where ?? []).map(toFilter);
  if (filters.includes(null)) return null;
  const direction = query.orderBy?.direction === "desc" ? "DESCENDING" : "ASCENDING";
  const fields = [...(query.orderBy ? [toField(query.orderBy.field)] : []), "__name__"];
  return {
    from: [
      {
        collectionId: query.collection.replace(/^.*[~/]/, ""),
        allDescendants: isGroup(query.collection),
      },
    ],
    ...(filters.length > 0
      ? { where: { compositeFilter: { op: "AND", filters: filters.filter((filter) => filter !== null) } } }
      : {}),
    orderBy: fields.map((fieldPath) => ({ field: { fieldPath }, direction })),
    ...toBounds(query, toName),
    limit: { value: query.limit + 1 },
  };
}

/** The document that a collection belongs to, empty at the top. */
export function findParent(collection: string): string {
  return isGroup(collection) ? "" : collection.slice(0, Math.max(0, collection.lastIndexOf("/")));
}

// Bytes come right after strings in Firestore's order, before everything that has no place in ours.
const firstUnordered: FirestoreValue = { bytesValue: Buffer.alloc(0) };

function toBounds(
  query: Query,
  toName: (path: string) => string,
): Pick<StructuredQuery, "startAt" | "endAt"> {
  const isDescending = query.orderBy?.direction === "desc";
  const end = query.orderBy && !isDescending ? { endAt: { values: [firstUnordered], before: true } } : {};
  if (query.cursor !== undefined)
    return { startAt: { values: toPlace(query, query.cursor, toName), before: false }, ...end };
  return query.orderBy && isDescending ? { startAt: { values: [firstUnordered], before: false } } : end;
}

function toPlace(query: Query, cursor: string, toName: (path: string) => string): FirestoreValue[] {
  const { key, id } = decodeCursor(query, cursor);
  const path = isGroup(query.collection) ? id : `${query.collection}/${id}`;
  const place = { referenceValue: toName(path) };
  return query.orderBy ? [toValue(fromSortKey(key)), place] : [place];
}

const operators = {
  "==": "EQUAL",
  "<": "LESS_THAN",
  "<=": "LESS_THAN_OR_EQUAL",
  ">": "GREATER_THAN",
  ">=": "GREATER_THAN_OR_EQUAL",
  has: "ARRAY_CONTAINS",
} as const;

/** `null` when no value can match: nothing is less or more than null. */
function toFilter({ field, op, value }: Filter): FirestoreFilter | null {
  const named = { fieldPath: toField(field) };
  if (value !== null) return { fieldFilter: { field: named, op: operators[op], value: toValue(value) } };
  return op === "<" || op === ">" ? null : { unaryFilter: { field: named, op: "IS_NULL" } };
}

function toField(field: string): string {
  return toFieldPath(parseField(field));
}
