import type { Page, PageQuery, Store } from "@/lib/store/store";
import { createEdits, createSending } from "./document-edits";
import { createReading } from "./document-reading";
import { toDocumentRecord, toKey, type FoundDocument } from "./document-record";
import { paths } from "@/lib/data/paths";

/** Files that are read as text. Every change keeps the counts of their collection and person right. */
export function createDocuments(store: Store, now: () => number) {
  return {
    ...createReads(store),
    ...createReading(store, now),
    ...createEdits(store, now),
    ...createSending(store),
  };
}
export type Documents = ReturnType<typeof createDocuments>;

function createReads(store: Store) {
  return {
    async find(userId: string, id: string): Promise<FoundDocument | null> {
      const found = await store.find(paths.document(userId, id));
      return found === null ? null : { id, record: toDocumentRecord(found.data) };
    },

    async list(userId: string, { limit, cursor }: PageQuery) {
      return toFoundPage(await store.list({ collection: paths.documents(userId), limit, cursor }));
    },

    /** The newest first, a page at a time; `null`: those that were sent with messages. */
    async listOfCollection(userId: string, collectionId: string | null, { limit, cursor }: PageQuery) {
      const page = await store.list({
        collection: paths.documents(userId),
        where: [{ field: "collectionId", op: "==", value: collectionId }],
        orderBy: { field: "createdAt", direction: "desc" },
        limit,
        cursor,
      });
      return toFoundPage(page);
    },

    async listOfConversation(userId: string, conversationId: string, { limit, cursor }: PageQuery) {
      const page = await store.list({
        collection: paths.documents(userId),
        where: [{ field: "conversationId", op: "==", value: conversationId }],
        limit,
        cursor,
      });
      return toFoundPage(page);
    },

    /** By name or title, letter case aside. */
    async findByName(userId: string, collectionId: string, name: string): Promise<FoundDocument | null> {
      const page = await store.list({
        collection: paths.documents(userId),
        where: [
          { field: "collectionId", op: "==", value: collectionId },
          { field: "keys", op: "has", value: toKey(name) },
        ],
        limit: 1,
      });
      return toFoundPage(page).documents[0] ?? null;
    },

    async countBytes(userId: string): Promise<number> {
      return Number((await store.find(paths.storage(userId)))?.data["bytes"] ?? 0);
    },
  };
}

function toFoundPage({ documents, cursor }: Page): { documents: FoundDocument[]; cursor: string | null } {
  return { documents: documents.map(({ id, data }) => ({ id, record: toDocumentRecord(data) })), cursor };
}
