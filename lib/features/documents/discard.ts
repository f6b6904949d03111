import { clearJob, type Collections } from "@/lib/features/documents/records/collections";
import type { DocumentFiles } from "@/lib/features/documents/records/document-files";
import { toVersions } from "@/lib/features/documents/records/document-record";
import { discardJob, type VersionPlace } from "@/lib/features/documents/records/discards";
import type { Documents } from "@/lib/features/documents/records/documents";
import type { Uploads } from "@/lib/features/documents/records/uploads";
import { onJob } from "@/lib/jobs/jobs";
import type { DocumentIndex } from "./document-index";
import { toCollectionScope, toDocumentScope } from "./scope";

export type DiscardDeps = {
  documents: Documents;
  collections: Collections;
  uploads: Uploads;
  files: DocumentFiles;
  index: DocumentIndex;
  conversations: { find(userId: string, id: string): Promise<object | null> };
  /** Told of what could not be removed at once, which a job does later. */
  onLeft: (error: unknown) => void;
};

/** What removes files and chunks that no record names. Everything may be done twice, and cut off anywhere. */
export function createDiscard(deps: DiscardDeps) {
  const { documents, collections, uploads, files, index } = deps;

  /** Of a version: its files unless its document names it, and what is found of a document that is gone. */
  async function discardVersion({ userId, documentId, collectionId, version }: VersionPlace): Promise<void> {
    const found = await documents.find(userId, documentId);
    if (found !== null && toVersions(found.record).includes(version)) return;
    await files.delete({ userId, version });
    if (found !== null) return;
    const known = { id: documentId, record: { collectionId, name: "" } };
    await index.delete(toDocumentScope(userId, known), documentId);
  }

  async function removeDocument(userId: string, id: string, { isCleared = false } = {}): Promise<boolean> {
    const removed = await documents.remove(userId, id, { isCleared });
    if (removed === null) return false;
    const { collectionId } = removed.record;
    for (const version of toVersions(removed.record))
      await discardVersion({ userId, documentId: id, collectionId, version }).catch(deps.onLeft);
    return true;
  }

  /** A file that came and was never sent, or whose conversation did not come to be. */
  async function removeUnsent(userId: string, id: string): Promise<void> {
    const record = (await documents.find(userId, id))?.record;
    if (record === undefined || record.collectionId !== null) return;
    const { conversationId } = record;
    const isSent =
      conversationId !== null && (await deps.conversations.find(userId, conversationId)) !== null;
    if (!isSent) await removeDocument(userId, id);
  }

  const discard = onJob(discardJob, async ({ userId, documentId, collectionId, version }) => {
    // Once an upload is dropped, nobody can complete it.
    await uploads.drop({ userId, version });
    if (documentId === version) await removeUnsent(userId, documentId);
    await files.deleteParts({ userId, version });
    await discardVersion({ userId, documentId, collectionId, version });
    return null;
  });

  /** What is left of a collection whose record is gone. */
  const clear = onJob(clearJob, async ({ userId, collectionId }, signal) => {
    for (;;) {
      signal.throwIfAborted();
      const page = await documents.listOfCollection(userId, collectionId, { limit: 50 });
      for (const { id } of page.documents) await removeDocument(userId, id, { isCleared: true });
      if (page.documents.length === 0) break;
    }
    await index.deleteScope(toCollectionScope(userId, collectionId, ""));
    await collections.deleteNames(userId, collectionId);
    return null;
  });

  return { jobs: [discard, clear], discardVersion, removeDocument };
}
