import { AppError } from "@/lib/errors";
import { fileKinds } from "@/lib/features/documents/shape/documents";
import { increment, type Store, type StoredDocument, type Transaction } from "@/lib/store/store";
import { z } from "zod";
import { toCountPatch } from "./collections";
import {
  hashName,
  readJob,
  toDocumentData,
  toDocumentRecord,
  type DocumentRecord,
  type FoundDocument,
} from "./document-record";
import { lateMs, scheduleDiscard } from "./discards";
import { askForJob } from "@/lib/data/jobs";
import { toData } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";

/** A file on its way here. `parts`: the bytes of those that have come, by number from 1. */
const uploadSchema = z.object({
  name: z.string(),
  kind: z.enum(fileKinds),
  mediaType: z.string(),
  bytes: z.number().int(),
  collectionId: z.string().nullable(),
  parts: z.record(z.string(), z.number().int()),
  /** The document that it became. */
  documentId: z.string().nullable(),
  createdAt: z.number(),
});
export type Upload = z.output<typeof uploadSchema>;
export type NewUpload = Pick<Upload, "name" | "kind" | "mediaType" | "bytes" | "collectionId">;
export type UploadPlace = { userId: string; version: string };

/** What nobody completes or sends is cleared after so long. */
const abandonedMs = 86_400_000;

/** Files that come, whole or in parts: their room is taken before the first byte is kept. */
export function createUploads(store: Store, now: () => number) {
  return {
    async find({ userId, version }: UploadPlace): Promise<Upload | null> {
      return toUpload(await store.find(paths.upload(userId, version)));
    },

    /** Throws `quota_exhausted` when it would be more than that, `not_found` without the collection. */
    begin: (place: UploadPlace, upload: NewUpload, limitBytes: number | null): Promise<void> =>
      store.transaction(async (tx) => {
        const { userId, version } = place;
        if (limitBytes !== null) checkRoom(await tx.find(paths.storage(userId)), upload.bytes, limitBytes);
        if (upload.collectionId !== null && !(await tx.find(paths.collection(userId, upload.collectionId))))
          throw new AppError("not_found", "This collection does not exist.");
        const record: Upload = { ...upload, parts: {}, documentId: null, createdAt: now() };
        tx.create(paths.upload(userId, version), toData(record));
        tx.merge(paths.storage(userId), { bytes: increment(upload.bytes) });
        const { collectionId } = upload;
        scheduleDiscard(tx, { userId, documentId: version, collectionId, version }, now() + abandonedMs);
      }),

    async notePart({ userId, version }: UploadPlace, part: number, bytes: number): Promise<void> {
      await store.update(paths.upload(userId, version), { [`parts.${part}`]: bytes });
    },

    /**
     * Makes the file, whose bytes are safe by now, a document: a new one, or the next version of that which
     * has its name in the collection. A job to read it is due at once. Done twice it is the same document.
     */
    complete: (place: UploadPlace): Promise<FoundDocument> => completeUpload(store, place, now),

    /**
     * Gives back the room of an upload that was not completed, and forgets it. `null` when there is none,
     * `false` when it had become a document.
     */
    drop: ({ userId, version }: UploadPlace): Promise<boolean | null> =>
      store.transaction(async (tx) => {
        const upload = toUpload(await tx.find(paths.upload(userId, version)));
        if (upload === null) return null;
        tx.delete(paths.upload(userId, version));
        if (upload.documentId === null) tx.merge(paths.storage(userId), { bytes: increment(-upload.bytes) });
        return upload.documentId === null;
      }),
  };
}
export type Uploads = ReturnType<typeof createUploads>;

function completeUpload(store: Store, place: UploadPlace, now: () => number): Promise<FoundDocument> {
  return store.transaction(async (tx) => {
    const { userId, version } = place;
    const upload = toUpload(await tx.find(paths.upload(userId, version)));
    if (upload === null) throw new AppError("not_found", "This upload does not exist.");
    const id = upload.documentId ?? (await findNamed(tx, userId, upload)) ?? version;
    const read = readJob.at({ userId, documentId: id });
    const [found, job] = await tx.findMany([paths.document(userId, id), paths.job(read.id)]);
    const before = found ? toDocumentRecord(found.data) : null;
    if (upload.documentId !== null) {
      if (before === null) throw new AppError("not_found", "This document does not exist.");
      return { id, record: before };
    }
    const record = toNextRecord(upload, { version, before, now: now() });
    tx.set(paths.document(userId, id), toDocumentData(record));
    countDocument(tx, { userId, id, record, before }, now());
    tx.update(paths.upload(userId, version), { documentId: id });
    const { collectionId, createdAt } = upload;
    scheduleDiscard(tx, { userId, documentId: id, collectionId, version }, createdAt + abandonedMs);
    askForJob(tx, read, job, now());
    return { id, record };
  });
}

function toUpload(found: StoredDocument | null): Upload | null {
  return found === null ? null : uploadSchema.parse(found.data);
}

function checkRoom(found: StoredDocument | null, bytes: number, limitBytes: number): void {
  const free = limitBytes - Number(found?.data["bytes"] ?? 0);
  if (bytes <= free) return;
  const toMegabytes = (count: number) => (Math.max(0, count) / 1_000_000).toFixed(1);
  throw new AppError(
    "quota_exhausted",
    `There is room for ${toMegabytes(free)} MB more of ${toMegabytes(limitBytes)} MB, and the file has ${toMegabytes(bytes)} MB. Delete documents to make room.`,
  );
}

async function findNamed(
  tx: Transaction,
  userId: string,
  { collectionId, name }: Upload,
): Promise<string | null> {
  if (collectionId === null) return null;
  const claim = await tx.find(paths.documentName(userId, collectionId, hashName(name)));
  return claim === null ? null : String(claim.data["documentId"]);
}

/** A new version keeps what the person said of the document, and what is searched until it is read. */
function toNextRecord(
  { name, kind, mediaType, bytes, collectionId }: Upload,
  { version, before, now }: { version: string; before: DocumentRecord | null; now: number },
): DocumentRecord {
  const waiting = { status: "waiting" as const, progress: 0, error: null, attempts: 0, updatedAt: now };
  if (before !== null) return { ...before, kind, mediaType, bytes, version, ...waiting };
  return {
    ...{ collectionId, conversationId: null, name, title: name, keys: [], kind, mediaType, bytes, version },
    ...{ pages: 0, words: 0, chunks: 0, tags: [], author: null, date: null },
    ...{ isOwnText: false, isWordsOnly: false, recognized: null, read: null, createdAt: now, ...waiting },
  };
}

type Counted = { userId: string; id: string; record: DocumentRecord; before: DocumentRecord | null };

function countDocument(tx: Transaction, { userId, id, record, before }: Counted, now: number): void {
  const { collectionId, kind, bytes } = record;
  if (before !== null && before.version !== before.read?.version) {
    // Nobody has read that version, and nobody will.
    tx.merge(paths.storage(userId), { bytes: increment(-before.bytes) });
    scheduleDiscard(tx, { userId, documentId: id, collectionId, version: before.version }, now + lateMs);
  }
  if (collectionId === null) return;
  if (before === null)
    tx.set(paths.documentName(userId, collectionId, hashName(record.name)), { documentId: id });
  const kinds = before?.kind === kind ? {} : { ...(before && { [before.kind]: -1 }), [kind]: 1 };
  const counts = { documents: before === null ? 1 : 0, bytes: bytes - (before?.bytes ?? 0), kinds };
  tx.update(paths.collection(userId, collectionId), toCountPatch(counts, now));
}
