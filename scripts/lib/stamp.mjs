import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/**
 * One hash over the names and contents of files, and over this Node's major version. Times of files lie after
 * a clone.
 */
export function hashFiles(base, files) {
  const hash = createHash("sha256").update(`node ${process.versions.node.split(".")[0]}\n`);
  for (const file of [...files].sort()) {
    hash
      .update(`${relative(base, file).split(sep).join("/")}\n`)
      .update(createHash("sha256").update(readFileSync(file)).digest());
  }
  return hash.digest("hex");
}

/** Every file in a folder and below it; none when the folder does not exist. */
export function listFiles(folder) {
  return listEntries(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return entry.isFile() ? [path] : [];
  });
}

/** What was written there; null when nothing was. */
export function readStamp(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

export function writeStamp(file, stamp) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, stamp);
}

function listEntries(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
