import { mkdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { AppError, findErrorCode, isAppError } from "@/lib/errors";
import { copyStore, holdFolder } from "@/lib/store/copy-store";
import { openDiskBlobs } from "@/lib/store/disk-blobs";
import { openEmbeddedStore } from "@/lib/store/embedded";
import { syncFolder } from "@/lib/store/sync-folder";
import { pruneBackups, toBackupFile, toBackupName, toUnfinished, type BackupPlace } from "./backup-folder";
import { exportToFile } from "./export-file";
import { readExport } from "./read-export";
import type { Backup } from "./shape";
import { isSame, type Totals } from "./tally";

export type MadeBackup = Backup & { totals: Totals };

/**
 * Writes what the embedded store and its files hold at one moment into a file of the folder, while the server
 * goes on. The file gets its name when it was read back whole; what a crash left goes with the next one.
 * Blocks its thread. Fails with `conflict` while another one is made, `too_large` where the disk has no room.
 */
export async function makeBackup(
  { dataDir, folder, kept }: BackupPlace,
  at: Date,
  signal: AbortSignal,
): Promise<MadeBackup> {
  const work = join(/* turbopackIgnore: true */ dataDir, "backup-work");
  const copy = join(work, "copy");
  const unfinished = toUnfinished(folder);
  for (const made of [work, folder]) mkdirSync(made, { recursive: true, mode: 0o700 });
  const lock = holdFolder(work);
  const clear = () => {
    for (const each of [copy, unfinished]) rmSync(each, { recursive: true, force: true });
  };
  try {
    clear();
    for (const each of [copy, unfinished]) mkdirSync(each, { mode: 0o700 });
    copyStore(dataDir, copy, (bytes) => checkRoom({ work, folder, ...bytes }));
    const name = toBackupName(at);
    const [file, whole] = [unfinished, folder].map((each) => join(each, toBackupFile(name))) as [
      string,
      string,
    ];
    const totals = await writeCopy(copy, { file, createdAt: at, signal });
    await checkFile(file, totals, signal);
    await rename(file, whole);
    await syncFolder(folder);
    await pruneBackups(folder, kept);
    return { name, createdAt: at.getTime(), bytes: statSync(whole).size, totals };
  } catch (error) {
    throw isDiskFull(error) ? createNoRoom(error) : error;
  } finally {
    clear();
    lock.release();
  }
}

async function writeCopy(
  dataDir: string,
  options: { file: string; createdAt: Date; signal: AbortSignal },
): Promise<Totals> {
  const store = await openEmbeddedStore({ dataDir });
  try {
    const place = { store, blobs: await openDiskBlobs({ dataDir }) };
    return await exportToFile({ ...options, place, source: "backup" });
  } finally {
    await store.close();
  }
}

/** Reads it as a restore does. */
async function checkFile(file: string, totals: Totals, signal: AbortSignal): Promise<void> {
  for await (const entry of readExport(file, signal))
    if (entry.kind === "footer" && !isSame(entry, totals))
      throw new AppError("store_invalid", "The backup does not hold what was written.");
}

type Room = { work: string; folder: string; database: number; files: number };

/** Files grow by a third as text, and stand in the folder once more while they are packed. */
function checkRoom({ work, folder, database, files }: Room): void {
  const needed = 2 * (1.1 * database + 1.4 * files);
  const isOneDisk = statSync(work).dev === statSync(folder).dev;
  if (findRoom(work) < database + (isOneDisk ? needed : 0) || findRoom(folder) < needed) throw createNoRoom();
}

function findRoom(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function isDiskFull(error: unknown): boolean {
  if (findErrorCode(error) === "ENOSPC") return true;
  if (error instanceof Error && "errcode" in error) return (Number(error.errcode) & 0xff) === 13;
  return isAppError(error) && error.cause !== undefined && isDiskFull(error.cause);
}

function createNoRoom(cause?: unknown): AppError {
  return new AppError("too_large", "The disk has too little room for a backup. Free some space.", { cause });
}
