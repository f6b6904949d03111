import { createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import type { BlobStore } from "@/lib/store/blobs";
import type { PageQuery, Store, StoredDocument } from "@/lib/store/store";
import { snapshotSchema, type Snapshot } from "./shape";
import { AppError } from "@/lib/errors";
import type { AuditLog } from "@/lib/data/audit";
import { toConversation } from "@/lib/data/conversations";
import { paths } from "@/lib/data/paths";
import { hasToken, toShareId, type Share } from "@/lib/data/share-record";

const placeSchema = z.object({ userId: z.string(), conversationId: z.string() });
export type SharePlace = z.output<typeof placeSchema>;
type PlacedShare = Share & SharePlace;

type ShareDeps = { secret: string; audit: Pick<AuditLog, "record"> };
export type Shares = ReturnType<typeof createShares>;

/**
 * Snapshots under addresses that nobody can guess, of which only hashes are kept. A snapshot lies with its
 * conversation and is deleted with it. What makes or ends one stands in the audit log.
 */
export function createShares(store: Store, blobs: BlobStore, { secret, audit }: ShareDeps) {
  const { create, findToken } = createTokens(secret);
  const find = async (place: SharePlace): Promise<Share | null> => {
    const found = await store.find(toPath(place));
    if (found === null) throw new AppError("not_found", "This conversation does not exist.");
    return readShare(store, found);
  };
  return {
    find,
    findToken,
    /** Everybody's, by id; what belongs to no conversation any more is left out. */
    list: (page: PageQuery) => listShares(store, page),

    /**
     * Takes the place of an earlier snapshot, under the same address. Throws `conflict` when something else
     * shared or ended it meanwhile.
     */
    async share(place: SharePlace, snapshot: Snapshot): Promise<Share> {
      const { userId, conversationId } = place;
      const before = await find(place);
      const { id, salt } = before ?? create(place);
      const share = { id, salt, sharedAt: snapshot.takenAt, messages: snapshot.turns.length };
      const bytes = new TextEncoder().encode(JSON.stringify(snapshot));
      await blobs.put(toBlob(place, id), bytes, { contentType: "application/json" });
      await store.transaction(async (tx) => {
        const found = await tx.find(toPath(place));
        if (found === null || toConversation(found.data).share?.id !== before?.id)
          throw new AppError("conflict", "Sharing has just been changed elsewhere. Try again.");
        tx.set(paths.share(id), { userId, conversationId });
        tx.update(toPath(place), { share });
      });
      await audit.record({ act: "page_shared", actor: userId, detail: conversationId });
      return share;
    },

    /** At once: the address leads nowhere any more. `id`: only if it is this page. Whether there was one. */
    async end(place: SharePlace, by: string, id?: string): Promise<boolean> {
      const { userId: owner, conversationId: detail } = place;
      const ended = await endShare(store, place, id);
      if (ended === null) return false;
      await blobs.delete(toBlob(place, ended.id));
      const target = by === owner ? null : owner;
      await audit.record({ act: "page_unshared", actor: by, target, detail });
      return true;
    },

    /** Whose page it is, by its id. */
    async findPlace(id: string): Promise<SharePlace | null> {
      return placeSchema.safeParse((await store.find(paths.share(id)))?.data).data ?? null;
    },

    /** `null` for a page that is ended, or whose conversation is deleted. */
    async read(place: SharePlace, id: string): Promise<Snapshot | null> {
      const found = await store.find(toPath(place));
      const share = found === null ? null : await readShare(store, found);
      const blob = share?.id === id ? await blobs.find(toBlob(place, id)) : null;
      return blob === null ? null : snapshotSchema.parse(JSON.parse(new TextDecoder().decode(blob.bytes)));
    },
  };
}

/** What stands in addresses: derived from the secret, whose page it is, and a salt. */
function createTokens(secret: string) {
  const toToken = ({ userId, conversationId }: SharePlace, salt: string): string =>
    createHmac("sha256", secret)
      .update(JSON.stringify([userId, conversationId, salt]))
      .digest("base64url");
  return {
    create(place: SharePlace): Pick<Share, "id" | "salt"> {
      const salt = randomBytes(32).toString("base64url");
      return { id: toShareId(toToken(place, salt)), salt };
    },

    /** `null` where it cannot be derived, as with another secret. */
    findToken(place: SharePlace, { id, salt }: Share): string | null {
      const token = salt === null ? null : toToken(place, salt);
      return token !== null && toShareId(token) === id ? token : null;
    },
  };
}

function endShare(store: Store, place: SharePlace, id: string | undefined): Promise<Share | null> {
  return store.transaction(async (tx) => {
    const found = await tx.find(toPath(place));
    const share = found === null ? null : toConversation(found.data).share;
    if (share === null || (id ?? share.id) !== share.id) return null;
    tx.delete(paths.share(share.id));
    tx.update(toPath(place), { share: null });
    return share;
  });
}

async function listShares(
  store: Store,
  page: PageQuery,
): Promise<{ shares: PlacedShare[]; cursor: string | null }> {
  const { documents, cursor } = await store.list({ collection: paths.shares, ...page });
  const places = documents.map(({ data }) => placeSchema.parse(data));
  const found = await store.findMany(places.map(toPath));
  const read = await Promise.all(found.map((conversation) => conversation && readShare(store, conversation)));
  const shares = places.flatMap((place, index) => {
    const share = read[index];
    return share && share.id === documents[index]?.id ? [{ ...place, ...share }] : [];
  });
  return { shares, cursor };
}

const toPath = ({ userId, conversationId }: SharePlace): string => paths.conversation(userId, conversationId);
const toBlob = ({ userId, conversationId }: SharePlace, id: string): string =>
  paths.text(userId, conversationId, `share-${id}`);

/** A record of an earlier version is left without the token that it holds. */
async function readShare(store: Store, { path, data }: StoredDocument): Promise<Share | null> {
  if (hasToken(data["share"]))
    await store.transaction(async (tx) => {
      const found = await tx.find(path);
      if (found !== null && hasToken(found.data["share"]))
        tx.update(path, { share: toConversation(found.data).share });
    });
  return toConversation(data).share;
}
