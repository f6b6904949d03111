import { AppError } from "@/lib/errors";
import { increment, type Store, type Transaction } from "@/lib/store/store";
import { toCountPatch } from "./collections";
import { lateMs, scheduleDiscard } from "./discards";
import {
  hashName,
  readJob,
  toDocumentData,
  toDocumentRecord,
  toHeldBytes,
  toVersions,
  type DocumentRecord,
  type FoundDocument,
} from "./document-record";
import { askForJob, scheduleJob } from "@/lib/data/jobs";
import { paths } from "@/lib/data/paths";

export type DocumentPatch = Partial<
  Pick<DocumentRecord, "name" | "tags" | "author" | "date" | "isOwnText" | "encoding">
> & { readAgain?: boolean };

/** Where files are sent. */
export function createSending(store: Store) {
  return {
    /** Says in which conversation files were sent. Throws unless they are the person's and nowhere else. */
    attach(userId: string, conversationId: string, ids: readonly string[]): Promise<string[]> {
      const documents = ids.map((id) => paths.document(userId, id));
      return store.transaction(async (tx) => {
        const found = await tx.findMany(documents);
        const added: string[] = [];
        for (const [index, document] of found.entries()) {
          const record = document === null ? null : toDocumentRecord(document.data);
          const isFree = record?.conversationId === null && record.collectionId === null;
          if (document === null || record === null) throw missing();
          if (!isFree && record.conversationId !== conversationId)
            throw new AppError(
              "invalid_request",
              "This file belongs to another conversation. Send it again.",
              {
                fields: { "message.parts": "upload the file again" },
              },
            );
          if (isFree) {
            tx.update(document.path, { conversationId });
            added.push(ids[index] ?? "");
          }
        }
        return added;
      });
    },

    /** The message that they were to be sent with was not taken. */
    async detach(userId: string, ids: readonly string[]): Promise<void> {
      for (const id of ids)
        await store.transaction(async (tx) => {
          const path = paths.document(userId, id);
          if ((await tx.find(path)) !== null) tx.update(path, { conversationId: null });
        });
    },
  };
}

/** What a person changes of a document. */
export function createEdits(store: Store, now: () => number) {
  return {
    /**
     * Changes what the person says of it, and asks for a job that brings the index up to date. Throws
     * `already_exists` when another document of the collection has the name.
     */
    edit(userId: string, id: string, { readAgain = false, ...patch }: DocumentPatch): Promise<FoundDocument> {
      const path = paths.document(userId, id);
      return store.transaction(async (tx) => {
        const read = readJob.at({ userId, documentId: id });
        const [found, job] = await tx.findMany([path, paths.job(read.id)]);
        if (!found) throw missing();
        const before = toDocumentRecord(found.data);
        const name = patch.name ?? before.name;
        if (before.collectionId !== null && name !== before.name)
          await moveName(tx, { userId, id, collectionId: before.collectionId, from: before.name, to: name });
        const record: DocumentRecord = {
          ...{ ...before, ...patch, name, updatedAt: now() },
          title: before.title === before.name ? name : before.title,
          ...(readAgain && { status: "waiting", progress: 0, error: null, attempts: 0 }),
        };
        tx.set(path, toDocumentData(record));
        askForJob(tx, read, job, now());
        return { id, record };
      });
    },

    /**
     * Nobody finds it any more; its files and chunks go by the jobs that this plans. `isCleared`: its
     * collection is gone already. `null` when there is none.
     */
    remove(userId: string, id: string, { isCleared = false } = {}): Promise<FoundDocument | null> {
      const path = paths.document(userId, id);
      return store.transaction(async (tx) => {
        const found = await tx.find(path);
        if (found === null) return null;
        const record = toDocumentRecord(found.data);
        const { collectionId, name, bytes, chunks, kind } = record;
        tx.delete(path);
        scheduleJob(tx, readJob.at({ userId, documentId: id }), null);
        tx.merge(paths.storage(userId), { bytes: increment(-toHeldBytes(record)) });
        for (const version of toVersions(record))
          scheduleDiscard(tx, { userId, documentId: id, collectionId, version }, now() + lateMs);
        if (collectionId !== null) tx.delete(paths.documentName(userId, collectionId, hashName(name)));
        if (collectionId !== null && !isCleared) {
          const counts = { documents: -1, chunks: -chunks, bytes: -bytes, kinds: { [kind]: -1 } };
          tx.update(paths.collection(userId, collectionId), toCountPatch(counts, now()));
        }
        return { id, record };
      });
    },
  };
}

type Rename = { userId: string; id: string; collectionId: string; from: string; to: string };

async function moveName(tx: Transaction, { userId, id, collectionId, from, to }: Rename): Promise<void> {
  const path = paths.documentName(userId, collectionId, hashName(to));
  if ((await tx.find(path)) !== null)
    throw new AppError("already_exists", "Another document of this collection has this name.", {
      fields: { name: "choose another" },
    });
  tx.delete(paths.documentName(userId, collectionId, hashName(from)));
  tx.set(path, { documentId: id });
}

function missing(): AppError {
  return new AppError("not_found", "This document does not exist.");
}
