import type { DatabaseSync } from "node:sqlite";
import { toStoreError } from "./sqlite-errors";
import { createClosed } from "./store-errors";

export type GroupCommit = {
  /** Runs `work` in the next transaction; resolves when it is on disk. What `work` throws undoes it alone. */
  run<T>(work: () => T): Promise<T>;
  /** Commits what is waiting and takes no more. */
  close(): void;
};

type PendingWrite = { run: () => Acknowledge; reject: (error: unknown) => void };
type Acknowledge = () => void;

/**
 * From one commit to the next while writes come together, at least, and in lengths of the last commit: the
 * process stands still while the disk writes. A lone write is committed at its tick's end.
 */
const windowMs = 2;
const restPerCommit = 3;

/** A commit waits for the disk, so concurrent writes share one. `onCommit` hears of failed ones, too. */
export function createGroupCommit(database: DatabaseSync, onCommit: () => void): GroupCommit {
  let waiting: PendingWrite[] = [];
  let lastCommit = { at: 0, tookMs: 0, writes: 0 };
  let isClosed = false;

  function flush(): void {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    const begunAt = performance.now();
    commit(database, group);
    onCommit();
    const at = performance.now();
    lastCommit = { at, tookMs: at - begunAt, writes: group.length };
  }

  function schedule(): void {
    const { at, tookMs, writes } = lastCommit;
    const wait = writes > 1 ? at + Math.max(windowMs, restPerCommit * tookMs) - performance.now() : 0;
    if (wait > 0) setTimeout(flush, wait);
    else setImmediate(flush);
  }

  return {
    run<T>(work: () => T): Promise<T> {
      if (isClosed) return Promise.reject(createClosed());
      if (waiting.length === 0) schedule();
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const run = (): Acknowledge => runAlone(database, work, resolve, reject);
      waiting.push({ run, reject });
      return promise;
    },
    close() {
      isClosed = true;
      flush();
    },
  };
}

function commit(database: DatabaseSync, group: PendingWrite[]): void {
  try {
    database.exec("BEGIN IMMEDIATE");
    const acknowledgements = group.map((entry) => entry.run());
    database.exec("COMMIT");
    for (const acknowledge of acknowledgements) acknowledge();
  } catch (error) {
    rollBack(database);
    for (const entry of group) entry.reject(toStoreError(error));
  }
}

function runAlone<T>(
  database: DatabaseSync,
  work: () => T,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): Acknowledge {
  database.exec("SAVEPOINT entry");
  try {
    const value = work();
    database.exec("RELEASE entry");
    return () => resolve(value);
  } catch (error) {
    undoEntry(database, error);
    return () => reject(toStoreError(error));
  }
}

function undoEntry(database: DatabaseSync, reason: unknown): void {
  try {
    database.exec("ROLLBACK TO entry; RELEASE entry");
  } catch {
    // After a full disk or failed read SQLite may have undone the whole transaction: no write is saved then.
    throw reason;
  }
}

function rollBack(database: DatabaseSync): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // SQLite has rolled back by itself; there is nothing left to undo.
  }
}
