import { createClosed } from "./store-errors";

/** The watches of a store that are open. */
export type Watches = {
  /**
   * Opens a watch. `start` is given what tells its values, which it calls later and not at once, and gives
   * what ends it. Fails when the watches are closed.
   */
  open<T>(onValue: (value: T) => void, start: (tell: (value: T) => void) => () => void): () => void;
  /** Ends all of them for good. */
  close(): void;
};

export function createWatches(): Watches {
  const stops = new Set<() => void>();
  let isClosed = false;
  return {
    open(onValue, start) {
      if (isClosed) throw createClosed();
      let isOver = false;
      const end = start((value) => {
        if (!isOver) callSafely(() => onValue(value));
      });
      const stop = () => {
        isOver = true;
        if (stops.delete(stop)) end();
      };
      stops.add(stop);
      return stop;
    },
    close() {
      isClosed = true;
      for (const stop of stops) stop();
    },
  };
}

/** Milliseconds to wait before a watch is taken up again: 200 at first, doubled each time up to 5 seconds. */
export function toRetryWait(failures: number): number {
  return Math.min(200 * 2 ** failures, 5000);
}

function callSafely(call: () => void): void {
  try {
    call();
  } catch {
    // Whoever watches breaks a promise here; the other watches must not pay for it.
  }
}
