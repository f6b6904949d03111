export type Cached<T> = {
  get(): Promise<T>;
  /** What was changed here is newer than what a read that is under way finds. */
  put(value: T): void;
  /** Makes the next `get` read. */
  forget(): void;
};

/** A value kept for `maxAgeMs` from the start of its reading, and read once however many ask at a time. */
export function createCached<T>(
  read: () => Promise<T>,
  { now, maxAgeMs }: { now: () => number; maxAgeMs: number },
): Cached<T> {
  let kept: { at: number; value: T } | null = null;
  let reading: Promise<T> | null = null;
  let changes = 0;

  async function readAnew(): Promise<T> {
    const before = { at: now(), changes };
    const value = await read();
    if (before.changes !== changes) return kept === null ? readAnew() : kept.value;
    kept = { at: before.at, value };
    return value;
  }

  function change(next: { at: number; value: T } | null): void {
    changes += 1;
    kept = next;
  }

  return {
    async get() {
      // A clock that was set back makes nothing last longer.
      if (kept !== null && Math.abs(now() - kept.at) < maxAgeMs) return kept.value;
      reading ??= readAnew().finally(() => (reading = null));
      return reading;
    },
    put: (value) => change({ at: now(), value }),
    forget: () => change(null),
  };
}
