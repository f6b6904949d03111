import { open } from "node:fs/promises";

/** Waits until the names in the folder are safe on disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no handle for a folder, and keeps names safe by its own journal.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
