import { readFileSync } from "node:fs";
import { listTree } from "@/tests/bench/process-meter";

/** Milliseconds: of the main thread, of all threads together, and the longest that somebody else waited. */
export type Cost = { main: number; all: number; others: number };

/**
 * What a request costs a server of another process, read from Linux's `/proc`, and how long a look at its
 * health takes meanwhile. The processor's time does not depend on what else the machine does.
 */
export async function measureCost(
  server: { url: string; pid: number },
  ask: () => Promise<unknown>,
): Promise<Cost> {
  const before = readTimes(server.pid);
  const watch = watchHealth(server.url);
  await ask();
  const others = await watch.end();
  const after = readTimes(server.pid);
  return { main: after.main - before.main, all: after.all - before.all, others };
}

/** How long the main thread was held: no longer than it worked, and than anybody waited. */
export const toHold = ({ main, others }: Cost): number => Math.min(main, others);

function readTimes(pid: number): Pick<Cost, "main" | "all"> {
  const main = Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  return { main, all: listTree(pid).reduce((sum, one) => sum + readProcessMs(one), 0) };
}

/** With threads that have ended; a tick of the clock is 10 ms. */
function readProcessMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const everyMs = 20;

function watchHealth(url: string) {
  let isOver = false;
  const watching = (async () => {
    let longest = 0;
    while (!isOver) {
      const begun = performance.now();
      // One that is not answered has waited, too.
      await fetch(`${url}/api/health`).then(
        (response) => response.arrayBuffer(),
        () => null,
      );
      longest = Math.max(longest, performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    return longest;
  })();
  return {
    end: () => {
      isOver = true;
      return watching;
    },
  };
}
