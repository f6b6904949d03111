import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const lookMs = 500;
/** A process that does less than this share of the time, for so long, is asked nothing. */
const quietShare = 0.05;
const usualQuietMs = 10_000;
/**
 * How much resident memory must have grown since the last collection; the first, which frees what the
 * start left, needs nothing. Each one shrinks the young generation and drops optimized code, so a burst
 * right behind it starts slower.
 */
const leastGrowthBytes = 160 * 1024 * 1024;

/** The only kind that gives the pages back to the system at once; V8 keeps them for some ten seconds more. */
const everything = { type: "major", flavor: "last-resort" } as const;

/**
 * Gives back what replies have left once nothing was asked for some seconds: V8 sees no reason to, on a
 * machine with memory to spare. It takes some tenths of a second.
 */
export function collectWhenQuiet(quietMs = usualQuietMs): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as NodeJS.GCFunction;
  let last = performance.eventLoopUtilization();
  let looks = 0;
  /** The least resident memory since the last collection. */
  let lowest = -Infinity;
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    looks = utilization > quietShare ? 0 : looks + 1;
    if (looks * lookMs < quietMs) return;
    looks = 0;
    const resident = process.memoryUsage.rss();
    lowest = Math.min(lowest, resident);
    if (resident - lowest < leastGrowthBytes) return;
    void collect(everything);
    lowest = process.memoryUsage.rss();
    last = performance.eventLoopUtilization();
  };
  setInterval(look, lookMs).unref();
}
