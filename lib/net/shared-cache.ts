import { LRUCache } from "lru-cache";
import { AppError } from "@/lib/errors";
import { untilAborted } from "./deadline";

/** `bytes` is about its size in memory; what is kept for 0 ms is given to those who wait, and forgotten. */
export type Loaded<VALUE> = { value: VALUE; bytes: number; keepMs: number };

export type SharedCache<VALUE> = {
  /**
   * The value of this moment, loaded when there is none. Those who ask for it meanwhile wait for the same
   * loading, which ends early only when all of them have left. What `load` throws is not kept.
   */
  get: (
    key: string,
    load: (signal: AbortSignal) => Promise<Loaded<VALUE>>,
    signal: AbortSignal,
  ) => Promise<{ value: VALUE; isKept: boolean }>;
};

type Flight<VALUE> = { promise: Promise<VALUE>; readers: number; controller: AbortController };

/** Values by key, bounded by bytes and by the time that each of them may be kept. `now` is in ms. */
export function createSharedCache<VALUE extends object>({
  maxBytes,
  now,
}: {
  maxBytes: number;
  now: () => number;
}): SharedCache<VALUE> {
  const kept = new LRUCache<string, VALUE>({ maxSize: maxBytes, ttl: 1, ttlResolution: 0, perf: { now } });
  const flights = new Map<string, Flight<VALUE>>();

  function start(key: string, load: (signal: AbortSignal) => Promise<Loaded<VALUE>>): Flight<VALUE> {
    const controller = new AbortController();
    const promise = load(controller.signal).then(({ value, bytes, keepMs }) => {
      if (keepMs > 0) kept.set(key, value, { ttl: keepMs, size: Math.max(1, Math.ceil(bytes)) });
      return value;
    });
    const flight = { promise, readers: 0, controller };
    flights.set(key, flight);
    const land = () => void (flights.get(key) === flight && flights.delete(key));
    promise.then(land, land);
    return flight;
  }

  async function board(key: string, flight: Flight<VALUE>, signal: AbortSignal): Promise<VALUE> {
    flight.readers += 1;
    try {
      return await untilAborted(flight.promise, signal, toStop);
    } finally {
      flight.readers -= 1;
      if (flight.readers === 0) {
        if (flights.get(key) === flight) flights.delete(key);
        flight.controller.abort();
      }
    }
  }

  return {
    async get(key, load, signal) {
      if (signal.aborted) throw toStop();
      const found = kept.get(key);
      if (found !== undefined) return { value: found, isKept: true };
      return { value: await board(key, flights.get(key) ?? start(key, load), signal), isKept: false };
    },
  };
}

function toStop(): AppError {
  return new AppError("aborted", "Reading was stopped.");
}
