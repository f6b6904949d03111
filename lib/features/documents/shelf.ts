import { toCollectionView, type Collections } from "@/lib/features/documents/records/collections";
import { withoutUndefined } from "@/lib/data/json";
import { toDocumentView } from "@/lib/features/documents/records/document-record";
import type { Documents } from "@/lib/features/documents/records/documents";
import type { JobPlace } from "@/lib/data/jobs";
import { AppError } from "@/lib/errors";
import type {
  CollectionsReply,
  CollectionView,
  DocumentsReply,
  DocumentView,
} from "@/lib/features/documents/shape/documents";
import { handbookId, sentFilesId } from "@/lib/features/documents/shape/own-collections";
import type { Handbook } from "./handbook";

type ShelfParts = {
  deps: {
    collections: Collections;
    documents: Documents;
    readLimitBytes: () => Promise<number | null>;
    newId: () => string;
  };
  handbook: Handbook;
  run: (place: JobPlace) => Promise<void>;
};
type Asker = { id: string; role: string };
type PageRequest = { limit: number; cursor?: string | undefined };

/** Collections as such. */
export function createShelf({ deps, handbook, run }: ShelfParts) {
  const { collections, documents } = deps;

  async function find(userId: string, id: string): Promise<CollectionView> {
    if (id === sentFilesId)
      return viewSentFiles(await documents.listOfCollection(userId, null, { limit: 1 }));
    return id === handbookId ? handbook.view() : toCollectionView(await collections.get(userId, id));
  }

  return {
    async listCollections(userId: string): Promise<CollectionsReply> {
      const [found, builtIn, bytes, limitBytes] = await Promise.all([
        collections.list(userId),
        handbook.view(),
        documents.countBytes(userId),
        deps.readLimitBytes(),
      ]);
      const views = found.map(toCollectionView).toSorted((a, b) => b.updatedAt - a.updatedAt);
      return { collections: [...views, builtIn], storage: { bytes, limitBytes } };
    },

    getCollection: find,

    async createCollection(
      userId: string,
      about: { name: string; description: string },
    ): Promise<CollectionView> {
      const id = deps.newId();
      await collections.create(userId, id, about);
      return find(userId, id);
    },

    /** Administrators share their own, and end the sharing of anybody's. */
    async changeCollection(
      { id: userId, role }: Asker,
      id: string,
      {
        shared,
        ...about
      }: { name?: string | undefined; description?: string | undefined; shared?: boolean | undefined },
    ): Promise<CollectionView> {
      if (shared !== undefined && role !== "admin")
        throw new AppError("forbidden", "Only an administrator can share a collection with everybody.");
      const { ownerId, isOwn } =
        shared === false ? await collections.get(userId, id) : await collections.getOwn(userId, id);
      const given = withoutUndefined(about);
      if (isOwn && Object.keys(given).length > 0) await collections.describe(userId, id, given);
      if (shared !== undefined) await collections.share(ownerId, id, shared);
      return isOwn ? find(userId, id) : { ...(await find(ownerId, id)), isOwn: false };
    },

    /** It is gone at once; what hangs on it goes in the background. */
    async deleteCollection(userId: string, id: string): Promise<{ clearing: Promise<void> }> {
      await collections.getOwn(userId, id);
      return { clearing: run(await collections.remove(userId, id)) };
    },
  };
}

/** What is in a collection. */
export function createListing({ deps, handbook }: ShelfParts) {
  const { collections, documents } = deps;
  return {
    async listDocuments(userId: string, collectionId: string, page: PageRequest): Promise<DocumentsReply> {
      if (collectionId === handbookId) return { documents: await handbook.list(), cursor: null };
      const isSent = collectionId === sentFilesId;
      const ownerId = isSent ? userId : (await collections.get(userId, collectionId)).ownerId;
      const wanted = isSent ? null : collectionId;
      const { documents: found, cursor } = await documents.listOfCollection(ownerId, wanted, page);
      return { documents: found.map(toDocumentView), cursor };
    },

    async getDocument(userId: string, collectionId: string, id: string): Promise<DocumentView> {
      if (collectionId === handbookId) {
        const page = await handbook.find(id);
        if (page === null) throw missingDocument();
        return page.document;
      }
      const { ownerId } = await collections.get(userId, collectionId);
      const found = await documents.find(ownerId, id);
      if (found?.record.collectionId !== collectionId) throw missingDocument();
      return toDocumentView(found);
    },

    /** Throws `not_found` unless the document is in this collection and both are the person's. */
    async checkOwn(userId: string, collectionId: string, id: string | null = null): Promise<void> {
      await collections.getOwn(userId, collectionId);
      if (id === null) return;
      const found = await documents.find(userId, id);
      if (found?.record.collectionId !== collectionId) throw missingDocument();
    },
  };
}

/** Nobody counts them: whether there are any is known. */
function viewSentFiles({ documents }: { documents: readonly unknown[] }): CollectionView {
  const about = { name: "From conversations", description: "", shared: false, isOwn: false };
  return { id: sentFilesId, ...about, documents: documents.length, chunks: 0, bytes: 0, updatedAt: 0 };
}

export function missingDocument(): AppError {
  return new AppError("not_found", "This document does not exist.");
}
