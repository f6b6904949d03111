import { AppError } from "@/lib/errors";
import type { Store, Transaction } from "@/lib/store/store";

/** `before`: nothing reaches the store. `after`: it is done, but nobody hears of it, as when a connection breaks. */
type Away = "before" | "after";
/** What is asked of the store: the name of the call, and the paths that it names. */
export type Call = { name: keyof Store; paths: string[] };

export type StoreSwitch = {
  wrap: (store: Store) => Store;
  /** From now on calls that match fail with `store_unavailable`. */
  cut: (matches?: (call: Call) => boolean, how?: Away) => void;
  /** Everything works again. */
  restore: () => void;
  /** How many calls have failed since the last cut. */
  countFailures: () => number;
};

/** A real store behind a switch. While anything of it is cut, watches tell nothing; they make up for it afterwards. */
export function createStoreSwitch(): StoreSwitch {
  let failing: { matches: (call: Call) => boolean; how: Away } | null = null;
  let failures = 0;
  const untold: (() => void)[] = [];

  const tell = (news: () => void) => (failing === null ? news() : void untold.push(news));
  function fail(call: Call, how: Away): void {
    if (failing?.how !== how || !failing.matches(call)) return;
    failures += 1;
    throw new AppError("store_unavailable", "The storage does not answer.");
  }
  async function guard<T>(call: Call, work: () => Promise<T>): Promise<T> {
    fail(call, "before");
    const result = await work();
    fail(call, "after");
    return result;
  }

  return {
    cut: (matches = () => true, how = "before") => {
      failures = 0;
      failing = { matches, how };
    },
    restore() {
      failing = null;
      for (const news of untold.splice(0)) news();
    },
    countFailures: () => failures,
    wrap: (store) => ({
      ...store,
      find: (path) => guard({ name: "find", paths: [path] }, () => store.find(path)),
      findMany: (paths) => guard({ name: "findMany", paths }, () => store.findMany(paths)),
      set: (path, data) => guard({ name: "set", paths: [path] }, () => store.set(path, data)),
      create: (path, data) => guard({ name: "create", paths: [path] }, () => store.create(path, data)),
      update: (path, patch) => guard({ name: "update", paths: [path] }, () => store.update(path, patch)),
      merge: (path, patch) => guard({ name: "merge", paths: [path] }, () => store.merge(path, patch)),
      delete: (path) => guard({ name: "delete", paths: [path] }, () => store.delete(path)),
      deleteTree: (path) => guard({ name: "deleteTree", paths: [path] }, () => store.deleteTree(path)),
      list: (query) => guard({ name: "list", paths: [query.collection] }, () => store.list(query)),
      batch: (writes) =>
        guard({ name: "batch", paths: writes.map(({ path }) => path) }, () => store.batch(writes)),
      watch: (path, onChange) => store.watch(path, (document) => tell(() => onChange(document))),
      watchNew: (collection, after, onDocuments) =>
        store.watchNew(collection, after, (documents) => tell(() => onDocuments(documents))),
      async transaction(work) {
        const call: Call = { name: "transaction", paths: [] };
        const result = await store.transaction(async (tx) => {
          call.paths = [];
          const done = await work(noteWrites(tx, call.paths));
          fail(call, "before");
          return done;
        });
        fail(call, "after");
        return result;
      },
    }),
  };
}

function noteWrites(tx: Transaction, paths: string[]): Transaction {
  const note = (path: string) => void paths.push(path);
  return {
    find: (path) => tx.find(path),
    findMany: (all) => tx.findMany(all),
    list: (query) => tx.list(query),
    set: (path, data) => (note(path), tx.set(path, data)),
    create: (path, data) => (note(path), tx.create(path, data)),
    update: (path, patch) => (note(path), tx.update(path, patch)),
    merge: (path, patch) => (note(path), tx.merge(path, patch)),
    delete: (path) => (note(path), tx.delete(path)),
  };
}
