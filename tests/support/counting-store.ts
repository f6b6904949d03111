import type { Page, Store, Transaction } from "@/lib/store/store";

export type CountingStore = Store & {
  /** What was read and written since the last reset, as Firestore bills it. */
  counts(): { reads: number; writes: number };
  /** The documents and collections behind the counts, as `read users/u1`, in order. */
  entries(): readonly string[];
  reset(): void;
};

/**
 * Counts as Firestore bills: each document that is returned or missing is a read, a query at least one; each document written or
 * deleted is a write, every attempt of a transaction counted. What a transaction read and does not write, or listed, is read a second
 * time at its end, as the Firestore driver does. A page reads one document more than it gives when another follows.
 */
export function createCountingStore(store: Store): CountingStore {
  let entries: string[] = [];
  const read = (...names: string[]) => void entries.push(...names.map((name) => `read ${name}`));
  const write = (...names: string[]) => void entries.push(...names.map((name) => `write ${name}`));

  async function countPage(collection: string, pending: Promise<Page>): Promise<Page> {
    const page = await pending;
    read(...toPageReads(collection, page));
    return page;
  }

  return {
    ...store,
    find: (path) => (read(path), store.find(path)),
    findMany: (paths) => (read(...new Set(paths)), store.findMany(paths)),
    list: (query) => countPage(query.collection, store.list(query)),
    scan: (page) => countPage("(all)", store.scan(page)),
    set: (path, data) => (write(path), store.set(path, data)),
    create: (path, data) => (write(path), store.create(path, data)),
    update: (path, patch) => (write(path), store.update(path, patch)),
    merge: (path, patch) => (write(path), store.merge(path, patch)),
    delete: (path) => (write(path), store.delete(path)),
    batch: (writes) => (write(...writes.map(({ path }) => path)), store.batch(writes)),
    async deleteTree(path) {
      const count = await store.deleteTree(path);
      // What is found is read and deleted; the document itself is looked for once, and so is the end of what lies below.
      read(...Array.from({ length: count + 1 }, () => `${path}/…`));
      write(...Array.from({ length: count }, () => `${path}/…`));
      return count;
    },
    transaction: (work) =>
      store.transaction(async (tx) => {
        const attempt = createAttempt(tx);
        const value = await work(attempt.tx);
        read(...attempt.reads, ...(attempt.writes.length > 0 ? attempt.listSecondReads() : []));
        write(...attempt.writes);
        return value;
      }),
    counts: () => ({ reads: countOf(entries, "read "), writes: countOf(entries, "write ") }),
    entries: () => entries,
    reset: () => void (entries = []),
  };
}

type Attempt = { tx: Transaction; reads: string[]; writes: string[]; listSecondReads(): string[] };

function createAttempt(tx: Transaction): Attempt {
  const reads: string[] = [];
  const writes: string[] = [];
  const found = new Set<string>();
  const listed: string[] = [];
  const note = (paths: string[]) => {
    reads.push(...new Set(paths));
    for (const path of paths) found.add(path);
  };
  const counting: Transaction = {
    find: (path) => (note([path]), tx.find(path)),
    findMany: (paths) => (note(paths), tx.findMany(paths)),
    async list(query) {
      const page = await tx.list(query);
      const names = toPageReads(query.collection, page);
      reads.push(...names);
      listed.push(...names);
      return page;
    },
    set: (path, data) => (writes.push(path), tx.set(path, data)),
    create: (path, data) => (writes.push(path), tx.create(path, data)),
    update: (path, patch) => (writes.push(path), tx.update(path, patch)),
    merge: (path, patch) => (writes.push(path), tx.merge(path, patch)),
    delete: (path) => (writes.push(path), tx.delete(path)),
  };
  return { tx: counting, reads, writes, listSecondReads: () => [...listed, ...[...found].filter((path) => !writes.includes(path))] };
}

function toPageReads(collection: string, page: Page): string[] {
  const more = page.cursor === null ? [] : [`${collection}/…`];
  const names = [...page.documents.map(({ path }) => path), ...more];
  return names.length > 0 ? names : [`${collection} (nothing)`];
}

function countOf(entries: readonly string[], kind: string): number {
  return entries.filter((entry) => entry.startsWith(kind)).length;
}
