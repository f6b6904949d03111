/** One timer for all streams of the process: what is pending anywhere goes out together. */
export type FlushClock = {
  /** Counts a stream; call what it returns once when the stream is over. */
  openStream(): () => void;
  /** Calls `flush` at the next tick. */
  schedule(flush: () => void): void;
  cancel(flush: () => void): void;
  /** The present window in milliseconds. */
  windowMs(): number;
};

/** The process's clock. On `globalThis`, because a production server holds several copies of this module. */
export function getFlushClock(): FlushClock {
  slots[slot] ??= createFlushClock();
  return slots[slot];
}

const slot = Symbol.for("sextant.flush-clock");
const slots = globalThis as typeof globalThis & { [slot]?: FlushClock };

const shortestMs = 50;
const longestMs = 100;

/** From 50 ms when idle to 100 ms at 200 streams or when the event loop is 40 ms late. */
export function toWindowMs(streams: number, lateMs: number): number {
  const load = Math.max((streams - 20) / 180, lateMs / 40, 0);
  return Math.round(shortestMs + Math.min(load, 1) * (longestMs - shortestMs));
}

/** The newest tick's share in the moving average of how late ticks come. */
const newestShare = 0.2;

function createFlushClock(): FlushClock {
  const pending = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let [streams, lateMs, dueAt] = [0, 0, 0];
  const windowMs = () => toWindowMs(streams, lateMs);

  const tick = () => {
    timer = undefined;
    lateMs += newestShare * (performance.now() - dueAt - lateMs);
    const due = [...pending];
    pending.clear();
    for (const flush of due) flush();
  };

  return {
    openStream() {
      // How late ticks came before a pause says nothing of now.
      if (streams === 0) lateMs = 0;
      streams += 1;
      return () => void (streams -= 1);
    },
    schedule(flush) {
      pending.add(flush);
      if (timer !== undefined) return;
      const ms = windowMs();
      dueAt = performance.now() + ms;
      timer = setTimeout(tick, ms);
    },
    cancel: (flush) => void pending.delete(flush),
    windowMs,
  };
}
