import { readdirSync, readFileSync } from "node:fs";

/**
 * The processor time in ms that a process, its threads and its descendants have used, from Linux's `/proc`. What a thread or
 * child that has ended used is missing from `schedstat`, so a measured span must be one in which none ends.
 */
export function readCpuMs(pid: number): number {
  return listTree(pid).reduce(
    (total, one) => total + sum(listNumbers(`/proc/${one}/task`).map((thread) => readThreadMs(one, thread))),
    0,
  );
}

/** The product waits some ten seconds before it gives memory back, and V8 keeps pages for eight more. */
export const settleMs = 20_000;

/** Resident memory in MB (1,000,000 bytes) of a process and its descendants. */
export function readMemoryMB(pid: number): number {
  return (
    sum(
      listTree(pid).map(
        (one) => Number(/VmRSS:\s+(\d+)/.exec(readOrEmpty(`/proc/${one}/status`))?.[1] ?? 0) * 1024,
      ),
    ) / 1e6
  );
}

/** The process and everything it has started that still runs. */
export function listTree(pid: number): number[] {
  const parents = listNumbers("/proc").map((one) => ({
    one,
    parent: Number(
      readOrEmpty(`/proc/${one}/stat`)
        .replace(/^.*\) /, "")
        .split(" ")[1],
    ),
  }));
  const tree = [pid];
  for (const above of tree)
    tree.push(...parents.filter(({ parent }) => parent === above).map(({ one }) => one));
  return tree;
}

/** The first number of `schedstat` is the time on a processor in nanoseconds. */
function readThreadMs(pid: number, thread: number): number {
  return Number(readOrEmpty(`/proc/${pid}/task/${thread}/schedstat`).split(" ")[0]) / 1e6;
}

function listNumbers(folder: string): number[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
