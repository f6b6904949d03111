import { type CheckedWrite, checkWrite } from "./check-write";
import { createTogether, type DraftWork } from "./commit-together";
import type { Documents } from "./documents";
import type { GroupCommit } from "./group-commit";
import { toFingerprint } from "./page";
import { createConflictRetry } from "./retry-conflicts";
import type { Page, Query, Store, StoredDocument, Transaction } from "./store";
import { createReadAfterWrite } from "./store-errors";
import { createWriteMethods } from "./write-methods";

type TransactionWork<T> = (tx: Transaction) => Promise<T>;
type OnApplied<T> = ((value: T) => void) | undefined;
/** Runs a read of the documents and says what goes wrong in the store's words. */
type RunRead = <T>(work: () => T) => Promise<T>;

/**
 * Optimistic: reads lock nothing, and the writes happen only if what was read has not changed. Those that
 * lost are tried together, and then alone, one after the other.
 */
export function createTransactions(
  documents: Documents,
  commits: GroupCommit,
  read: RunRead,
  now: () => number,
): Store["transaction"] {
  const retry = createConflictRetry(() => Promise.resolve(), { beforeTurns: 2 });
  const together = createTogether(documents, commits, now);

  async function attempt<T>(work: TransactionWork<T>, onApplied: OnApplied<T>): Promise<{ value: T } | null> {
    const { tx, writes, isCurrent } = createTransaction(documents, read);
    const value = await work(tx);
    const save = () => {
      if (!isCurrent(documents)) return false;
      writes.forEach(documents.apply);
      return true;
    };
    const isCommitted = await commits.run(save, (isSaved) => isSaved && onApplied?.(value));
    return isCommitted ? { value } : null;
  }

  function attemptTogether<T>(
    work: TransactionWork<T>,
    onApplied: OnApplied<T>,
  ): Promise<{ value: T } | null> {
    const draw: DraftWork<T> = async (draft) => {
      const { tx, writes } = createTransaction(draft, read);
      return { value: await work(tx), writes };
    };
    return together.run(draw, onApplied);
  }

  return (work, onApplied) =>
    retry((count) =>
      count === 2 || (count === 1 && together.isRunning())
        ? attemptTogether(work, onApplied)
        : attempt(work, onApplied),
    );
}

type OpenTransaction = {
  tx: Transaction;
  writes: CheckedWrite[];
  /** Whether all that was read is still stored as it was. */
  isCurrent: (stored: Documents) => boolean;
};

function createTransaction(documents: Pick<Documents, "find" | "list">, read: RunRead): OpenTransaction {
  const checks: ((stored: Documents) => boolean)[] = [];
  const writes: CheckedWrite[] = [];

  function readDocument(path: string): StoredDocument | null {
    refuseReadAfterWrite(writes);
    const document = documents.find(path);
    checks.push((stored) => stored.findVersion(path) === document?.version);
    return document;
  }

  function readPage(query: Query): Page {
    refuseReadAfterWrite(writes);
    const page = documents.list(query);
    checks.push((stored) => toFingerprint(stored.list(query)) === toFingerprint(page));
    return page;
  }

  const tx: Transaction = {
    find: (path) => read(() => readDocument(path)),
    findMany: (paths) => read(() => paths.map(readDocument)),
    list: (query) => read(() => readPage(query)),
    ...createWriteMethods((write) => void writes.push(checkWrite(write))),
  };
  return { tx, writes, isCurrent: (stored) => checks.every((check) => check(stored)) };
}

function refuseReadAfterWrite(writes: CheckedWrite[]): void {
  if (writes.length > 0) throw createReadAfterWrite();
}
