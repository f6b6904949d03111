import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { AppError } from "@/lib/errors";
import { isBusy, toOpenError } from "./sqlite-errors";

export type FolderLock = { release(): void };

/**
 * Makes this process the only user of the folder, or fails with `store_invalid`. The lock is the operating
 * system's, held by a SQLite transaction that never ends, so it is gone with the process however that ends.
 */
export function lockFolder(Database: typeof DatabaseSync, folder: string): FolderLock {
  const file = join(/* turbopackIgnore: true */ folder, "lock.db");
  const holder = join(/* turbopackIgnore: true */ folder, "lock.pid");
  const database = openLockFile(Database, file);
  try {
    database.exec("BEGIN EXCLUSIVE");
    writeFileSync(holder, `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    database.close();
    throw isBusy(error) ? createInUseError(folder, holder) : toOpenError(error, file);
  }
  held.add(database);
  return {
    release() {
      rmSync(holder, { force: true });
      held.delete(database);
      database.close();
    },
  };
}

// The garbage collector closes unreachable databases, which would free the lock of a store nobody closed.
const held = new Set<DatabaseSync>();

function openLockFile(Database: typeof DatabaseSync, file: string): DatabaseSync {
  try {
    const database = new Database(file);
    closeToOthers(file);
    return database;
  } catch (error) {
    throw toOpenError(error, file);
  }
}

/** Those that come beside it get its mode. Whose file it is not may not change it. */
export function closeToOthers(file: string): void {
  const { uid, mode } = statSync(file);
  if (uid === process.getuid?.() && (mode & 0o077) !== 0) chmodSync(file, 0o600);
}

function createInUseError(folder: string, holder: string): AppError {
  const pid = findPid(holder);
  const who =
    pid === null ? "another process" : pid === process.pid ? "this process already" : `process ${pid}`;
  return new AppError(
    "store_invalid",
    `${folder} is in use by ${who}. Stop it first, or use another DATA_DIR.`,
  );
}

function findPid(holder: string): number | null {
  try {
    return Number.parseInt(readFileSync(holder, "utf8"), 10) || null;
  } catch {
    // The holder is still starting and has not written its number; the lock alone decides.
    return null;
  }
}
