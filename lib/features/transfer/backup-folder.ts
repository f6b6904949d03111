import { createReadStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Env } from "@/lib/env";
import { AppError, findErrorCode } from "@/lib/errors";
import type { Backup } from "./shape";

export type BackupPlace = {
  dataDir: string;
  folder: string;
  /** So many of the newest ones stay. */
  kept: number;
};

/** Where this site's backups are made; `null` where the data is not on this disk. */
export function toBackupPlace(env: Env): BackupPlace | null {
  const isHere = env.STORE === "embedded" && env.FIREBASE_STORAGE_BUCKET === undefined;
  const folder = env.BACKUP_DIR ?? join(/* turbopackIgnore: true */ env.DATA_DIR, "backups");
  return isHere ? { dataDir: env.DATA_DIR, folder, kept: env.BACKUP_KEEP } : null;
}

/** Where it grows until it is whole. */
export const toUnfinished = (folder: string): string =>
  join(/* turbopackIgnore: true */ folder, "unfinished");

const fileName = /^sextant-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\.jsonl\.gz$/;

/** Its name is the time at which it was begun. */
export const toBackupName = (at: Date): string => at.toISOString().replace(/[:.]/g, "-");
export const toBackupFile = (name: string): string => `sextant-${name}.jsonl.gz`;

function toTime(name: string): number {
  return Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)-/, "T$1:$2:$3."));
}

/** The newest first. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const names = (await readdir(folder).catch(orNone)).flatMap((file) => fileName.exec(file)?.[1] ?? []);
  const found = await Promise.all(
    names.map(async (name) => {
      const at = await stat(join(folder, toBackupFile(name))).catch(orNone);
      return "size" in at ? [{ name, bytes: at.size, createdAt: toTime(name) }] : [];
    }),
  );
  return found.flat().sort((one, other) => other.createdAt - one.createdAt);
}

function orNone(error: unknown): never[] {
  if (findErrorCode(error) === "ENOENT") return [];
  throw error;
}

/** Fails with `not_found`, also for a name that is none. */
export async function removeBackup(folder: string, name: string): Promise<void> {
  await rm(toPath(folder, name)).catch(toMissing);
}

/** Its pieces as they are read. Fails with `not_found`, also for a name that is none. */
export async function openBackup(folder: string, name: string) {
  const file = toPath(folder, name);
  const { size } = await stat(file).catch(toMissing);
  return { bytes: size, pieces: read(file) };
}

async function* read(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file, { highWaterMark: 256 * 1024 });
}

/** Keeps the newest ones. */
export async function pruneBackups(folder: string, kept: number): Promise<void> {
  for (const { name } of (await listBackups(folder)).slice(kept)) await removeBackup(folder, name);
}

function toPath(folder: string, name: string): string {
  const file = toBackupFile(name);
  if (!fileName.test(file)) throw createMissing();
  return join(/* turbopackIgnore: true */ folder, file);
}

function toMissing(error: unknown): never {
  throw findErrorCode(error) === "ENOENT" ? createMissing() : error;
}

const createMissing = () => new AppError("not_found", "This backup is not there any more.");
