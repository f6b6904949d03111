import type { Transaction, Write } from "./store";

type WriteMethods<RESULT> = { [KIND in Write["kind"]]: (...args: Parameters<Transaction[KIND]>) => RESULT };

/** The methods of a store or a transaction that write one document each, over one that takes any write. */
export function createWriteMethods<RESULT>(write: (write: Write) => RESULT): WriteMethods<RESULT> {
  return {
    set: (path, data) => write({ kind: "set", path, data }),
    create: (path, data) => write({ kind: "create", path, data }),
    update: (path, patch) => write({ kind: "update", path, patch }),
    merge: (path, patch) => write({ kind: "merge", path, patch }),
    delete: (path) => write({ kind: "delete", path }),
  };
}
