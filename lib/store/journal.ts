import { Worker } from "node:worker_threads";
import type { JournalTask } from "./journal-worker";

/** How long a write waits for another program that has the file. */
export const busyMs = 2_000;

export type Journal = {
  /** Something was written. */
  note(): void;
  close(): Promise<void>;
};

export type JournalTimes = { quietMs: number; latestMs: number };

/** The journal is copied into the database after so many commits, even when there is never a quiet moment. */
const mostCommits = 500;

/**
 * SQLite keeps in its journal what was written lately, until it is written over: also what was deleted since.
 * The journal is emptied when nothing was written for `quietMs`, at the latest `latestMs` after a write, by a
 * thread of its own; `emptyHere` does it where there is none.
 */
export function createJournal(
  file: string,
  emptyHere: () => void,
  { quietMs, latestMs }: JournalTimes,
): Journal {
  const thread = createJournalThread(file);
  let timer: NodeJS.Timeout | null = null;
  let firstAt = 0;
  let lastAt = 0;
  let commits = 0;
  let isClosed = false;

  function wait(ms: number): void {
    timer = setTimeout(look, ms).unref();
  }

  function look(): void {
    const at = Math.min(lastAt + quietMs, firstAt + latestMs);
    const left = at - performance.now();
    if (left > 0) return wait(left);
    timer = null;
    void empty().then((isEmpty) => isEmpty || isClosed || note());
  }

  async function empty(): Promise<boolean> {
    const isEmpty = await thread.run("whole");
    if (isEmpty !== null || isClosed) return isEmpty === true;
    try {
      emptyHere();
      return true;
    } catch {
      return false;
    }
  }

  function note(): void {
    lastAt = performance.now();
    commits += 1;
    if (commits % mostCommits === 0) void thread.run("pages");
    if (timer !== null) return;
    firstAt = lastAt;
    wait(quietMs);
  }

  return {
    note,
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await thread.close();
    },
  };
}

/** The thread ends after this long without work, which gives back 10 MB. */
const idleMs = 8_000;

/** One task at a time. A thread that died is started again for the next one. */
function createJournalThread(file: string) {
  let worker: Worker | null = null;
  let running: PromiseWithResolvers<boolean | null> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function settle(isDone: boolean | null): void {
    running?.resolve(isDone);
    running = null;
  }

  function start(): Worker {
    const url = new URL("./journal-worker.ts", import.meta.url);
    const started = new Worker(url, { workerData: { file }, execArgv: [] });
    const lose = () => {
      if (worker !== started) return;
      worker = null;
      settle(null);
    };
    const finish = (isDone: boolean) => {
      if (worker !== started) return;
      settle(isDone);
      timer = setTimeout(() => void end(), idleMs).unref();
    };
    started.on("message", finish).on("error", lose).on("exit", lose).unref();
    return started;
  }

  async function end(): Promise<void> {
    clearTimeout(timer);
    const left = worker;
    worker = null;
    settle(null);
    await left?.terminate();
  }

  return {
    /** Whether it was done; `null` when the thread died. What is asked for meanwhile joins what runs. */
    run(task: JournalTask): Promise<boolean | null> {
      if (running !== null) return running.promise;
      running = Promise.withResolvers();
      clearTimeout(timer);
      worker ??= start();
      worker.postMessage(task);
      return running.promise;
    },
    close: end,
  };
}
