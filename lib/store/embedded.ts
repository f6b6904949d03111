import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { AppError } from "@/lib/errors";
import { checkWrite } from "./check-write";
import { createDocuments } from "./documents";
import { createEmbeddedWatches } from "./embedded-watches";
import { createTransactions } from "./embedded-transaction";
import { closeToOthers, type FolderLock, lockFolder } from "./folder-lock";
import { emptyJournal, mostJournalPages, openDiskSync, type DiskSync, type SyncFile } from "./disk-sync";
import { createGroupCommit } from "./group-commit";
import { busyMs, createJournal, type Journal } from "./journal";
import { parseDocumentPath } from "./paths";
import { migrate, readNumber } from "./schema";
import { toOpenError, toStoreError } from "./sqlite-errors";
import type { Store, Write } from "./store";
import { createClosed } from "./store-errors";
import { syncFolder } from "./sync-folder";
import { createWriteMethods } from "./write-methods";

export type EmbeddedStore = Store & {
  /** The settings of the open database; with `synchronous` 1 (NORMAL) each commit is synced by itself. */
  describe(): { file: string; journalMode: string; synchronous: number; schema: number };
};

export type EmbeddedOptions = {
  dataDir: string;
  /** In milliseconds. */
  now?: () => number;
  /** What was deleted leaves the journal after so long without a write, at the latest so long after it. */
  quietMs?: number;
  latestMs?: number;
  /** How an open file is written to the disk. */
  syncFile?: SyncFile;
};

/**
 * Opens `sextant.db` in `dataDir`, which belongs to this process until `close`. A write is acknowledged when
 * it is on disk. Fails with `store_invalid`, saying what is wrong and what to do.
 */
export async function openEmbeddedStore({
  dataDir,
  now = Date.now,
  quietMs = 2_000,
  latestMs = 60_000,
  syncFile,
}: EmbeddedOptions): Promise<EmbeddedStore> {
  const Database = await loadSqlite();
  makeFolder(dataDir);
  const lock = lockFolder(Database, dataDir);
  try {
    const file = join(/* turbopackIgnore: true */ dataDir, "sextant.db");
    const database = openDatabase(Database, file);
    const disk = openDiskSync(database, file, syncFile);
    await syncFolder(dataDir);
    const journal = createJournal(file, () => emptyJournal(database), { quietMs, latestMs });
    return createEmbeddedStore({ database, file, lock, now, journal, disk });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Deleted between two requests of others: an index forgets some hundred words of a turn in some 8 ms. */
const slowAtOnce = 10;

type Parts = {
  database: DatabaseSync;
  file: string;
  lock: FolderLock;
  now: () => number;
  journal: Journal;
  disk: DiskSync | null;
};

function createEmbeddedStore({ database, file, lock, now, journal, disk }: Parts): EmbeddedStore {
  const stored = createDocuments(database, createVersions(now), now);
  const watches = createEmbeddedWatches(stored);
  const documents = watches.toWatched(stored);
  const commits = createGroupCommit(database, { disk, onCommit: journal.note });
  let isClosed = false;
  // A process that was killed has left its own.
  journal.note();

  async function read<T>(work: () => T): Promise<T> {
    if (isClosed) throw createClosed();
    try {
      return work();
    } catch (error) {
      throw toStoreError(error);
    }
  }

  const transact = createTransactions(documents, commits, read, now);

  async function write(writes: Write[]): Promise<void> {
    const checked = writes.map(checkWrite);
    await commits.run(() => checked.forEach(documents.apply));
  }

  return {
    find: (path) => read(() => documents.find(path)),
    findMany: (paths) => read(() => paths.map(documents.find)),
    list: (query) => read(() => documents.list(query)),
    scan: (page) => read(() => documents.scan(page)),
    ...createWriteMethods((each) => write([each])),
    batch: write,
    // In steps where much is indexed, so not all or nothing.
    async deleteTree(path) {
      parseDocumentPath(path);
      for (let count = 0; ; count += slowAtOnce) {
        const slow = documents.listSlow(path, slowAtOnce);
        if (slow.length < slowAtOnce) return count + (await commits.run(() => documents.deleteTree(path)));
        await write(slow.map((each) => ({ kind: "delete", path: each })));
      }
    },
    transaction: transact,
    watch: watches.watch,
    watchNew: watches.watchNew,
    check: () => read(() => void readNumber(database, "SELECT count(*) FROM sqlite_schema")),
    async close() {
      if (isClosed) return;
      isClosed = true;
      watches.close();
      await commits.close();
      await journal.close();
      database.close();
      disk?.close();
      lock.release();
    },
    describe: () => ({ file, ...readSettings(database) }),
  };
}

async function loadSqlite(): Promise<typeof DatabaseSync> {
  try {
    return (await import("node:sqlite")).DatabaseSync;
  } catch (error) {
    throw new AppError("store_invalid", "The embedded storage needs Node 22.13 or newer.", { cause: error });
  }
}

function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new AppError("store_invalid", `${dataDir} cannot be made. Use another DATA_DIR.`, { cause: error });
  }
}

function openDatabase(Database: typeof DatabaseSync, file: string): DatabaseSync {
  let database: DatabaseSync | null = null;
  try {
    database = new Database(file);
    closeToOthers(file);
    database.exec(
      `PRAGMA busy_timeout = ${busyMs}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = ${mostJournalPages}`,
    );
    migrate(database);
    return database;
  } catch (error) {
    database?.close();
    throw toOpenError(error, file);
  }
}

function readSettings(database: DatabaseSync): { journalMode: string; synchronous: number; schema: number } {
  return {
    journalMode: String(database.prepare("PRAGMA journal_mode").get()?.["journal_mode"]),
    synchronous: readNumber(database, "PRAGMA synchronous"),
    schema: readNumber(database, "PRAGMA user_version"),
  };
}

// Microseconds since 1970, always more than the last: a document made again never repeats a version.
function createVersions(now: () => number): () => number {
  let last = 0;
  return () => (last = Math.max(last + 1, Math.floor(now() * 1000)));
}
