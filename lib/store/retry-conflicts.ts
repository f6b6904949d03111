import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { createConflict } from "./store-errors";

const maxAttempts = 5;
/** Longest wait for a turn: longer than anything that goes well takes, also in a busy process. */
const maxTurnMs = 20_000;

/** One attempt of a transaction, `null` when somebody else was faster. */
type Attempt<T> = () => Promise<{ value: T } | null>;

/**
 * Makes attempts until one succeeds, five at most, then fails with `conflict`. First attempts run side by side; those that lost try
 * again one after the other, so that transactions of this process do not lose to each other again. `pause` is waited for before
 * each further attempt and told its number, 2 to 5.
 */
export function createConflictRetry(pause: (attempt: number) => Promise<void>): <T>(attempt: Attempt<T>) => Promise<T> {
  const inTurn = createTurns();
  return async (attempt) => {
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
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  const inside = new AsyncLocalStorage<true>();
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    if (inside.getStore() === true) return work();
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await Promise.race([before, wait(maxTurnMs, undefined, { ref: false })]);
    try {
      return await inside.run(true, work);
    } finally {
      resolve();
    }
  };
}
