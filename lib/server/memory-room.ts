import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";

/** From this share of what there is on, nothing new begins. */
const fullShare = 0.85;
const megabyte = 1024 * 1024;

export type MemoryUse = { rss: number; maxRss: number; heap: number; maxHeap: number };

/** Whether so little memory is left that a new reply could end the ones that run. */
export function isMemoryShort({ rss, maxRss, heap, maxHeap }: MemoryUse): boolean {
  return rss > fullShare * maxRss || heap > fullShare * maxHeap;
}

/** Read once: a container's limit stands in files, and each reply asks. */
let givenBytes: number | null = null;

function readGivenBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** From the first reply on it is read so often, and never while one waits: it takes most of a millisecond. */
const readEveryMs = 250;
let lastRead: Pick<MemoryUse, "rss" | "heap" | "maxHeap"> | null = null;

function readUse(): Pick<MemoryUse, "rss" | "heap" | "maxHeap"> {
  if (lastRead === null) setInterval(() => (lastRead = readNow()), readEveryMs).unref();
  return (lastRead ??= readNow());
}

function readNow(): Pick<MemoryUse, "rss" | "heap" | "maxHeap"> {
  const { used_heap_size: heap, heap_size_limit: maxHeap } = getHeapStatistics();
  return { rss: process.memoryUsage.rss(), heap, maxHeap };
}

/**
 * What the process has, and what it may have: by the environment, else by its container (cgroup), else by the
 * machine; in bytes.
 */
export function readMemoryUse(maxMegabytes: number | undefined): MemoryUse {
  const { rss, heap, maxHeap } = readUse();
  const maxRss = maxMegabytes === undefined ? (givenBytes ??= readGivenBytes()) : maxMegabytes * megabyte;
  return { rss, maxRss, heap, maxHeap };
}
