import { AppError } from "@/lib/errors";
import { fileKinds, type CollectionView, type FileKind } from "@/lib/protocol/documents";
import { increment, type Patch, type Store } from "@/lib/store/store";
import { z } from "zod";
import { askForJob, defineJob, type JobPlace } from "./jobs";
import { toData } from "./json";
import { paths } from "./paths";

/** What its documents are counted by; the counts change in the transactions that change a document. */
const collectionRecordSchema = z.object({
  name: z.string(),
  description: z.string(),
  documents: z.number().int(),
  chunks: z.number().int(),
  bytes: z.number().int(),
  /** Documents by kind. */
  kinds: z.partialRecord(z.enum(fileKinds), z.number().int()),
  shared: z.boolean(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type CollectionRecord = z.output<typeof collectionRecordSchema>;
/** A collection that a person may search. */
export type FoundCollection = { id: string; ownerId: string; isOwn: boolean; record: CollectionRecord };

const sharedEntrySchema = z.object({ ownerId: z.string() });
export const maxCollections = 200;

/** What is left of a collection goes. */
export const clearJob = defineJob(
  "clear",
  z.object({ userId: z.string(), collectionId: z.string() }),
  ({ collectionId }) => collectionId,
);

/** Collections of documents: a person's own, and those that an administrator shares with everybody. */
export function createCollections(store: Store, now: () => number) {
  const { find, findShared } = createReads(store);
  return {
    find,

    /** A person's own or a shared one; another person's is `not_found`, like one that does not exist. */
    async get(userId: string, id: string): Promise<FoundCollection> {
      const found = (await find(userId, id)) ?? (await findShared(userId, id));
      if (found === null) throw missing();
      return found;
    },

    /** Only one's own. */
    async getOwn(userId: string, id: string): Promise<FoundCollection> {
      const found = await find(userId, id);
      if (found === null) throw missing();
      return found;
    },

    /** One's own, then those of others that are shared. */
    async list(userId: string): Promise<FoundCollection[]> {
      const [own, entries] = await Promise.all([
        store.list({ collection: paths.collections(userId), limit: maxCollections }),
        store.list({ collection: paths.sharedCollections, limit: maxCollections }),
      ]);
      const shared = await Promise.all(entries.documents.map(({ id }) => findShared(userId, id)));
      return [
        ...own.documents.map(({ id, data }) => toFound(userId, { id, ownerId: userId, data })),
        ...shared.flatMap((found) => (found === null || found.isOwn ? [] : found)),
      ];
    },

    /** Throws `quota_exhausted` with the two hundredth. */
    async create(userId: string, id: string, about: { name: string; description: string }): Promise<void> {
      const { documents } = await store.list({
        collection: paths.collections(userId),
        limit: maxCollections,
      });
      if (documents.length >= maxCollections)
        throw new AppError("quota_exhausted", `A person can have ${maxCollections} collections.`);
      const record: CollectionRecord = {
        ...{ ...about, documents: 0, chunks: 0, bytes: 0, kinds: {}, shared: false },
        ...{ createdAt: now(), updatedAt: now() },
      };
      await store.create(paths.collection(userId, id), toData(record));
    },

    ...createChanges(store, now),
  };
}
export type Collections = ReturnType<typeof createCollections>;

function createChanges(store: Store, now: () => number) {
  return {
    async describe(
      userId: string,
      id: string,
      patch: { name?: string; description?: string },
    ): Promise<void> {
      await store.update(paths.collection(userId, id), { ...patch, updatedAt: now() });
    },

    /** Shares it with everybody, or no longer. */
    share: (userId: string, id: string, shared: boolean): Promise<void> =>
      store.transaction(async (tx) => {
        if ((await tx.find(paths.collection(userId, id))) === null) throw missing();
        tx.update(paths.collection(userId, id), { shared, updatedAt: now() });
        if (shared) tx.set(paths.sharedCollection(id), { ownerId: userId });
        else tx.delete(paths.sharedCollection(id));
      }),

    /** Nobody finds it any more; its documents go by the job that this plans. */
    remove: (userId: string, id: string): Promise<JobPlace> =>
      store.transaction(async (tx) => {
        const clear = clearJob.at({ userId, collectionId: id });
        const [found, job] = await tx.findMany([paths.collection(userId, id), paths.job(clear.id)]);
        if (!found) throw missing();
        askForJob(tx, clear, job, now());
        tx.delete(paths.collection(userId, id));
        tx.delete(paths.sharedCollection(id));
        return clear;
      }),

    /** All that is below a collection whose record is gone. */
    async deleteNames(userId: string, id: string): Promise<void> {
      if ((await store.find(paths.collection(userId, id))) === null)
        await store.deleteTree(paths.collection(userId, id));
    },

    /** Of a person whose account ends. */
    async unshareAll(userId: string): Promise<void> {
      const { documents } = await store.list({
        collection: paths.sharedCollections,
        where: [{ field: "ownerId", op: "==", value: userId }],
        limit: maxCollections,
      });
      for (const { path } of documents) await store.delete(path);
    },
  };
}

function createReads(store: Store) {
  async function find(ownerId: string, id: string, userId = ownerId): Promise<FoundCollection | null> {
    const found = await store.find(paths.collection(ownerId, id));
    return found === null ? null : toFound(userId, { id, ownerId, data: found.data });
  }
  return {
    find: (userId: string, id: string) => find(userId, id),
    async findShared(userId: string, id: string): Promise<FoundCollection | null> {
      const entry = sharedEntrySchema.safeParse((await store.find(paths.sharedCollection(id)))?.data);
      const found = entry.success ? await find(entry.data.ownerId, id, userId) : null;
      return found?.record.shared === true ? found : null;
    },
  };
}

function toFound(
  userId: string,
  { id, ownerId, data }: { id: string; ownerId: string; data: unknown },
): FoundCollection {
  return { id, ownerId, isOwn: ownerId === userId, record: collectionRecordSchema.parse(data) };
}

export function toCollectionView({ id, isOwn, record }: FoundCollection): CollectionView {
  const { name, description, documents, chunks, bytes, shared, updatedAt } = record;
  return { id, name, description, documents, chunks, bytes, shared, isOwn, updatedAt };
}

/** What a change of a document adds to the counts of its collection. */
export type CountChange = {
  documents?: number;
  chunks?: number;
  bytes?: number;
  kinds?: Partial<Record<FileKind, number>>;
};

export function toCountPatch({ kinds = {}, ...counts }: CountChange, now: number): Patch {
  const patch: Patch = { updatedAt: now };
  for (const [name, by] of Object.entries(counts)) patch[name] = increment(by);
  for (const [kind, by] of Object.entries(kinds)) patch[`kinds.${kind}`] = increment(by);
  return patch;
}

function missing(): AppError {
  return new AppError("not_found", "This collection does not exist.");
}
