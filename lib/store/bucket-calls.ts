import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "@/lib/errors";
import { isPassing, toBucketError } from "./bucket-errors";

export type Patience = { limitMs: number; retryDelaysMs: readonly number[] };

/** Makes a call that may run twice, within its time limit and with a bounded number of repetitions, and fails with our own errors. */
export async function reachBucket<T>(
  work: () => Promise<T>,
  { limitMs, retryDelaysMs }: Patience,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const ending = new AbortController();
  const timer = setTimeout(
    () => reject(new AppError("store_unavailable", "Storage takes too long to answer. Try again.")),
    limitMs,
  );
  try {
    return await Promise.race([repeat(work, retryDelaysMs, ending.signal), late]);
  } catch (error) {
    throw toBucketError(error);
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

async function repeat<T>(work: () => Promise<T>, delays: readonly number[], signal: AbortSignal): Promise<T> {
  const [delay, ...later] = delays;
  try {
    return await work();
  } catch (error) {
    if (delay === undefined || !isPassing(error) || signal.aborted) throw error;
    await wait(delay, undefined, { signal });
    return repeat(work, later, signal);
  }
}
