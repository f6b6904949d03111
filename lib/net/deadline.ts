export type FetchPhase = "connect" | "headers" | "body" | "whole";

/** Ends with the caller's signal, when the whole takes too long, or when the next thing does not come. */
export type Deadline = {
  signal: AbortSignal;
  /** From now on this is waited for, `ms` at most; called again it begins anew. */
  expect: (phase: FetchPhase, ms: number) => void;
  /** Nothing is expected for now; only the whole counts. */
  relax: () => void;
  /** What took too long, or null. */
  findLate: () => FetchPhase | null;
  clear: () => void;
};

export function startDeadline(wholeMs: number, caller: AbortSignal): Deadline {
  const controller = new AbortController();
  let late: FetchPhase | null = null;
  let next: NodeJS.Timeout | undefined;
  const giveUp = (phase: FetchPhase) => {
    if (!controller.signal.aborted) late = phase;
    controller.abort();
  };
  const whole = setTimeout(giveUp, wholeMs, "whole");
  const stop = () => controller.abort();
  if (caller.aborted) stop();
  caller.addEventListener("abort", stop, { once: true });
  return {
    signal: controller.signal,
    expect(phase, ms) {
      clearTimeout(next);
      next = setTimeout(giveUp, ms, phase);
    },
    relax: () => clearTimeout(next),
    findLate: () => late,
    clear() {
      clearTimeout(whole);
      clearTimeout(next);
      caller.removeEventListener("abort", stop);
    },
  };
}

/** What the work gives, or what `toStop` says as soon as the signal ends; the work itself goes on. */
export function untilAborted<VALUE>(
  work: Promise<VALUE>,
  signal: AbortSignal,
  toStop: () => Error,
): Promise<VALUE> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(toStop());
    // The work may have been what ended it.
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
