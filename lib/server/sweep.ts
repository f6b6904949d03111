import type { JobRecords } from "@/lib/data/jobs";
import type { Feature } from "@/lib/engine/feature";
import { createJobs } from "@/lib/jobs/jobs";
import type { Log } from "@/lib/log";
import type { ChatMessage } from "@/lib/protocol/chat-message";

type DueWorkDeps = { records: { jobs: JobRecords }; log: Log; now: () => number };

/** What is done beside the answers by whoever looks: what features look after, then jobs that are due. */
export function createDueWork(features: readonly Feature[], { records, log, now }: DueWorkDeps) {
  const closing = new AbortController();
  const { signal } = closing;
  const works = features.flatMap(({ jobs = [] }) => jobs);
  const jobs = createJobs({ records: records.jobs, works, log, now, closing: signal });
  return {
    run: jobs.run,
    /** Says how much was due and is done. Rejects when that cannot be read. */
    async doDueWork(): Promise<number> {
      for (const { look } of features) await look?.(signal);
      return jobs.sweep();
    },
    closing: signal,
    close: () => closing.abort(),
  };
}

export type SweepDeps = {
  runs: { sweep(): Promise<Promise<ChatMessage>[]> };
  doDueWork: () => Promise<number>;
  /** Processes that stay look for work by themselves. */
  mode: { looksForRuns: boolean };
  log: Log;
  now: () => number;
};

/** How often the requests of one process look for work. */
const everyMs = 60_000;

/** Picks up what no process is at: replies, waits that are over, and work whose time has come. */
export function createSweep({ runs, doDueWork, mode, log, now }: SweepDeps) {
  let lastAt = -Infinity;

  /** `done` rejects when the work that is due cannot be read. */
  async function sweep(): Promise<{ taken: number; done: Promise<unknown> }> {
    const taken = await runs.sweep();
    const done = Promise.all([...taken, doDueWork()]);
    // Who waits for it hears of a failure; nobody has to, and it may fail before anybody does.
    done.catch(() => undefined);
    return { taken: taken.length, done };
  }

  return {
    sweep,

    /**
     * Beside a request, where no process stays to look; at most once a minute. `null` when nothing is to be
     * done. Never rejects.
     */
    sweepBeside(): Promise<void> | null {
      if (mode.looksForRuns || now() - lastAt < everyMs) return null;
      lastAt = now();
      return sweep()
        .then(({ done }) => done)
        .then(
          () => undefined,
          (error: unknown) => log.warn("work_not_picked_up", { error }),
        );
    },
  };
}
