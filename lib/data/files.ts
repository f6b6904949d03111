import { AppError } from "@/lib/errors";
import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";
import { deleteEach } from "./delete-each";
import { readCollection, type KeptRecords } from "./kept-records";
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

/** Finds a file that another subject keeps. */
type FindFile = (userId: string, fileId: string) => Promise<StoredFile | null>;

/**
 * Pictures that a person sent or the agent made: the bytes in the blob store, what they are in the store.
 * `findElsewhere` is asked for what is not among them.
 */
export function createFiles(store: Store, blobs: BlobStore, findElsewhere: FindFile = async () => null) {
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
      if (row === null && blob === null) return findElsewhere(userId, fileId);
      if (row === null || blob === null) return null;
      return { bytes: blob.bytes, mediaType: String(row.data["mediaType"]), name: String(row.data["name"]) };
    },

    async get(userId: string, fileId: string): Promise<StoredFile> {
      const found = await this.find(userId, fileId);
      if (found === null) throw new AppError("not_found", "This file does not exist.");
      return found;
    },

    /** Whether the person has such a picture, by its row. */
    has: async (userId: string, fileId: string): Promise<boolean> =>
      (await store.find(paths.file(userId, fileId))) !== null,

    async delete(userId: string, fileId: string): Promise<void> {
      await store.delete(paths.file(userId, fileId));
      await blobs.delete(blobPath(userId, fileId));
    },

    deleteOfConversation: (userId: string, conversationId: string): Promise<void> =>
      deleteEach(
        store,
        paths.files(userId),
        { field: "conversationId", op: "==", value: conversationId },
        { before: (files) => Promise.all(files.map(({ id }) => blobs.delete(blobPath(userId, id)))) },
      ),
  };
}
export type Files = ReturnType<typeof createFiles>;

/** Each with its bytes. */
export const exportFiles = (store: Store, files: Files): KeptRecords => ({
  async *lines(userId) {
    for await (const { id } of readCollection(store, paths.files(userId))) {
      const file = await files.find(userId, id);
      if (file === null) continue;
      const { name, mediaType, bytes } = file;
      yield { kind: "file", id, name, mediaType, base64: Buffer.from(bytes).toString("base64") };
    }
  },
});

const blobPath = (userId: string, fileId: string) => `users/${userId}/files/${fileId}`;

/** Stores a picture and gives our own address of it. */
export type SaveImage = (image: {
  userId: string;
  conversationId: string;
  bytes: Uint8Array;
  mediaType: string;
  name: string;
}) => Promise<string>;
