import { close, fdatasync, fstatSync, openSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { findErrorCode } from "@/lib/errors";
import { toStoreError } from "./sqlite-errors";
import { createDiskFull, createUnavailable } from "./store-errors";

export type DiskSync = {
  /** Commits without waiting for the disk. */
  commit<T>(work: () => T): T;
  /** Resolves when all that was committed before is on disk. Rejects with `store_unavailable`. */
  sync(): Promise<void>;
  close(): void;
};

/** The journal is copied by its own thread; a commit does it only where that cannot keep up. */
export const mostJournalPages = 20_000;

/** Writes what the system holds of an open file to the disk, beside the main thread. */
export type SyncFile = (fd: number) => Promise<void>;

/**
 * From here on a commit leaves its pages to the system, and `sync` brings them to the disk. `null` where the
 * journal cannot be opened: then each commit waits for the disk itself.
 */
export function openDiskSync(
  database: DatabaseSync,
  file: string,
  syncFile: SyncFile = promisify(fdatasync),
): DiskSync | null {
  let fd: number;
  try {
    fd = openSync(`${file}-wal`, "r+");
  } catch {
    return null;
  }
  database.exec("PRAGMA synchronous = NORMAL");
  let isDoubtful = false;

  return {
    commit(work) {
      // SQLite syncs the head of a journal that begins anew before it writes over old entries. An empty file
      // has none: the first commit after a quiet moment need not wait either. Nothing is copied then, as that
      // would not be synced.
      if (fstatSync(fd).size > 0) return work();
      database.exec("PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0");
      try {
        return work();
      } finally {
        database.exec(`PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${mostJournalPages}`);
      }
    },
    async sync() {
      try {
        // What a failed sync did not write is not written by the next: only the whole journal is safe again.
        if (isDoubtful) emptyJournal(database);
        else await syncFile(fd);
        isDoubtful = false;
      } catch (error) {
        isDoubtful = true;
        throw findErrorCode(error) === "ENOSPC" ? createDiskFull(error) : toSyncError(error);
      }
    },
    close: () => close(fd),
  };
}

function toSyncError(error: unknown): unknown {
  const known = toStoreError(error);
  return known === error ? createUnavailable(error) : known;
}

/** Copies the journal into the database and syncs both. Throws when another program reads just now. */
export function emptyJournal(database: DatabaseSync): void {
  if (database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] !== 0)
    throw createUnavailable(new Error("The journal is in use by another program."));
}
