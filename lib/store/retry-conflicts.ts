import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { createConflict } from "./store-errors";

const maxAttempts = 5;
/** Longest wait for a turn: longer than anything that goes well takes, also in a busy process. */
const maxTurnMs = 20_000;

/** One attempt of a transaction, which is told its number, 1 to 5; `null` when somebody else was faster. */
type TryOnce<T> = (count: number) => Promise<{ value: T } | null>;

/**
 * Makes attempts until one succeeds, five at most, then fails with `conflict`. The first, or as many as
 * `beforeTurns` says, run side by side; the losers try again one after the other, so that transactions of
 * this process do not lose to each other again. `pause` is awaited before each of these and told its number.
 */
export function createConflictRetry(
  pause: (attempt: number) => Promise<void>,
  { beforeTurns = 1 } = {},
): <T>(attempt: TryOnce<T>) => Promise<T> {
  const inTurn = createTurns();
  return async (attempt) => {
    for (let count = 1; count <= beforeTurns; count += 1) {
      const done = await attempt(count);
      if (done) return done.value;
    }
    return inTurn(async () => {
      for (let count = beforeTurns + 1; count <= maxAttempts; count += 1) {
        await pause(count);
        const done = await attempt(count);
        if (done) return done.value;
      }
      throw createConflict();
    });
  };
}

/** Runs one after the other. What is asked for inside a work does not wait, which would be for ever. */
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
