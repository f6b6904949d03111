import type { FirestoreClient, Timestamp } from "./firestore-client";
import { type ReadAt, type DocumentReader, toUpdateTime } from "./firestore-documents";
import type { FirestoreWrite, PlannedWrite, Precondition } from "./firestore-writes";
import { toFingerprint } from "./page";
import type { Page, Query, StoredDocument } from "./store";

type Commit = (writes: FirestoreWrite[], transaction?: Uint8Array) => Promise<void>;

/** What one attempt of a transaction has read, all of it as it was at one moment. */
export type StoreSnapshot = {
  findMany(paths: string[]): Promise<(StoredDocument | null)[]>;
  list(query: Query): Promise<Page>;
  /** Commits if nothing that was read has changed, and says whether; may also fail with `conflict`. */
  commitWith(writes: PlannedWrite[], commit: Commit): Promise<boolean>;
  /** Whether the documents that were read are still the same. */
  isCurrent(): Promise<boolean>;
};

export function createSnapshot(client: FirestoreClient, reader: DocumentReader): StoreSnapshot {
  /** Versions by path, 0 for what was not there. */
  const versions = new Map<string, number>();
  const listed: { query: Query; fingerprint: string }[] = [];
  const readAtMoment = createMoment();

  /** Writes guard what they change. What was only read is read again, locked for the commit's moment. */
  async function commitLocked(paths: string[], writes: FirestoreWrite[], commit: Commit): Promise<boolean> {
    const transaction = await client.begin();
    try {
      const isSame = (await hasVersions(paths, transaction)) && (await hasPages(transaction));
      if (isSame) await commit(writes, transaction);
      else await client.rollback(transaction);
      return isSame;
    } catch (error) {
      // What is not rolled back keeps its locks for a minute; the failure to tell is the first one.
      await client.rollback(transaction).catch(() => undefined);
      throw error;
    }
  }

  async function hasVersions(paths: string[], transaction?: Uint8Array): Promise<boolean> {
    const where = transaction ? { transaction } : {};
    const { found } = await reader.findMany(paths, { ...where, ids: true });
    return found.every((document, index) => (document?.version ?? 0) === versions.get(paths[index] ?? ""));
  }

  async function hasPages(transaction: Uint8Array): Promise<boolean> {
    for (const { query, fingerprint } of listed) {
      const { found } = await reader.list(query, { transaction, ids: true });
      if (toFingerprint(found) !== fingerprint) return false;
    }
    return true;
  }

  return {
    async findMany(paths) {
      const found = await readAtMoment((where) => reader.findMany(paths, where));
      paths.forEach((path, index) => versions.set(path, found[index]?.version ?? 0));
      return found;
    },
    async list(query) {
      const page = await readAtMoment((where) => reader.list(query, where));
      listed.push({ query, fingerprint: toFingerprint(page) });
      return page;
    },
    async commitWith(planned, commit) {
      const written = new Set(planned.map(({ path }) => path));
      const writes = guard(planned, versions, client.toName);
      const unwritten = [...versions.keys()].filter((path) => !written.has(path));
      if (unwritten.length > 0 || listed.length > 0) return commitLocked(unwritten, writes, commit);
      await commit(writes);
      return true;
    },
    isCurrent: () => hasVersions([...versions.keys()]),
  };
}

/** The first read sets the moment for all; reads that begin before it is known wait for it. */
function createMoment(): <T>(read: (where: { readTime?: Timestamp }) => Promise<ReadAt<T>>) => Promise<T> {
  let moment: Promise<Timestamp | null> = Promise.resolve(null);
  return async (read) => {
    const before = moment;
    const answer = before.then((readTime) => read(readTime ? { readTime } : {}));
    moment = answer.then(
      async ({ readTime }) => (await before) ?? readTime,
      () => before,
    );
    return (await answer).found;
  };
}

/** The first write to a document that was read happens only if that is still as it was. */
function guard(
  planned: PlannedWrite[],
  versions: ReadonlyMap<string, number>,
  toName: (path: string) => string,
): FirestoreWrite[] {
  const guarded = new Set<string>();
  return planned.map((write) => {
    const proto = write.toProto(toName);
    const version = versions.get(write.path);
    if (version === undefined || guarded.has(write.path)) return proto;
    guarded.add(write.path);
    return { ...proto, ...toGuard(proto.currentDocument ?? null, version) };
  });
}

/** A creation over what is there, or a change of what is not, keeps its own condition, and fails by it. */
function toGuard(own: Precondition | null, version: number): { currentDocument?: Precondition } {
  if (version === 0) return own?.exists === true ? {} : { currentDocument: { exists: false } };
  return own?.exists === false ? {} : { currentDocument: { updateTime: toUpdateTime(version) } };
}
