import { createFirestoreClient, type FirestoreClient } from "./firestore-client";
import { commitWrites } from "./firestore-commit";
import type { FirestoreConfig } from "./firestore-config";
import { createReader, type DocumentReader } from "./firestore-documents";
import { createFirestoreWatches } from "./firestore-watches";
import { prepareWrite, type PlannedWrite } from "./firestore-writes";
import { parseDocumentPath } from "./paths";
import type { Store, Write, Transaction } from "./store";
import { createClosed, createReadAfterWrite } from "./store-errors";
import { createWriteMethods } from "./write-methods";
import { setTimeout as wait } from "node:timers/promises";
import { isAppError } from "@/lib/errors";
import { createSnapshot, type StoreSnapshot } from "./firestore-snapshot";
import { createConflictRetry } from "./retry-conflicts";

const checkLimitMs = 5_000;
/** Documents that one step of `deleteTree` reads and deletes. */
const deletePage = 400;

/**
 * A Firestore database in native mode, for any number of processes. It is asked nothing before the first
 * call, which may fail with `store_invalid` or `store_unavailable`; a bad key fails here (`store_invalid`).
 */
export async function openFirestoreStore(
  config: FirestoreConfig,
  random: () => number = Math.random,
): Promise<Store> {
  const client = createFirestoreClient(config);
  const reader = createReader(client);
  const transact = createTransactions(client, reader, random);
  const calls = createCalls();
  const watches = createFirestoreWatches(client, random);

  const write = (writes: Write[]) =>
    calls.run(async () => {
      const planned = writes.map(prepareWrite);
      if (planned.length > 0)
        await commitWrites(
          client,
          planned,
          planned.map(({ toProto }) => toProto(client.toName)),
        );
    });

  return {
    find: (path) => calls.run(async () => (await reader.findMany([path])).found[0] ?? null),
    findMany: (paths) => calls.run(async () => (await reader.findMany(paths)).found),
    list: (query) => calls.run(async () => (await reader.list(query)).found),
    scan: (page) => calls.run(() => reader.scan(page)),
    ...createWriteMethods((each) => write([each])),
    batch: write,
    deleteTree: (path) => calls.run(() => deleteTree(client, reader, path)),
    transaction: (work, onApplied) =>
      calls.run(async () => {
        const value = await transact(work);
        onApplied?.(value);
        return value;
      }),
    watch: watches.watch,
    watchNew: watches.watchNew,
    check: () => calls.run(async () => void (await client.get(["health/check"], { limitMs: checkLimitMs }))),
    close() {
      watches.close();
      return calls.close(() => client.close());
    },
  };
}

/** In steps, not atomic: the document itself goes last; until then calling again goes on where it stopped. */
async function deleteTree(client: FirestoreClient, reader: DocumentReader, path: string): Promise<number> {
  parseDocumentPath(path);
  let count = 0;
  for (;;) {
    const below = await reader.listBelow(path, deletePage);
    if (below.length > 0) await client.commit(below.map((each) => ({ delete: client.toName(each) })));
    count += below.length;
    if (below.length < deletePage) break;
  }
  const { documents } = await client.get([path], { ids: true });
  if (documents.length > 0) await client.commit([{ delete: client.toName(path) }]);
  return count + documents.length;
}

function createCalls() {
  const pending = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (isClosed) throw createClosed();
      const call = work();
      pending.add(call);
      return call.finally(() => pending.delete(call));
    },
    async close(disconnect: () => Promise<void>): Promise<void> {
      if (isClosed) return;
      isClosed = true;
      await Promise.allSettled(pending);
      await disconnect();
    },
  };
}

/** Before the first repetition at most; each further one waits up to three times as long. */
const firstWaitMs = 40;

type TransactionWork<T> = (tx: Transaction) => Promise<T>;

/**
 * Optimistic, as in the embedded store: reads lock nothing, and writes happen only if what was read has not
 * changed. So nobody waits for a process frozen in the middle of a transaction. `random` gives 0 to 1.
 */
function createTransactions(
  client: FirestoreClient,
  reader: DocumentReader,
  random: () => number,
): <T>(work: TransactionWork<T>) => Promise<T> {
  const retry = createConflictRetry((count) => wait(random() * firstWaitMs * 3 ** (count - 2)));

  async function attempt<T>(work: TransactionWork<T>): Promise<{ value: T } | null> {
    const snapshot = createSnapshot(client, reader);
    const writes: PlannedWrite[] = [];
    const value = await work(createTransaction(snapshot, writes));
    return (await save(snapshot, writes)) ? { value } : null;
  }

  /** `false` when somebody else was faster. Fails with what would fail without anybody else, too. */
  async function save(snapshot: StoreSnapshot, writes: PlannedWrite[]): Promise<boolean> {
    if (writes.length === 0) return true;
    try {
      return await snapshot.commitWith(writes, (protos, transaction) =>
        commitWrites(client, writes, protos, transaction),
      );
    } catch (error) {
      if (isAppError(error) && error.code === "conflict") return false;
      const isAboutExistence =
        isAppError(error) && (error.code === "not_found" || error.code === "already_exists");
      if (isAboutExistence && !(await snapshot.isCurrent())) return false;
      throw error;
    }
  }

  return (work) => retry(() => attempt(work));
}

function createTransaction(snapshot: StoreSnapshot, writes: PlannedWrite[]): Transaction {
  const checkOrder = () => {
    if (writes.length > 0) throw createReadAfterWrite();
  };
  return {
    async find(path) {
      checkOrder();
      const [document = null] = await snapshot.findMany([path]);
      return document;
    },
    async findMany(paths) {
      checkOrder();
      return snapshot.findMany(paths);
    },
    async list(query) {
      checkOrder();
      return snapshot.list(query);
    },
    ...createWriteMethods((write) => void writes.push(prepareWrite(write))),
  };
}
