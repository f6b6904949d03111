import type { FirestoreClient, Target } from "./firestore-client";
import { fromFirestoreDocument } from "./firestore-documents";
import { followTarget } from "./firestore-follow";
import { findParent } from "./firestore-query";
import { checkPlace, parseDocumentPath } from "./paths";
import type { Store } from "./store";
import { createWatches } from "./watches";

/** Watches over one listen stream each. `random` gives 0 to 1. */
export function createFirestoreWatches(
  client: FirestoreClient,
  random: () => number,
): Pick<Store, "watch" | "watchNew"> & { close(): void } {
  const watches = createWatches();

  return {
    watch(path, onChange) {
      parseDocumentPath(path);
      const target = { documents: { documents: [client.toName(path)] } };
      return watches.open(onChange, (tell) => {
        let told: number | null = null;
        return followTarget(client, random, {
          toTarget: () => target,
          onSnapshot({ changed: [changed], size, readTime }) {
            if (!changed && size > 0) return;
            const document = changed ? fromFirestoreDocument({ ...changed, readTime }, client.toPath) : null;
            const version = document?.version ?? 0;
            if (version === told) return;
            told = version;
            tell(document);
          },
        });
      });
    },
    watchNew(collection, after, onDocuments) {
      checkPlace(collection, after);
      return watches.open(onDocuments, (tell) => {
        let last = after;
        return followTarget(client, random, {
          toTarget: () => toTargetAfter(client, collection, last),
          onSnapshot({ changed, readTime }) {
            const documents = changed
              .map((each) => fromFirestoreDocument({ ...each, readTime }, client.toPath))
              .filter(({ id }) => last === null || id > last)
              .sort((a, b) => (a.id < b.id ? -1 : 1));
            last = documents.at(-1)?.id ?? last;
            if (documents.length > 0) tell(documents);
          },
        });
      });
    },
    close: watches.close,
  };
}

function toTargetAfter(client: FirestoreClient, collection: string, last: string | null): Target {
  const parent = findParent(collection);
  const place = { values: [{ referenceValue: client.toName(`${collection}/${last}`) }], before: false };
  return {
    query: {
      parent: parent === "" ? client.toName("").slice(0, -1) : client.toName(parent),
      structuredQuery: {
        from: [{ collectionId: collection.slice(collection.lastIndexOf("/") + 1) }],
        orderBy: [{ field: { fieldPath: "__name__" }, direction: "ASCENDING" }],
        ...(last === null ? {} : { startAt: place }),
      },
    },
  };
}
