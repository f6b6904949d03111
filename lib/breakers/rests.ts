export type Rests = {
  /** Remembers for how many seconds a service asked to be left alone, an hour at most. */
  keep(name: string, seconds: number): void;
  /** Milliseconds until it may be asked again; 0 when it may be now. */
  leftMs(name: string): number;
};

const longestMs = 3_600_000;

/** The services that are left alone by everybody here because they said for how long (`Retry-After`). */
export function createRests(now: () => number): Rests {
  const until = new Map<string, number>();
  return {
    keep(name, seconds) {
      const end = now() + Math.min(seconds * 1000, longestMs);
      until.set(name, Math.max(end, until.get(name) ?? 0));
    },
    leftMs(name) {
      const left = (until.get(name) ?? 0) - now();
      // A clock that was set back makes no rest longer.
      return left > 0 && left <= longestMs ? left : 0;
    },
  };
}
