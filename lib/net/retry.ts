import { AppError, isAppError } from "@/lib/errors";
import { findStatus } from "./response-failure";

export type RetryOptions = {
  signal: AbortSignal;
  /** Rejects when the signal ends it. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  random: () => number;
  /** In ms; a wait that takes longer is not begun. */
  timeLeft: () => number;
};

const waits = [500, 2_000];
const busyStatuses = new Set([429, 503]);

/**
 * Asks a server that is busy (429, 503) up to two more times, after half a second and two seconds and up to a quarter more, or when
 * the server says. Throws the last failure when that is later than there is time.
 */
export async function retryBusy<VALUE>(
  ask: () => Promise<VALUE>,
  { signal, wait, random, timeLeft }: RetryOptions,
): Promise<VALUE> {
  for (const pause of waits) {
    try {
      return await ask();
    } catch (error) {
      if (!isAppError(error) || !busyStatuses.has(findStatus(error) ?? 0)) throw error;
      const ms = Math.max(pause * (1 + random() / 4), (error.retryAfter ?? 0) * 1000);
      if (ms >= timeLeft()) throw error;
      await wait(ms, signal).catch((cause: unknown) => {
        throw new AppError("aborted", "Waiting for the page was stopped.", { cause });
      });
    }
  }
  return ask();
}
