import { statfsSync } from "node:fs";

/**
 * Throws when the disk of this folder has less room than that: what is written to a full disk fails late, and not
 * always with a word about it.
 */
export function ensureRoom(folder, megabytes, what) {
  const { bavail, bsize } = statfsSync(folder);
  const free = Math.floor((bavail * bsize) / 1e6);
  if (free >= megabytes) return;
  throw new Error(
    `${what} takes up to ${megabytes} MB, and the disk of ${folder} has ${free} MB left. Make room, then start again.`,
  );
}
