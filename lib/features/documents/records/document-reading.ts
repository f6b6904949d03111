import type { DocumentProblem, FileKind, Recognized } from "@/lib/features/documents/shape/documents";
import { increment, type Store, type Transaction } from "@/lib/store/store";
import { toCountPatch } from "./collections";
import { lateMs, scheduleDiscard } from "./discards";
import { toDocumentData, toDocumentRecord, type DocumentRecord, type FoundDocument } from "./document-record";
import { paths } from "@/lib/data/paths";

/** What was read out of a version. */
export type ReadDocument = {
  kind: FileKind;
  title: string;
  pages: number;
  words: number;
  chunks: number;
  isWordsOnly: boolean;
  author: string | undefined;
  date: string | undefined;
  recognized: Recognized | undefined;
};
/** `gone`: deleted meanwhile. `replaced`: a newer version is there, which is read instead. */
export type Stage = "kept" | "gone" | "replaced";

/** How often reading is begun before it is given up. */
export const mostReadings = 3;

/** Changes a document unless it is gone, or has another version by now. */
function createChange(store: Store, now: () => number) {
  return function change(
    place: { userId: string; id: string; version: string },
    work: (tx: Transaction, record: DocumentRecord) => DocumentRecord,
  ): Promise<Stage> {
    const path = paths.document(place.userId, place.id);
    return store.transaction(async (tx) => {
      const found = await tx.find(path);
      if (found === null) return "gone";
      const record = toDocumentRecord(found.data);
      if (record.version !== place.version) return "replaced";
      tx.set(path, toDocumentData({ ...work(tx, record), updatedAt: now() }));
      return "kept";
    });
  };
}

/** How the reading of a document goes. */
export function createReading(store: Store, now: () => number) {
  const change = createChange(store, now);
  return {
    /**
     * Notes that reading begins. `null` when it is gone, or was begun and not finished too often: it ends
     * whoever reads it.
     */
    beginReading(userId: string, id: string): Promise<FoundDocument | null> {
      const path = paths.document(userId, id);
      return store.transaction(async (tx) => {
        const found = await tx.find(path);
        if (found === null) return null;
        const record = toDocumentRecord(found.data);
        if (record.status === "ready" || record.status === "failed") return { id, record };
        const isGivenUp = record.attempts >= mostReadings;
        const next: DocumentRecord = isGivenUp
          ? { ...record, status: "failed", error: "internal", updatedAt: now() }
          : { ...record, status: "reading", progress: 0.1, attempts: record.attempts + 1, updatedAt: now() };
        tx.set(path, toDocumentData(next));
        return isGivenUp ? null : { id, record: next };
      });
    },

    noteProgress: (
      userId: string,
      id: string,
      { version, progress }: { version: string; progress: number },
    ) => change({ userId, id, version }, (_tx, record) => ({ ...record, progress })),

    /** Its version is the one that is searched from now on; files of the one before are discarded. */
    finishReading: (userId: string, id: string, { version, ...read }: ReadDocument & { version: string }) =>
      change({ userId, id, version }, (tx, record) => finish(tx, { userId, id, record, read, now: now() })),

    /** `isForGood`: trying again would not help. Else the next attempt follows, until there were three. */
    failReading: (
      userId: string,
      id: string,
      { version, problem, isForGood }: { version: string; problem: DocumentProblem; isForGood: boolean },
    ) =>
      change({ userId, id, version }, (_tx, record) =>
        isForGood || record.attempts >= mostReadings
          ? { ...record, status: "failed", progress: 0, error: problem }
          : { ...record, status: "waiting", progress: 0 },
      ),

    /** The process that reads it ends: that was no attempt. */
    putOffReading: (userId: string, id: string, version: string) =>
      change({ userId, id, version }, (_tx, record) => ({
        ...record,
        ...{ status: "waiting", progress: 0, attempts: Math.max(0, record.attempts - 1) },
      })),
  };
}

/** Where a document's kind has turned out to be another than its name says. */
function moveKind(before: FileKind, after: FileKind): Partial<Record<FileKind, number>> {
  return before === after ? {} : { [before]: -1, [after]: 1 };
}

type Finish = { userId: string; id: string; record: DocumentRecord; read: ReadDocument; now: number };

function finish(tx: Transaction, { userId, id, record, read, now }: Finish): DocumentRecord {
  const { kind, pages, words, chunks, isWordsOnly } = read;
  const older = record.read === null || record.read.version === record.version ? null : record.read;
  if (older !== null) {
    tx.merge(paths.storage(userId), { bytes: increment(-older.bytes) });
    const { collectionId } = record;
    const left = { userId, documentId: id, collectionId, version: older.version };
    scheduleDiscard(tx, left, now + lateMs);
  }
  if (record.collectionId !== null)
    tx.update(
      paths.collection(userId, record.collectionId),
      toCountPatch({ chunks: chunks - record.chunks, kinds: moveKind(record.kind, kind) }, now),
    );
  return {
    ...{ ...record, kind, pages, words, chunks, isWordsOnly },
    title: read.title === "" ? record.name : read.title,
    author: record.author ?? read.author ?? null,
    date: record.date ?? read.date ?? null,
    recognized: read.recognized ?? null,
    ...{ status: "ready", progress: 1, error: null, attempts: 0 },
    read: { version: record.version, bytes: record.bytes },
  };
}
