import type { AppError } from "@/lib/errors";
import type { SearchEngine } from "./engine";

export type EngineRests = {
  /** Remembers for how long an engine asked to be left alone, an hour at most. */
  keep(engine: SearchEngine, error: AppError): void;
  /** Why it is not asked now; `null` when it is. */
  describe(engine: SearchEngine): string | null;
};

const longestMs = 3_600_000;

/** The engines that are left alone because they said for how long (`Retry-After`). */
export function createEngineRests(now: () => number): EngineRests {
  const until = new Map<string, number>();
  return {
    keep({ id }, { code, retryAfter }) {
      if (code === "quota_exhausted" && retryAfter !== undefined)
        until.set(id, now() + Math.min(retryAfter * 1000, longestMs));
    },
    describe({ id, name }) {
      const leftMs = (until.get(id) ?? 0) - now();
      // A clock that was set back makes no rest longer.
      return leftMs > 0 && leftMs <= longestMs
        ? `${name} has reached its limit and is asked again in ${Math.ceil(leftMs / 1000)} s.`
        : null;
    },
  };
}
