import type { DocumentData, Store } from "@/lib/store/store";

const logBatch = /^running\/[^/]+\/log\//;

/** A store that answers at once to what is added to a run's log, and keeps nothing of it. */
export function createUnloggedStore(store: Store): Store {
  return {
    ...store,
    create: (path, data) => (logBatch.test(path) ? Promise.resolve() : store.create(path, data)),
  };
}

/** A store that tells how much is added to the logs of runs. */
export function createCountedStore(store: Store, onLogged: (bytes: number) => void): Store {
  const count = (path: string, data: DocumentData) => {
    if (logBatch.test(path)) onLogged(Buffer.byteLength(JSON.stringify(data)));
  };
  return {
    ...store,
    async create(path, data) {
      count(path, data);
      await store.create(path, data);
    },
  };
}
