import { AppError } from "@/lib/errors";
import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";
import { paths } from "./paths";

export type NewFile = {
  userId: string;
  fileId: string;
  conversationId: string;
  bytes: Uint8Array;
  mediaType: string;
  name: string;
  createdAt: number;
};
export type StoredFile = { bytes: Uint8Array; mediaType: string; name: string };

/** Pictures that a person sent or the agent made: the bytes in the blob store, what they are in the store. */
export function createFiles(store: Store, blobs: BlobStore) {
  const blobPath = (userId: string, fileId: string) => `users/${userId}/files/${fileId}`;
  return {
    /** Saves the bytes first, then the row that names them. Gives our own address of the file. */
    async save({
      userId,
      fileId,
      conversationId,
      bytes,
      mediaType,
      name,
      createdAt,
    }: NewFile): Promise<string> {
      await blobs.put(blobPath(userId, fileId), bytes, { contentType: mediaType });
      await store.set(paths.file(userId, fileId), {
        conversationId,
        mediaType,
        name,
        size: bytes.byteLength,
        createdAt,
      });
      return `/api/files/${fileId}`;
    },

    async find(userId: string, fileId: string): Promise<StoredFile | null> {
      const [row, blob] = await Promise.all([
        store.find(paths.file(userId, fileId)),
        blobs.find(blobPath(userId, fileId)),
      ]);
      if (row === null || blob === null) return null;
      return { bytes: blob.bytes, mediaType: String(row.data["mediaType"]), name: String(row.data["name"]) };
    },

    async get(userId: string, fileId: string): Promise<StoredFile> {
      const found = await this.find(userId, fileId);
      if (found === null) throw new AppError("not_found", "This file does not exist.");
      return found;
    },

    async delete(userId: string, fileId: string): Promise<void> {
      await store.delete(paths.file(userId, fileId));
      await blobs.delete(blobPath(userId, fileId));
    },

    async deleteOfConversation(userId: string, conversationId: string): Promise<void> {
      for (;;) {
        const page = await store.list({
          collection: paths.files(userId),
          where: [{ field: "conversationId", op: "==", value: conversationId }],
          limit: 100,
        });
        if (page.documents.length === 0) return;
        await Promise.all(page.documents.map(({ id }) => blobs.delete(blobPath(userId, id))));
        await store.batch(page.documents.map(({ path }) => ({ kind: "delete", path })));
      }
    },
  };
}
export type Files = ReturnType<typeof createFiles>;
