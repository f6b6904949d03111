import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/** `pages`: copies what others do not hold; `whole`: then cuts the journal off, too. */
export type JournalTask = "pages" | "whole";

const database = new DatabaseSync((workerData as { file: string }).file);
// Nobody here waits for another program.
database.exec("PRAGMA busy_timeout = 0; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON");

/** `false` when another program reads the file just now, or the disk refuses. */
function copy(mode: "PASSIVE" | "TRUNCATE"): boolean {
  try {
    return database.prepare(`PRAGMA wal_checkpoint(${mode})`).get()?.["busy"] === 0;
  } catch {
    return false;
  }
}

// Copied without a lock first, the journal is cut off in the moment that writers have to wait for.
parentPort?.on("message", (task: JournalTask) =>
  parentPort?.postMessage(copy("PASSIVE") && (task === "pages" || copy("TRUNCATE"))),
);
