import { AppError } from "@/lib/errors";
import { fileKinds, type CollectionView, type FileKind } from "@/lib/features/documents/shape/documents";
import { increment, type Patch, type Store } from "@/lib/store/store";
import { z } from "zod";
import { askForJob, defineJob, type JobPlace } from "@/lib/data/jobs";
import { paths } from "@/lib/data/paths";
import { createRecords, type Kept } from "@/lib/data/record";

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
export const clearJob = defineJob("clear", { collectionId: z.string() });

/** Collections of documents: a person's own, and those that an administrator shares with everybody. */
export function createCollections(store: Store, now: () => number) {
  const collections = createCollectionRecords(store);
  const { find, findShared } = createReads(store, collections);
  const getOwn = async (userId: string, id: string): Promise<FoundCollection> =>
    toFound(userId, userId, await collections.get(userId, id));
  return {
    find,
    /** Only one's own. */
    getOwn,

    /** A person's own or a shared one; another person's is `not_found`, like one that does not exist. */
    async get(userId: string, id: string): Promise<FoundCollection> {
      return (await find(userId, id)) ?? (await findShared(userId, id)) ?? (await getOwn(userId, id));
    },

    /** One's own, then those of others that are shared. */
    async list(userId: string): Promise<FoundCollection[]> {
      const [own, entries] = await Promise.all([
        collections.list(userId),
        store.list({ collection: paths.sharedCollections, limit: maxCollections }),
      ]);
      const shared = await Promise.all(entries.documents.map(({ id }) => findShared(userId, id)));
      return [
        ...own.map((collection) => toFound(userId, userId, collection)),
        ...shared.flatMap((found) => (found === null || found.isOwn ? [] : found)),
      ];
    },

    /** Throws `quota_exhausted` with the two hundredth. */
    async create(userId: string, id: string, about: { name: string; description: string }): Promise<void> {
      await collections.create(userId, {
        ...{ id, ...about, documents: 0, chunks: 0, bytes: 0, kinds: {}, shared: false },
        ...{ createdAt: now(), updatedAt: now() },
      });
    },

    ...createChanges(store, collections, now),
  };
}
export type Collections = ReturnType<typeof createCollections>;

const createCollectionRecords = (store: Store) =>
  createRecords(store, {
    ...{ noun: "collection", collection: paths.collections, schema: collectionRecordSchema },
    most: maxCollections,
    tooMany: () => new AppError("quota_exhausted", `A person can have ${maxCollections} collections.`),
  });
type CollectionRecords = ReturnType<typeof createCollectionRecords>;

function createChanges(store: Store, collections: CollectionRecords, now: () => number) {
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
        await collections.in(tx, userId).get(id);
        tx.update(paths.collection(userId, id), { shared, updatedAt: now() });
        if (shared) tx.set(paths.sharedCollection(id), { ownerId: userId });
        else tx.delete(paths.sharedCollection(id));
      }),

    /** Nobody finds it any more; its documents go by the job that this plans. */
    remove: (userId: string, id: string): Promise<JobPlace> =>
      store.transaction(async (tx) => {
        const clear = clearJob.at({ userId, collectionId: id });
        await collections.in(tx, userId).get(id);
        askForJob(tx, clear, await tx.find(paths.job(clear.id)), now());
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

function createReads(store: Store, collections: CollectionRecords) {
  async function find(ownerId: string, id: string, userId = ownerId): Promise<FoundCollection | null> {
    const found = await collections.find(ownerId, id);
    return found === null ? null : toFound(userId, ownerId, found);
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
  ownerId: string,
  { id, ...record }: Kept<CollectionRecord>,
): FoundCollection {
  return { id, ownerId, isOwn: ownerId === userId, record };
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
