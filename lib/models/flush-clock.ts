import { monitorEventLoopDelay, type IntervalHistogram } from "node:perf_hooks";

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

const shortestMs = 25;
const longestMs = 100;

/** From 25 ms when idle to 100 ms at 200 streams or when the event loop is 40 ms late. */
export function toWindowMs(streams: number, delayMs: number): number {
  const load = Math.max((streams - 20) / 180, delayMs / 40, 0);
  return Math.round(shortestMs + Math.min(load, 1) * (longestMs - shortestMs));
}

function createFlushClock(): FlushClock {
  const pending = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let streams = 0;
  const delay = createDelayMeter();
  const windowMs = () => toWindowMs(streams, delay.readMs());

  const tick = () => {
    timer = undefined;
    const due = [...pending];
    pending.clear();
    for (const flush of due) flush();
  };

  return {
    openStream() {
      streams += 1;
      if (streams === 1) delay.start();
      return () => {
        streams -= 1;
        if (streams === 0) delay.stop();
      };
    },
    schedule(flush) {
      pending.add(flush);
      timer ??= setTimeout(tick, windowMs());
    },
    cancel: (flush) => void pending.delete(flush),
    windowMs,
  };
}

const resolutionMs = 20;
const readEveryMs = 500;

/** How late the event loop runs, read at most twice a second; measured only while streams are open. */
function createDelayMeter() {
  let histogram: IntervalHistogram | undefined;
  let readAt = 0;
  let lateMs = 0;
  return {
    start() {
      histogram ??= monitorEventLoopDelay({ resolution: resolutionMs });
      histogram.enable();
      lateMs = 0;
      readAt = performance.now();
    },
    stop: () => histogram?.disable(),
    readMs() {
      const now = performance.now();
      if (!histogram || now - readAt < readEveryMs) return lateMs;
      // The histogram counts its own interval; an empty one has no mean.
      lateMs = Math.max(0, (histogram.mean || 0) / 1e6 - resolutionMs);
      histogram.reset();
      readAt = now;
      return lateMs;
    },
  };
}
