import type { DatabaseSync } from "node:sqlite";
import type { DiskSync } from "./disk-sync";
import { toStoreError } from "./sqlite-errors";
import { createClosed } from "./store-errors";

export type GroupCommit = {
  /**
   * Runs `work` in the next transaction; resolves when it is on disk, at once where it gives `false` for
   * nothing written. What `work` throws undoes it alone.
   * `onApplied` hears its value as soon as others can read what was written, before it is on disk.
   */
  run<T>(work: () => T, onApplied?: (value: T) => void): Promise<T>;
  /** Commits what is waiting, takes no more, and waits for the disk. */
  close(): Promise<void>;
};

export type GroupCommitOptions = {
  /** `null` where each commit waits for the disk itself. */
  disk: DiskSync | null;
  /** Hears of failed commits, too. */
  onCommit: () => void;
};

type PendingWrite = { run: () => Applied; reject: (error: unknown) => void };
/** What is to be told once the transaction is committed, and once it is on disk. */
type Applied = { isWritten: boolean; tell: () => void; acknowledge: () => void };
type Unsynced = Pick<Applied, "acknowledge"> & Pick<PendingWrite, "reject">;

/** From one commit to the next while writes come together. A lone write is committed at its tick's end. */
const windowMs = 2;
const restPerCommit = 3;

/**
 * Concurrent writes share a commit, and those whose commits come while the disk writes share its next sync: a
 * write is acknowledged when it is on disk, and the process stands still for none of it.
 */
export function createGroupCommit(
  database: DatabaseSync,
  { disk, onCommit }: GroupCommitOptions,
): GroupCommit {
  let waiting: PendingWrite[] = [];
  let lastCommit = { at: 0, tookMs: 0, writes: 0 };
  let isClosed = false;
  const syncing = createSyncQueue(disk);

  function flush(): void {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    const begunAt = performance.now();
    const save = () => commit(database, group);
    const applied = disk === null ? save() : disk.commit(save);
    onCommit();
    const at = performance.now();
    lastCommit = { at, tookMs: at - begunAt, writes: group.length };
    for (const { isWritten, acknowledge } of applied) if (!isWritten) acknowledge();
    syncing.add(applied.filter(({ isWritten }) => isWritten));
    applied.forEach(({ tell }) => tell());
  }

  function schedule(): void {
    const { at, tookMs, writes } = lastCommit;
    const wait = writes > 1 ? at + Math.max(windowMs, restPerCommit * tookMs) - performance.now() : 0;
    if (wait > 0) setTimeout(flush, wait);
    else setImmediate(flush);
  }

  return {
    run<T>(work: () => T, onApplied?: (value: T) => void): Promise<T> {
      if (isClosed) return Promise.reject(createClosed());
      if (waiting.length === 0) schedule();
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const run = (): Applied => runAlone(database, work, { resolve, reject, onApplied });
      waiting.push({ run, reject });
      return promise;
    },
    async close() {
      isClosed = true;
      flush();
      await syncing.idle();
    },
  };
}

/** One sync at a time, for all that was committed before it began. */
function createSyncQueue(disk: DiskSync | null) {
  let unsynced: Unsynced[] = [];
  let running: Promise<void> | null = null;

  async function run(by: DiskSync): Promise<void> {
    while (unsynced.length > 0) {
      const group = unsynced;
      unsynced = [];
      await by.sync().then(
        () => group.forEach(({ acknowledge }) => acknowledge()),
        (error: unknown) => group.forEach(({ reject }) => reject(error)),
      );
    }
    running = null;
  }

  return {
    add(applied: Unsynced[]): void {
      if (disk === null) return applied.forEach(({ acknowledge }) => acknowledge());
      unsynced.push(...applied);
      if (unsynced.length > 0) running ??= run(disk);
    },
    idle: async (): Promise<void> => running ?? undefined,
  };
}

function commit(database: DatabaseSync, group: PendingWrite[]): (Applied & Unsynced)[] {
  try {
    database.exec("BEGIN IMMEDIATE");
    const applied = group.map(({ run, reject }) => ({ ...run(), reject }));
    database.exec("COMMIT");
    return applied;
  } catch (error) {
    rollBack(database);
    for (const entry of group) entry.reject(toStoreError(error));
    return [];
  }
}

type Settling<T> = {
  resolve: (value: T) => void;
  reject: (error: unknown) => void;
  onApplied: ((value: T) => void) | undefined;
};

function runAlone<T>(
  database: DatabaseSync,
  work: () => T,
  { resolve, reject, onApplied }: Settling<T>,
): Applied {
  database.exec("SAVEPOINT entry");
  try {
    const value = work();
    database.exec("RELEASE entry");
    const tell = () => {
      try {
        onApplied?.(value);
      } catch (error) {
        reject(error);
      }
    };
    return { isWritten: value !== false, tell, acknowledge: () => resolve(value) };
  } catch (error) {
    undoEntry(database, error);
    return { isWritten: false, tell: () => undefined, acknowledge: () => reject(toStoreError(error)) };
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
