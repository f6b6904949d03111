import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (options: { type: "major"; flavor: "last-resort" }) => void;

const lookMs = 500;
/** A process that does less than this share of the time, for so many looks, is asked nothing. */
const quietShare = 0.05;
const quietLooks = 5;

/**
 * Gives back what replies have left once nothing was asked for some seconds: V8 sees no reason to, on a
 * machine with memory to spare. It takes a tenth of a second, and comes once after each time of work.
 */
export function collectWhenQuiet(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as Collect;
  let last = performance.eventLoopUtilization();
  let looks = 0;
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    looks = utilization > quietShare ? 0 : looks + 1;
    if (looks !== quietLooks) return;
    collect({ type: "major", flavor: "last-resort" });
    last = performance.eventLoopUtilization();
  };
  setInterval(look, lookMs).unref();
}
