import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";
import { snapshotSchema, type Snapshot } from "@/lib/protocol/snapshots";
import { toConversation } from "./conversations";
import { AppError } from "@/lib/errors";
import { paths } from "./paths";
import type { Share } from "./share-record";

const entrySchema = z.object({ userId: z.string(), conversationId: z.string() });

/**
 * Snapshots under addresses that nobody can guess. The snapshot lies with its conversation and is deleted
 * with it; the address, of which only the hash is kept, then leads nowhere.
 */
export function createShares(store: Store, blobs: BlobStore) {
  const toId = (token: string): string => createHash("sha256").update(token).digest("hex");
  const toBlob = (userId: string, conversationId: string, token: string): string =>
    paths.text(userId, conversationId, `share-${toId(token)}`);
  const find = async (userId: string, conversationId: string): Promise<Share | null> => {
    const found = await store.find(paths.conversation(userId, conversationId));
    if (found === null) throw new AppError("not_found", "This conversation does not exist.");
    return toConversation(found.data).share;
  };
  return {
    find,

    /** Takes the place of an earlier snapshot, under the same address. */
    async share(userId: string, conversationId: string, snapshot: Snapshot): Promise<Share> {
      const before = await find(userId, conversationId);
      const token = before?.token ?? randomBytes(32).toString("base64url");
      const share = { token, sharedAt: snapshot.takenAt, messages: snapshot.turns.length };
      const bytes = new TextEncoder().encode(JSON.stringify(snapshot));
      await blobs.put(toBlob(userId, conversationId, token), bytes, { contentType: "application/json" });
      await store.batch([
        { kind: "set", path: paths.share(toId(token)), data: { userId, conversationId } },
        { kind: "update", path: paths.conversation(userId, conversationId), patch: { share } },
      ]);
      return share;
    },

    /** At once: the address leads nowhere any more. */
    async revoke(userId: string, conversationId: string): Promise<void> {
      const share = await find(userId, conversationId);
      if (share === null) return;
      await store.batch([
        { kind: "delete", path: paths.share(toId(share.token)) },
        { kind: "update", path: paths.conversation(userId, conversationId), patch: { share: null } },
      ]);
      await blobs.delete(toBlob(userId, conversationId, share.token));
    },

    /** `null` for an address that never was, is revoked, or whose conversation is deleted. */
    async read(token: string): Promise<Snapshot | null> {
      const found = await store.find(paths.share(toId(token)));
      if (found === null) return null;
      const { userId, conversationId } = entrySchema.parse(found.data);
      const blob = await blobs.find(toBlob(userId, conversationId, token));
      return blob === null ? null : snapshotSchema.parse(JSON.parse(new TextDecoder().decode(blob.bytes)));
    },
  };
}
export type Shares = ReturnType<typeof createShares>;
