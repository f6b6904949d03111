import { setTimeout as wait } from "node:timers/promises";

/** Longest wait for a turn; it ends the deadlock of a transaction that waits for another inside itself. */
const maxTurnMs = 1000;

/** Runs one work after the other: those that fight over the same document in this process lose no attempt to each other. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await Promise.race([before, wait(maxTurnMs, undefined, { ref: false })]);
    try {
      return await work();
    } finally {
      resolve();
    }
  };
}
