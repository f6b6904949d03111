import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { findErrorCode } from "@/lib/errors";

/** At most `count` files of `root` whose paths come after `after`, in the order of their paths, with the size of their content. */
export async function listDiskBlobs({ root, after, count }: { root: string; after: string; count: number }) {
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
