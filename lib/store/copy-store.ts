import { copyFileSync, linkSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { AppError, findErrorCode, isAppError } from "@/lib/errors";
import { lockFolder, type FolderLock } from "./folder-lock";
import { busyMs } from "./journal";
import { toOpenError, toStoreError } from "./sqlite-errors";

/** Fails with `conflict` while another process, or another thread of this one, holds it. */
export function holdFolder(folder: string): FolderLock {
  try {
    return lockFolder(DatabaseSync, folder);
  } catch (error) {
    // What cannot be opened names its cause; what is held has none.
    if (!isAppError(error) || error.cause !== undefined) throw error;
    throw new AppError("conflict", "A backup is being made already.");
  }
}

/**
 * Copies the database of `dataDir`, as it is at one moment, into the empty folder `to` of the same disk, and
 * links its files there, while its server goes on. Blocks its thread. `checkRoom` hears first how many bytes
 * both have. Fails with `store_invalid` where the copy is damaged.
 */
export function copyStore(
  dataDir: string,
  to: string,
  checkRoom: (bytes: { database: number; files: number }) => void,
): void {
  const source = join(/* turbopackIgnore: true */ dataDir, "blobs");
  const target = join(/* turbopackIgnore: true */ to, "blobs");
  const file = join(/* turbopackIgnore: true */ to, "sextant.db");
  // A file is there before its document, and may go at any time: those that are there now are held first,
  // those that came meanwhile afterwards.
  const files = linkFiles(source, target);
  try {
    const database = openToRead(join(/* turbopackIgnore: true */ dataDir, "sextant.db"));
    try {
      database.exec(`PRAGMA busy_timeout = ${busyMs}`);
      checkRoom({ database: readSize(database), files });
      database.prepare("VACUUM INTO ?").run(file);
    } finally {
      database.close();
    }
    linkFiles(source, target);
    checkIntegrity(file);
  } catch (error) {
    throw toStoreError(error);
  }
}

function openToRead(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly: true });
  } catch (error) {
    throw toOpenError(error, file);
  }
}

function readSize(database: DatabaseSync): number {
  const read = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  return read("page_count") * read("page_size");
}

function checkIntegrity(file: string): void {
  const copy = openToRead(file);
  try {
    const found = copy.prepare("PRAGMA integrity_check(1)").get()?.["integrity_check"];
    if (found !== "ok")
      throw new AppError("store_invalid", "The database is damaged.", { cause: String(found) });
  } finally {
    copy.close();
  }
}

/** Says how many bytes the files have that were not linked yet. */
function linkFiles(from: string, to: string): number {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  let bytes = 0;
  for (const entry of readIfThere(from)) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    // Files end in "~file"; what begins with the sign is still being written.
    if (entry.isDirectory() && !entry.name.startsWith("~")) bytes += linkFiles(source, target);
    else if (entry.isFile() && linkIfThere(source, target)) bytes += statSync(target).size;
  }
  return bytes;
}

function readIfThere(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (findErrorCode(error) === "ENOENT") return [];
    throw error;
  }
}

function linkIfThere(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    const code = findErrorCode(error) ?? "";
    if (code === "ENOENT" || code === "EEXIST") return false;
    // Not every file system knows links.
    if (!["EPERM", "ENOTSUP", "ENOSYS", "EMLINK"].includes(code)) throw error;
    copyFileSync(from, to);
    return true;
  }
}
