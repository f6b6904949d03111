import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError, findErrorCode } from "@/lib/errors";
import { checkBlobQuery, checkContentType, toBlobPage, type Blob, type BlobStore } from "./blobs";
import { parseBlobPath } from "./paths";
import { createDiskFull, createUnavailable } from "./store-errors";
import { syncFolder } from "./sync-folder";

/** Keeps each file under `dataDir/blobs` as one line of JSON (type and size) and then its bytes. */
export async function openDiskBlobs({ dataDir }: { dataDir: string }): Promise<BlobStore> {
  const root = join(/* turbopackIgnore: true */ dataDir, "blobs");
  // Segments of paths cannot hold "~", so this folder and the files' ending meet no name from outside.
  const unfinished = join(root, "~unfinished");
  await prepareFolder(unfinished);

  return {
    async put(path, bytes, { contentType }) {
      checkContentType(contentType);
      const file = toFile(root, path);
      const header = Buffer.from(`${JSON.stringify({ contentType, size: bytes.byteLength })}\n`);
      await reachDisk(() =>
        writeSynced({
          file,
          temporary: join(unfinished, randomUUID()),
          content: Buffer.concat([header, bytes]),
        }),
      );
    },
    async find(path) {
      const file = toFile(root, path);
      const content = await reachDisk(() => readIfThere(file));
      return content && toBlob(content);
    },
    async delete(path) {
      const file = toFile(root, path);
      await reachDisk(() => rm(file, { force: true }));
    },
    async deleteTree(prefix) {
      const file = toFile(root, prefix);
      const folder = join(root, ...parseBlobPath(prefix));
      await reachDisk(async () => {
        await rm(file, { force: true });
        await rm(folder, { recursive: true, force: true });
      });
    },
    async list(query) {
      checkBlobQuery(query);
      const found = await reachDisk(() =>
        listDiskBlobs({ root, after: query.cursor ?? "", count: query.limit + 1 }),
      );
      return toBlobPage(found, query.limit);
    },
  };
}

async function prepareFolder(unfinished: string): Promise<void> {
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    await syncFolders(dirname(unfinished), dirname(dirname(unfinished)));
  } catch (error) {
    const message = `${dirname(unfinished)} cannot be written. Allow this account to write there, or use another DATA_DIR.`;
    throw new AppError("store_invalid", message, { cause: error });
  }
}

function toFile(root: string, path: string): string {
  return `${join(root, ...parseBlobPath(path))}~file`;
}

type SyncedWrite = { file: string; temporary: string; content: Uint8Array };

// File, then its name, then the folders that hold the name: after a power cut it is whole or not there.
async function writeSynced({ file, temporary, content }: SyncedWrite): Promise<void> {
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const folder = dirname(file);
    const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(temporary, file);
    await syncFolders(folder, firstMade ? dirname(firstMade) : folder);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function syncFolders(from: string, upTo: string): Promise<void> {
  for (let folder = from; ; folder = dirname(folder)) {
    await syncFolder(folder);
    if (folder === upTo || folder === dirname(folder)) return;
  }
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (findErrorCode(error) === "ENOENT") return null;
    throw error;
  }
}

function toBlob(content: Buffer): Blob {
  const end = content.indexOf("\n");
  const bytes = new Uint8Array(content.subarray(end + 1));
  const header = parseHeader(content.subarray(0, Math.max(end, 0)).toString("utf8"));
  if (header?.size === bytes.byteLength) return { bytes, ...header };
  throw new AppError("store_invalid", "The file is damaged on disk. Restore it from a backup.");
}

function parseHeader(line: string): { contentType: string; size: number } | null {
  try {
    const { contentType, size } = JSON.parse(line) as Record<string, unknown>;
    return typeof contentType === "string" && typeof size === "number" ? { contentType, size } : null;
  } catch {
    return null;
  }
}

async function reachDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw findErrorCode(error) === "ENOSPC" ? createDiskFull(error) : createUnavailable(error);
  }
}

/** At most `count` files of `root` with paths behind `after`, in that order, with their content's size. */
async function listDiskBlobs({ root, after, count }: { root: string; after: string; count: number }) {
  const blobs: { path: string; size: number }[] = [];
  for await (const path of walk(root, "", after)) {
    const size = await findSize(join(root, `${path}~file`));
    // What was deleted since its folder was read is no longer listed.
    if (size !== null) blobs.push({ path, size });
    if (blobs.length === count) break;
  }
  return blobs;
}

async function* walk(root: string, prefix: string, after: string): AsyncGenerator<string> {
  const entries = await readFolder(join(root, prefix));
  for (const name of entries.sort()) {
    const path = `${prefix}${name}`;
    if (!name.endsWith("/")) {
      if (path > after) yield path;
    } else if (path > after || after.startsWith(path)) {
      yield* walk(root, path, after);
    }
  }
}

// A folder's name ends with its slash, so that sorted names give sorted paths: "a", "a-b", "a/b", "a0".
async function readFolder(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.flatMap((entry) => {
      if (entry.isDirectory()) return entry.name.includes("~") ? [] : [`${entry.name}/`];
      return entry.name.endsWith("~file") ? [entry.name.slice(0, -"~file".length)] : [];
    });
  } catch (error) {
    if (findErrorCode(error) === "ENOENT") return [];
    throw error;
  }
}

// The line before the content holds a type of at most 200 characters, and its JSON at most twice as many.
const longestHeader = 512;

async function findSize(file: string): Promise<number | null> {
  try {
    const handle = await open(file, "r");
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestHeader), 0, longestHeader, 0);
      return (await handle.stat()).size - (buffer.subarray(0, bytesRead).indexOf("\n") + 1);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (findErrorCode(error) === "ENOENT") return null;
    throw error;
  }
}
