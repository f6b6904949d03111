import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const lookMs = 500;
/** A process that does less than this share of the time, for so long, is asked nothing. */
const quietShare = 0.05;
const usualQuietMs = 10_000;
const megabyte = 1024 * 1024;
/** What a start leaves in the heap: more than this is given back once. */
const leastHeapBytes = 32 * megabyte;
/**
 * How much more the process has to hold before it collects again. Each time makes young space small and
 * forgets a part of the code that V8 had made fast, which many replies at once would feel.
 */
const leastMoreBytes = 160 * megabyte;

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
  /** The least that it has held since it collected. */
  let held = Infinity;
  const isWorthIt = () => {
    const { heapUsed, rss } = process.memoryUsage();
    if (held === Infinity) return heapUsed >= leastHeapBytes;
    held = Math.min(held, rss);
    return rss - held >= leastMoreBytes;
  };
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    looks = utilization > quietShare ? 0 : looks + 1;
    if (looks * lookMs < quietMs) return;
    looks = 0;
    if (!isWorthIt()) return;
    void collect(everything);
    held = process.memoryUsage.rss();
    last = performance.eventLoopUtilization();
  };
  setInterval(look, lookMs).unref();
}
