import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach } from "vitest";

/** The threads that the present test has started, the oldest first. */
export function watchThreads(): readonly Worker[] {
  const threads: Worker[] = [];
  const collect = (message: unknown) => void threads.push((message as { worker: Worker }).worker);
  beforeEach(() => {
    threads.length = 0;
    subscribe("worker_threads", collect);
  });
  afterEach(() => void unsubscribe("worker_threads", collect));
  return threads;
}
