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
  /** Stops all limits, those of the alarm around it too; what it gives begins them anew. */
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
  let timer: NodeJS.Timeout | undefined;
  let total: NodeJS.Timeout | undefined;
  let isWaiting = false;
  const begin = { silence: () => {}, total: () => {} };

  const stop = () => {
    clearTimeout(timer);
    clearTimeout(total);
  };
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
      clearTimeout(timer);
      isWaiting = true;
      begin.silence = () => void (timer = setTimeout(() => (isWaiting ? fail(toError()) : undefined), ms));
      begin.silence();
    },
    limit(ms, toError) {
      clearTimeout(total);
      begin.total = () => void (total = setTimeout(() => fail(toError()), ms));
      begin.total();
    },
    listen() {
      isWaiting = true;
      timer?.refresh();
    },
    hear: () => void timer?.refresh(),
    rest() {
      isWaiting = false;
    },
    pause() {
      stop();
      const goOn = around?.pause();
      return () => {
        begin.silence();
        begin.total();
        goOn?.();
      };
    },
    end(reason) {
      stop();
      Object.assign(begin, { silence: () => {}, total: () => {} });
      outer?.removeEventListener("abort", onStop);
      if (reason !== undefined) controller.abort(reason);
    },
    isStopped: () => outer?.aborted === true,
  };
}
