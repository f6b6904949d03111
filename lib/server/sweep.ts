import type { Log } from "@/lib/log";
import type { ChatMessage } from "@/lib/protocol/chat-message";

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
