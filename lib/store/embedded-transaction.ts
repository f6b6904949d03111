import { AppError } from "@/lib/errors";
import { type CheckedWrite, checkWrite } from "./check-write";
import type { Documents } from "./documents";
import type { GroupCommit } from "./group-commit";
import type { Page, Query, StoredDocument, Transaction } from "./store";
import { createTurns } from "./turns";

const maxAttempts = 5;

type Work<T> = (tx: Transaction) => Promise<T>;
/** Runs a read of the documents and says what goes wrong in the store's words. */
type Read = <T>(work: () => T) => Promise<T>;

/** Optimistic: the first attempts run side by side; those that met a conflict try again one after the other. */
export function createTransactions(documents: Documents, commits: GroupCommit, read: Read): <T>(work: Work<T>) => Promise<T> {
  const inTurn = createTurns();

  async function attempt<T>(work: Work<T>): Promise<{ value: T } | null> {
    const { tx, writes, isCurrent } = createTransaction(documents, read);
    const value = await work(tx);
    const isCommitted = await commits.run(() => {
      if (!isCurrent()) return false;
      writes.forEach(documents.apply);
      return true;
    });
    return isCommitted ? { value } : null;
  }

  return async (work) => {
    const first = await attempt(work);
    if (first) return first.value;
    return inTurn(async () => {
      for (let count = 2; count <= maxAttempts; count += 1) {
        const done = await attempt(work);
        if (done) return done.value;
      }
      throw new AppError("conflict", "Somebody else changed this at the same time. Try again.");
    });
  };
}

type OpenTransaction = { tx: Transaction; writes: CheckedWrite[]; isCurrent: () => boolean };

function createTransaction(documents: Documents, read: Read): OpenTransaction {
  const checks: (() => boolean)[] = [];
  const writes: CheckedWrite[] = [];

  function readDocument(path: string): StoredDocument | null {
    refuseReadAfterWrite(writes);
    const document = documents.find(path);
    checks.push(() => documents.find(path)?.version === document?.version);
    return document;
  }

  function readPage(query: Query): Page {
    refuseReadAfterWrite(writes);
    const page = documents.list(query);
    checks.push(() => toFingerprint(documents.list(query)) === toFingerprint(page));
    return page;
  }

  const tx: Transaction = {
    find: (path) => read(() => readDocument(path)),
    findMany: (paths) => read(() => paths.map(readDocument)),
    list: (query) => read(() => readPage(query)),
    set: (path, data) => void writes.push(checkWrite({ kind: "set", path, data })),
    create: (path, data) => void writes.push(checkWrite({ kind: "create", path, data })),
    update: (path, patch) => void writes.push(checkWrite({ kind: "update", path, patch })),
    merge: (path, patch) => void writes.push(checkWrite({ kind: "merge", path, patch })),
    delete: (path) => void writes.push(checkWrite({ kind: "delete", path })),
  };
  return { tx, writes, isCurrent: () => checks.every((check) => check()) };
}

function refuseReadAfterWrite(writes: CheckedWrite[]): void {
  if (writes.length > 0) throw new AppError("internal", "A transaction reads before it writes.");
}

function toFingerprint({ documents }: Page): string {
  return documents.map(({ path, version }) => `${path} ${version}`).join("\n");
}
