import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";

/**
 * A store and blobs as a process sees them that is killed after so many writes: what it asks for from then on
 * is never done and never answered. `died` resolves with the first such call.
 */
export function killAfterWrites(store: Store, blobs: BlobStore, writes: number) {
  let left = writes;
  const { promise: died, resolve: tellDeath } = Promise.withResolvers<"died">();
  function write<T>(act: () => Promise<T>): Promise<T> {
    left -= 1;
    return left >= 0 ? act() : silence();
  }
  const read = <T>(act: () => Promise<T>): Promise<T> => (left >= 0 ? act() : silence());
  function silence(): Promise<never> {
    tellDeath("died");
    return new Promise(() => undefined);
  }
  const dying: Store = {
    ...store,
    find: (path) => read(() => store.find(path)),
    findMany: (paths) => read(() => store.findMany(paths)),
    list: (query) => read(() => store.list(query)),
    set: (path, data) => write(() => store.set(path, data)),
    create: (path, data) => write(() => store.create(path, data)),
    update: (path, patch) => write(() => store.update(path, patch)),
    merge: (path, patch) => write(() => store.merge(path, patch)),
    delete: (path) => write(() => store.delete(path)),
    deleteTree: (path) => write(() => store.deleteTree(path)),
    batch: (all) => write(() => store.batch(all)),
    transaction: (work) => write(() => store.transaction(work)),
  };
  const dyingBlobs: BlobStore = {
    ...blobs,
    find: (path) => read(() => blobs.find(path)),
    put: (path, bytes, options) => write(() => blobs.put(path, bytes, options)),
    delete: (path) => write(() => blobs.delete(path)),
    deleteTree: (prefix) => write(() => blobs.deleteTree(prefix)),
  };
  return { store: dying, blobs: dyingBlobs, died };
}
