import {
  targetId,
  type FirestoreClient,
  type Target,
  type FirestoreDocument,
  type Timestamp,
} from "./firestore-client";
import { fromFirestoreDocument } from "./firestore-documents";
import { findParent } from "./firestore-query";
import { checkPlace, parseDocumentPath } from "./paths";
import type { Store } from "./store";
import { createWatches, toRetryWait } from "./watches";
import type { ListenResponse } from "./firestore-connection";

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

type FollowedQuery = { toTarget: () => Target; onSnapshot: (snapshot: TargetSnapshot) => void };

/** Longest silence before everything is known; a server that accepts and says nothing is as good as gone. */
const silenceMs = 10_000;

/**
 * Keeps a stream open until the function it gives is called. New streams begin at the target as it is then,
 * not with a resume token: a document read again, or nothing new, costs one read, and no token is too old.
 */
function followTarget(
  client: FirestoreClient,
  random: () => number,
  { toTarget, onSnapshot }: FollowedQuery,
): () => void {
  let end = open(0);

  function open(failures: number): () => void {
    const take = createTargetReader();
    let isKnown = false;
    let isBroken = false;
    const stream = client.listen(toTarget(), (response) => {
      const taken = take(response);
      if (taken === "broken") {
        isBroken = true;
        return stream.end();
      }
      if (!isKnown) silence.refresh();
      if (taken === "incomplete") return;
      clearTimeout(silence);
      isKnown = true;
      onSnapshot(taken);
    });
    const silence = setTimeout(stream.end, silenceMs).unref();
    let isOver = false;
    void stream.ended.then(() => {
      clearTimeout(silence);
      if (!isOver) end = openLater(isKnown && !isBroken ? 0 : failures);
    });
    return () => {
      isOver = true;
      stream.end();
    };
  }

  function openLater(failures: number): () => void {
    // Spread, so that many who lost the same server do not come back at the same moment.
    const waitMs = toRetryWait(failures) * (1 - random() / 4);
    const timer = setTimeout(() => (end = open(failures + 1)), waitMs);
    return () => clearTimeout(timer);
  }

  return () => end();
}

/** Changes from one moment at which everything is known to the next; `size` counts all documents. */
type TargetSnapshot = { changed: FirestoreDocument[]; size: number; readTime: Timestamp };

/**
 * Gathers the responses of a stream until they are whole. What it gives for each: a snapshot; `incomplete`,
 * more follows; `broken`, the stream tells the truth no longer and must be opened anew.
 */
function createTargetReader(): (response: ListenResponse) => TargetSnapshot | "incomplete" | "broken" {
  const present = new Set<string>();
  const changed = new Map<string, FirestoreDocument>();
  let isCurrent = false;

  function put(document: FirestoreDocument): void {
    present.add(document.name ?? "");
    changed.set(document.name ?? "", document);
  }

  function remove(name: string | null | undefined): void {
    present.delete(name ?? "");
    changed.delete(name ?? "");
  }

  function takeTargetChange({
    targetChangeType: type,
    targetIds,
    readTime,
  }: TargetChange): TargetSnapshot | "incomplete" | "broken" {
    if (type === "REMOVE") return "broken";
    // All should come once more then, but the emulator goes on from where it is.
    if (type === "RESET" && present.size > 0) return "broken";
    if (type === "CURRENT") isCurrent = true;
    const isWhole = isCurrent && readTime && (targetIds ?? []).length === 0;
    if (!isWhole) return "incomplete";
    const snapshot = { changed: [...changed.values()], size: present.size, readTime };
    changed.clear();
    return snapshot;
  }

  return ({ targetChange, documentChange, documentDelete, documentRemove, filter }) => {
    if (targetChange) return takeTargetChange(targetChange);
    if (documentChange?.document && documentChange.targetIds?.includes(targetId))
      put(documentChange.document);
    else if (documentChange) remove(documentChange.document?.name);
    if (documentDelete) remove(documentDelete.document);
    if (documentRemove) remove(documentRemove.document);
    return filter && filter.count !== present.size ? "broken" : "incomplete";
  };
}

type TargetChange = NonNullable<ListenResponse["targetChange"]>;
