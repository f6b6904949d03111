import { createFirestoreClient, type FirestoreClient } from "./firestore-client";
import { commitWrites } from "./firestore-commit";
import type { FirestoreConfig } from "./firestore-config";
import { createReader, type Reader } from "./firestore-documents";
import { createTransactions } from "./firestore-transaction";
import { createFirestoreWatches } from "./firestore-watches";
import { planWrite } from "./firestore-writes";
import { parseDocumentPath } from "./paths";
import type { Store, Write } from "./store";
import { createClosed } from "./store-errors";
import { createWriteMethods } from "./write-methods";

const checkLimitMs = 5_000;
/** Documents that one step of `deleteTree` reads and deletes. */
const deletePage = 400;

/**
 * A Firestore database in native mode, of any number of processes. Nothing is asked of it before the first call, which may
 * fail with `store_invalid` or `store_unavailable`; a key that is none fails here, with `store_invalid`.
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
      const planned = writes.map(planWrite);
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
    transaction: (work) => calls.run(() => transact(work)),
    watch: watches.watch,
    watchNew: watches.watchNew,
    check: () => calls.run(async () => void (await client.get(["health/check"], { limitMs: checkLimitMs }))),
    close() {
      watches.close();
      return calls.close(() => client.close());
    },
  };
}

/** In steps, so not all or nothing: the document itself goes last, and until then calling again goes on where this stopped. */
async function deleteTree(client: FirestoreClient, reader: Reader, path: string): Promise<number> {
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
