import { readFileSync } from "node:fs";
import type { CompositeIndex, IndexFile } from "@/lib/features/doctor/check-indexes";
import { checkQuery } from "@/lib/store/check-query";
import type { Query, Store } from "@/lib/store/store";

type FieldIndex = { order?: string; queryScope: string };

export function readIndexFile(): IndexFile {
  return JSON.parse(readFileSync("firestore.indexes.json", "utf8")) as IndexFile;
}

/**
 * The composite index that Firestore needs for a query, `null` when those of single fields do, which it keeps by itself: for any
 * number of equalities and a value in a list, and for the range and the order of one field. One of the former beside the order of
 * another field needs one.
 * https://firebase.google.com/docs/firestore/query-data/index-overview
 */
export function toNeededIndex(asked: Query): CompositeIndex | null {
  const { collection, where = [], orderBy } = checkQuery(asked);
  if (collection.startsWith("~")) return null;
  const equal = [...new Set(where.filter(({ op }) => op === "==").map(({ field }) => field))].filter(
    (field) => field !== orderBy?.field,
  );
  const lists = where
    .filter(({ op }) => op === "has")
    .map(({ field }) => ({ fieldPath: field, arrayConfig: "CONTAINS" }));
  if (!orderBy || equal.length + lists.length === 0) return null;
  const ordered = {
    fieldPath: orderBy.field,
    order: orderBy.direction === "desc" ? "DESCENDING" : "ASCENDING",
  };
  return {
    collectionGroup: toGroup(collection),
    queryScope: "COLLECTION",
    fields: [...lists, ...equal.toSorted().map((fieldPath) => ({ fieldPath, order: "ASCENDING" })), ordered],
  };
}

/** What Firestore would answer to the query with these indexes deployed: why it refuses it, or `null`. */
export function findIndexProblem(query: Query, { indexes, fieldOverrides }: IndexFile): string | null {
  const group = toGroup(query.collection);
  const isGroup = query.collection.startsWith("~");
  const fields = [
    ...(query.where ?? []).map(({ field }) => field),
    ...(query.orderBy ? [query.orderBy.field] : []),
  ];
  const direction = query.orderBy?.direction === "desc" ? "DESCENDING" : "ASCENDING";
  const isKept = ({ queryScope, order }: FieldIndex, field: string) =>
    queryScope === (isGroup ? "COLLECTION_GROUP" : "COLLECTION") &&
    (field !== query.orderBy?.field || order === direction);
  const overrideOf = (field: string) =>
    fieldOverrides.find((each) => each.collectionGroup === group && each.fieldPath === field);
  // Over collections of one name a field is indexed only where the file says so.
  const exempt = fields.find((field) => {
    const override = overrideOf(field);
    return override === undefined ? isGroup : !override.indexes.some((index) => isKept(index, field));
  });
  if (exempt !== undefined)
    return `${group} is asked for by ${exempt}, which firestore.indexes.json exempts from indexing`;
  const needed = toNeededIndex(query);
  if (needed === null || indexes.some((index) => toText(index) === toText(needed))) return null;
  return `firestore.indexes.json lacks the index ${JSON.stringify(needed)}`;
}

/** The store, failing on every query that Firestore would refuse for want of an index; the emulator and SQLite would answer it. */
export function requireIndexes(store: Store, file = readIndexFile()): Store {
  const check = (query: Query) => {
    const problem = findIndexProblem(query, file);
    if (problem !== null) throw new Error(problem);
  };
  return {
    ...store,
    list: async (query) => (check(query), store.list(query)),
    transaction: (work) =>
      store.transaction((tx) => work({ ...tx, list: async (query) => (check(query), tx.list(query)) })),
  };
}

function toGroup(collection: string): string {
  return collection.replace(/^.*[~/]/, "");
}

/** Equalities may stand in any order; the ordered field is the last. */
function toText({ collectionGroup, queryScope, fields }: CompositeIndex): string {
  const [last, ...equal] = fields.filter(({ fieldPath }) => fieldPath !== "__name__").toReversed();
  return JSON.stringify([
    collectionGroup,
    queryScope,
    equal.map(({ fieldPath }) => fieldPath).toSorted(),
    last?.fieldPath,
    last?.order,
  ]);
}
