import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The alarm over what is asked within it. It hears of each byte that comes, for a comment that keeps it open
 * is life, too, and rests while a call waits to be let in.
 */
export const alarms = new AsyncLocalStorage<Alarm>();

/** The time limits over one call: they abort the call's signal, as does the caller's own signal. */
export type Alarm = {
  /** Hand this to the call. */
  signal: AbortSignal;
  /** Rejects when a limit passes or the caller stops. */
  failed: Promise<never>;
  /** Sets the limit of a silence and starts to wait. */
  start(ms: number, toError: () => Error): void;
  /** Sets the limit of the whole call, which no sign of life moves and which counts the reader's time too. */
  limit(ms: number, toError: () => Error): void;
  /** Waits anew for the same limit; cheap enough for every chunk. */
  listen(): void;
  /** Something came, though no part of an answer: the limit of a silence begins anew. */
  hear(): void;
  /** Stops waiting until the next `listen`: time that the reader takes does not count. */
  rest(): void;
  /** Stops all limits, including the outer alarm's; the returned function restarts them. */
  pause(): () => void;
  /** Ends it for good; with a reason the call is aborted too. */
  end(reason?: unknown): void;
  /** Whether the caller, not a limit, ended it. */
  isStopped(): boolean;
};

/** Two timers and one listener for a whole call, whatever the number of chunks. `end` must be called. */
export function createAlarm(outer: AbortSignal | undefined): Alarm {
  const around = alarms.getStore();
  const controller = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const [silence, total] = [createTimer(), createTimer()];
  let isWaiting = false;

  const fail = (error: unknown) => {
    reject(error);
    controller.abort(error);
  };
  const onStop = () => fail(outer?.reason);
  if (outer?.aborted) onStop();
  outer?.addEventListener("abort", onStop, { once: true });

  return {
    signal: controller.signal,
    failed: promise,
    start(ms, toError) {
      isWaiting = true;
      silence.begin(ms, () => (isWaiting ? fail(toError()) : undefined));
    },
    limit: (ms, toError) => total.begin(ms, () => fail(toError())),
    listen() {
      isWaiting = true;
      silence.refresh();
    },
    hear: silence.refresh,
    rest() {
      isWaiting = false;
    },
    pause() {
      const goOn = around?.pause();
      silence.stop();
      total.stop();
      return () => {
        silence.goOn();
        total.goOn();
        goOn?.();
      };
    },
    end(reason) {
      silence.end();
      total.end();
      outer?.removeEventListener("abort", onStop);
      if (reason !== undefined) controller.abort(reason);
    },
    isStopped: () => outer?.aborted === true,
  };
}

function createTimer() {
  let timer: NodeJS.Timeout | undefined;
  let set = (): void => undefined;
  const stop = (): void => clearTimeout(timer);
  return {
    begin(ms: number, ring: () => void): void {
      stop();
      set = () => void (timer = setTimeout(ring, ms));
      set();
    },
    refresh: (): void => void timer?.refresh(),
    stop,
    /** Begins anew, unless it has ended. */
    goOn: (): void => set(),
    end(): void {
      stop();
      set = () => undefined;
    },
  };
}
