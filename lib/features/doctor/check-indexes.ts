import { findErrorCode } from "@/lib/errors";
import type { StoreConfig } from "@/lib/store/open";
import { openStore } from "@/lib/store/open";
import type { Query, Store } from "@/lib/store/store";
import type { Finding } from "./finding";
import { toFailure } from "./finding";

type IndexField = { fieldPath: string; order?: string; arrayConfig?: string };
/** An entry of `firestore.indexes.json`. */
export type CompositeIndex = { collectionGroup: string; queryScope: string; fields: IndexField[] };
export type IndexFile = {
  indexes: CompositeIndex[];
  fieldOverrides: {
    collectionGroup: string;
    fieldPath: string;
    indexes: { order?: string; queryScope: string }[];
  }[];
};

/** Those that must be deployed: composite ones, and of single fields those over all collections of a name. */
export function listIndexes({ indexes, fieldOverrides }: IndexFile): CompositeIndex[] {
  const groups = fieldOverrides.flatMap(({ collectionGroup, fieldPath, indexes: ofField }) =>
    ofField
      .filter(({ queryScope }) => queryScope === "COLLECTION_GROUP")
      .map(({ queryScope, ...field }) => ({
        ...{ collectionGroup, queryScope, fields: [{ fieldPath, ...field }] },
      })),
  );
  return [...indexes, ...groups];
}

/** Makes a query for each index, which Firestore refuses, even over nothing, until that index is built. */
export async function checkIndexes(
  config: Extract<StoreConfig, { driver: "firestore" }>,
  indexes: CompositeIndex[],
): Promise<Finding[]> {
  if (indexes.length === 0) return [{ check: "indexes", status: "ok", text: "no query needs an index" }];
  if (config.emulatorHost !== undefined) {
    return [
      {
        check: "indexes",
        status: "not asked",
        text: "the emulator needs no indexes. Run this against Firestore to see whether they are deployed",
      },
    ];
  }
  const store = await openStore(config);
  try {
    const problems = (await Promise.all(indexes.map((index) => findProblem(store, index)))).filter(
      (problem) => problem !== null,
    );
    return problems.length > 0
      ? problems
      : [{ check: "indexes", status: "ok", text: `${indexes.length} indexes are ready` }];
  } finally {
    await store.close();
  }
}

async function findProblem(store: Store, index: CompositeIndex): Promise<Finding | null> {
  const query = toQuery(index);
  const name = `${index.collectionGroup} (${index.fields.map(({ fieldPath }) => fieldPath).join(", ")})`;
  if (query === null)
    return {
      check: "indexes",
      status: "not asked",
      text: `${name} cannot be tried by a query. Check it in the Firebase console`,
    };
  try {
    await store.list(query);
    return null;
  } catch (error) {
    const text = `${name} is not ready. Deploy the indexes and wait until they are built: npx firebase-tools deploy --only firestore:indexes`;
    return isMissingIndex(error)
      ? { check: "indexes", status: "failed", text }
      : toFailure("indexes", error, name);
  }
}

/** A query only this index answers: the last field ordered, those before equal to or holding a value. */
export function toQuery({ collectionGroup, queryScope, fields }: CompositeIndex): Query | null {
  const [last, ...before] = fields.filter(({ fieldPath }) => fieldPath !== "__name__").reverse();
  if (last?.order === undefined) return null;
  return {
    collection: queryScope === "COLLECTION" ? `doctor/indexes/${collectionGroup}` : `~${collectionGroup}`,
    where: before.reverse().map(({ fieldPath, arrayConfig }) => ({
      field: fieldPath,
      op: arrayConfig === undefined ? "==" : "has",
      value: "",
    })),
    orderBy: { field: last.fieldPath, direction: last.order === "DESCENDING" ? "desc" : "asc" },
    limit: 1,
  };
}

// gRPC's code for a query without its index.
const failedPrecondition = "9";

/** The store keeps the vendor's error as the cause. */
function isMissingIndex(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (findErrorCode(cause) === failedPrecondition) return true;
  }
  return false;
}
