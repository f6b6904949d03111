import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { createConflict } from "./store-errors";

const maxAttempts = 5;
/** Longest wait for a turn: longer than anything that goes well takes, also in a busy process. */
const maxTurnMs = 20_000;

/** One attempt of a transaction, `null` when somebody else was faster. */
type Attempt<T> = () => Promise<{ value: T } | null>;

export type ConflictRetry = {
  /** Waited for before each further attempt and told its number, 2 to 5. */
  pause: (attempt: number) => Promise<void>;
  /** Lets first attempts wait while others try again, or a stream of them could make those lose every time. For short attempts. */
  areNewcomersHeld: boolean;
};

/**
 * Makes attempts until one succeeds, five at most, then fails with `conflict`. First attempts run side by side; those that lost try
 * again one after the other, so that transactions of this process do not lose to each other again.
 */
export function createConflictRetry({ pause, areNewcomersHeld }: ConflictRetry): <T>(attempt: Attempt<T>) => Promise<T> {
  const { inTurn, untilQuiet } = createTurns();
  return async (attempt) => {
    if (areNewcomersHeld) await untilQuiet();
    const first = await attempt();
    if (first) return first.value;
    return inTurn(async () => {
      for (let count = 2; count <= maxAttempts; count += 1) {
        await pause(count);
        const done = await attempt();
        if (done) return done.value;
      }
      throw createConflict();
    });
  };
}

/** Runs one work after the other. What is asked for inside a work does not wait for it, which would be for ever. */
function createTurns() {
  const inside = new AsyncLocalStorage<true>();
  let last: Promise<unknown> | null = null;
  const waitFor = (before: Promise<unknown>) => Promise.race([before, wait(maxTurnMs, undefined, { ref: false })]);

  return {
    async inTurn<T>(work: () => Promise<T>): Promise<T> {
      if (inside.getStore() === true) return work();
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      if (before !== null) await waitFor(before);
      try {
        return await inside.run(true, work);
      } finally {
        resolve();
        if (last === promise) last = null;
      }
    },
    async untilQuiet(): Promise<void> {
      if (last !== null && inside.getStore() !== true) await waitFor(last);
    },
  };
}
