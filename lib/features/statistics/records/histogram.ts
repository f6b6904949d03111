import type { Percentiles } from "@/lib/features/statistics/shape";

/** How many values fell into each bucket, by the bucket's number. */
export type Histogram = Record<string, number>;

const firstEdgeMs = 10;
const bucketsPerDoubling = 8;
/** The last bucket's edge is just under three hours; what took longer counts there. */
const lastBucket = 160;

/**
 * Buckets with edges in geometric progression: bucket 0 ends at 10 ms, each further one at 2^(1/8) times the
 * edge before. So what is read from them is never under the exact value, and over it by at most 9.1% and one
 * millisecond; by at most 10 ms for values under 10 ms.
 */
export function toBucket(ms: number): number {
  const bucket = Math.ceil(Math.log2(ms / firstEdgeMs) * bucketsPerDoubling);
  return Math.min(Math.max(bucket, 0), lastBucket);
}

/** The middle value, read as the others below; `zeros` more values are 0. `null` without a value. */
export function readMedian(histogram: Histogram, zeros = 0): number | null {
  const total = Object.values(histogram).reduce((sum, count) => sum + count, zeros);
  const rank = Math.ceil(total / 2);
  if (rank <= zeros) return total === 0 ? null : 0;
  return readRank(histogram, rank - zeros);
}

/** By nearest rank: the upper edge of the bucket with the smallest value that p % of all do not exceed. */
export function readPercentiles(histogram: Histogram): Percentiles {
  const at = (percent: number): number | null => readPercent(histogram, percent);
  return { p50: at(50), p90: at(90), p99: at(99) };
}

/** One of them. */
export function readPercent(histogram: Histogram, percent: number): number | null {
  const total = Object.values(histogram).reduce((sum, count) => sum + count, 0);
  return readRank(histogram, Math.ceil((percent / 100) * total));
}

/** The upper edge of the bucket that holds the value of a rank; the smallest has rank 1. */
function readRank(histogram: Histogram, rank: number): number | null {
  const buckets = Object.entries(histogram)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .sort((a, b) => a.bucket - b.bucket);
  let seen = 0;
  for (const { bucket, count } of buckets) {
    seen += count;
    if (count > 0 && seen >= rank) return Math.ceil(firstEdgeMs * 2 ** (bucket / bucketsPerDoubling));
  }
  return null;
}
