/** What a breaker watches. */
export type BreakerKind = "model" | "tool" | "engine";

/** How a breaker stands: `closed` lets calls through, `open` refuses them, and while it is `trying` everything depends on one call. */
export type BreakerReading = {
  state: "closed" | "open" | "trying";
  /** In a row, up to now. */
  failures: number;
  /** Seconds until the next trial: 0 when the next call is one; `null` unless `open`. */
  retryAfter: number | null;
  /** In words that are safe to show; `at` is epoch milliseconds. */
  last: { message: string; at: number } | null;
};

/** `GET /api/admin/breakers`: what has failed last on the instance that answers; what last went well is left out. */
export type BreakerState = BreakerReading & { kind: BreakerKind; name: string };
export type BreakersReply = { breakers: BreakerState[] };
