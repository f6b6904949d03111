import type { DatabaseSync } from "node:sqlite";

/** How long a write waits for another program that has the file. */
export const busyMs = 2_000;

export type Journal = {
  /** Something was written. */
  note(): void;
  close(): void;
};

/**
 * SQLite keeps in its journal what was written lately, until it is written over: also what was deleted since.
 * The journal is emptied when nothing was written for `quietMs`, at the latest `latestMs` after a write.
 */
export function createJournal(
  database: DatabaseSync,
  { quietMs, latestMs }: { quietMs: number; latestMs: number },
): Journal {
  let timer: NodeJS.Timeout | null = null;
  let firstAt = 0;
  let lastAt = 0;

  function wait(ms: number): void {
    timer = setTimeout(look, ms).unref();
  }

  function look(): void {
    const at = Math.min(lastAt + quietMs, firstAt + latestMs);
    const left = at - performance.now();
    if (left > 0) return wait(left);
    timer = null;
    if (!empty(database)) note();
  }

  function note(): void {
    lastAt = performance.now();
    if (timer !== null) return;
    firstAt = lastAt;
    wait(quietMs);
  }

  return {
    note,
    close() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** `false` when another program reads the file just now, or the disk refuses: it is tried again. */
function empty(database: DatabaseSync): boolean {
  try {
    // Nobody here waits for the other program.
    database.exec("PRAGMA busy_timeout = 0");
    return database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] === 0;
  } catch {
    return false;
  } finally {
    database.exec(`PRAGMA busy_timeout = ${busyMs}`);
  }
}
