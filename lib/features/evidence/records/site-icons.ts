import { createHash } from "node:crypto";
import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";
import { paths } from "@/lib/data/paths";

/** The icons of the sites whose pages were read in a conversation, beside the texts of those pages. */
export function createSiteIconRecords(store: Store, blobs: BlobStore) {
  const toPath = (userId: string, conversationId: string, site: string): string =>
    paths.icon(userId, conversationId, createHash("sha256").update(site).digest("hex"));
  return {
    /** `site`: a host, with its port where that is not the usual one. */
    async find(userId: string, conversationId: string, site: string): Promise<Uint8Array | null> {
      return (await blobs.find(toPath(userId, conversationId, site)))?.bytes ?? null;
    },

    /** May come after its conversation was deleted: then nothing stays. */
    async keep(userId: string, conversationId: string, site: string, png: Uint8Array): Promise<void> {
      const path = toPath(userId, conversationId, site);
      await blobs.put(path, png, { contentType: "image/png" });
      if ((await store.find(paths.conversation(userId, conversationId))) === null) await blobs.delete(path);
    },
  };
}
