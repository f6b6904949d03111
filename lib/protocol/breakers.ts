/** What a breaker watches. */
export const breakerKinds = ["model", "tool", "engine"] as const;
export type BreakerKind = (typeof breakerKinds)[number];

/** `closed` lets calls through, `open` refuses them, and while `trying` everything depends on one call. */
export type BreakerReading = {
  state: "closed" | "open" | "trying";
  /** In a row, up to now. */
  failures: number;
  /** Seconds until the next trial: 0 when the next call is one; `null` unless `open`. */
  retryAfter: number | null;
  /** In words that are safe to show; `at` is epoch milliseconds. */
  last: { message: string; at: number } | null;
};

/** `GET /api/admin/breakers`: what failed last on the instance that answers, not what last went well. */
export type BreakerState = BreakerReading & { kind: BreakerKind; name: string };
/** `instead`: the model that answers while this one is paused. */
export type BreakersReply = { breakers: (BreakerState & { instead: string | null })[] };
