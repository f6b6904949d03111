import type { ListQuery, Page, Query, Store, Transaction, Write } from "@/lib/store/store";
import { createWriteMethods } from "@/lib/store/write-methods";

/** What one call of a store costs in documents, as Firestore bills it. `collection` is the path without ids: `users/conversations`. */
export type StoreCall = {
  kind: "find" | "list" | "write" | "deleteTree";
  collection: string;
  inTransaction: boolean;
  reads: number;
  writes: number;
  deletes: number;
};

export type BilledStore = Store & {
  /** What was called since the last time, once everything that has begun is over. */
  take(): Promise<StoreCall[]>;
};

/**
 * Counts what a store is asked for by the rules of Firestore's bill and of our driver for it: an absent document and an empty list
 * cost a read, a list reads one document more to know whether a page follows, and a transaction reads again at its end
 * what it has read and does not write.
 */
export function createBilledStore(store: Store): BilledStore {
  const pending = new Set<Promise<unknown>>();
  let calls: StoreCall[] = [];

  async function count<T>(work: Promise<T>, toCalls: (result: T) => StoreCall[]): Promise<T> {
    const counted = work.then((result) => {
      calls.push(...toCalls(result));
      return result;
    });
    pending.add(counted);
    return counted.finally(() => pending.delete(counted));
  }

  const write = (writes: Write[]) => count(store.batch(writes), () => writes.map(toWriteCall));
  return {
    find: (path) => count(store.find(path), () => [toFindCall(path)]),
    findMany: (paths) => count(store.findMany(paths), () => [...new Set(paths)].map(toFindCall)),
    list: (query) => count(store.list(query), (page) => [toListCall(query, page)]),
    scan: (page) =>
      count(store.scan(page), ({ documents }) => [
        toCall("list", "", { reads: Math.max(1, documents.length) }),
      ]),
    ...createWriteMethods((each) => write([each])),
    batch: write,
    // What lies below is listed to be deleted; the document itself is looked for.
    deleteTree: (path) =>
      count(store.deleteTree(path), (deletes) => [
        toCall("deleteTree", toCollection(path), { reads: Math.max(2, deletes), deletes }),
      ]),
    transaction: (work) => runTransaction(store, work, (made) => calls.push(...made), count),
    watch: (path, onChange) =>
      store.watch(path, (document) => (calls.push(toFindCall(path)), onChange(document))),
    watchNew: (collection, after, onDocuments) =>
      store.watchNew(collection, after, (documents) => {
        calls.push(toListCall({ collection, limit: documents.length }, { documents, cursor: null }));
        onDocuments(documents);
      }),
    check: () => count(store.check(), () => [toCall("find", "health", { reads: 1 })]),
    close: () => store.close(),
    async take() {
      while (pending.size > 0) await Promise.allSettled(pending);
      const taken = calls;
      calls = [];
      return taken;
    },
  };
}

export function sumCalls(calls: StoreCall[]): Pick<StoreCall, "reads" | "writes" | "deletes"> {
  const sum = (field: "reads" | "writes" | "deletes") =>
    calls.reduce((total, call) => total + call[field], 0);
  return { reads: sum("reads"), writes: sum("writes"), deletes: sum("deletes") };
}

type Count = <T>(work: Promise<T>, toCalls: (result: T) => StoreCall[]) => Promise<T>;

/** Reads count at every attempt, writes and the second reading only when it succeeds. */
function runTransaction<T>(
  store: Store,
  work: (tx: Transaction) => Promise<T>,
  add: (calls: StoreCall[]) => void,
  count: Count,
): Promise<T> {
  let last: Attempt = { found: [], listed: [], writes: [] };
  const run = store.transaction((tx) => {
    last = { found: [], listed: [], writes: [] };
    return work(watchTransaction(tx, last, add));
  });
  return count(run, () => [...last.writes.map(toWriteCall), ...toSecondReads(last)].map(inside));
}

type Attempt = { found: string[]; listed: { query: Query; page: Page }[]; writes: Write[] };

function watchTransaction(tx: Transaction, attempt: Attempt, add: (calls: StoreCall[]) => void): Transaction {
  const { found, listed, writes } = attempt;
  const note = (paths: string[]) => {
    found.push(...paths);
    add([...new Set(paths)].map((path) => inside(toFindCall(path))));
  };
  return {
    async find(path) {
      note([path]);
      return tx.find(path);
    },
    async findMany(paths) {
      note(paths);
      return tx.findMany(paths);
    },
    async list(query) {
      const page = await tx.list(query);
      listed.push({ query, page });
      add([inside(toListCall(query, page))]);
      return page;
    },
    set: (path, data) => (writes.push({ kind: "set", path, data }), tx.set(path, data)),
    create: (path, data) => (writes.push({ kind: "create", path, data }), tx.create(path, data)),
    update: (path, patch) => (writes.push({ kind: "update", path, patch }), tx.update(path, patch)),
    merge: (path, patch) => (writes.push({ kind: "merge", path, patch }), tx.merge(path, patch)),
    delete: (path) => (writes.push({ kind: "delete", path }), tx.delete(path)),
  };
}

function toSecondReads({ found, listed, writes }: Attempt): StoreCall[] {
  if (writes.length === 0) return [];
  const written = new Set(writes.map(({ path }) => path));
  const unwritten = [...new Set(found)].filter((path) => !written.has(path));
  return [...unwritten.map(toFindCall), ...listed.map(({ query, page }) => toListCall(query, page))];
}

function inside(call: StoreCall): StoreCall {
  return { ...call, inTransaction: true };
}

function toFindCall(path: string): StoreCall {
  return toCall("find", toCollection(path), { reads: 1 });
}

/** For the beginning of a word it counts the most that may be looked through. */
function toListCall({ collection, beginning, limit }: ListQuery, { documents, cursor }: Page): StoreCall {
  const reads =
    beginning === undefined ? Math.max(1, documents.length + (cursor === null ? 0 : 1)) : limit + 1;
  return toCall("list", toCollection(`${collection}/*`), { reads });
}

function toWriteCall({ kind, path }: Write): StoreCall {
  return toCall("write", toCollection(path), kind === "delete" ? { deletes: 1 } : { writes: 1 });
}

function toCall(kind: StoreCall["kind"], collection: string, counts: Partial<StoreCall>): StoreCall {
  return { kind, collection, inTransaction: false, reads: 0, writes: 0, deletes: 0, ...counts };
}

function toCollection(documentPath: string): string {
  return documentPath
    .split("/")
    .filter((_segment, place) => place % 2 === 0)
    .join("/");
}
