import { describe, expect, it } from "vitest";
import { readPercentiles, toBucket, type Histogram } from "@/lib/features/statistics/records/histogram";

function toHistogram(values: readonly number[]): Histogram {
  const histogram: Histogram = {};
  for (const value of values) histogram[toBucket(value)] = (histogram[toBucket(value)] ?? 0) + 1;
  return histogram;
}

function findExact(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN;
}

/** Numbers from 0 to 1 that are the same in every run (a linear congruential generator, constants of Numerical Recipes). */
function createNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(1_664_525, state) + 1_013_904_223) >>> 0) / 2 ** 32;
}

const next = createNumbers(7);
const samples: [string, number[]][] = [
  ["one value", [1_234]],
  ["equal values", Array.from({ length: 50 }, () => 777)],
  ["even values", Array.from({ length: 1_000 }, () => next() * 30_000)],
  ["values with a long tail", Array.from({ length: 1_000 }, () => 20 * Math.exp(next() * 10))],
  [
    "two groups",
    Array.from({ length: 500 }, (_, index) =>
      index % 10 === 0 ? 60_000 + next() * 60_000 : 300 + next() * 100,
    ),
  ],
  ["values on the edges", Array.from({ length: 120 }, (_, bucket) => 10 * 2 ** (bucket / 8))],
];

describe("percentiles from buckets", () => {
  it.each(samples)(
    "of %s are never under the exact ones, and at most 9.1 % and a millisecond over them",
    (_name, values) => {
      const { p50, p90, p99 } = readPercentiles(toHistogram(values));
      for (const [found, percent] of [
        [p50, 50],
        [p90, 90],
        [p99, 99],
      ] as const) {
        const exact = findExact(values, percent);
        expect(found).toBeGreaterThanOrEqual(exact);
        expect(found).toBeLessThanOrEqual(exact * 2 ** (1 / 8) + 1);
      }
    },
  );

  it("are at most 10 ms for what takes less, also for nothing at all", () => {
    expect(readPercentiles(toHistogram([0, 3, 9.9]))).toEqual({ p50: 10, p90: 10, p99: 10 });
  });

  it("are unknown without a value", () => {
    expect(readPercentiles({})).toEqual({ p50: null, p90: null, p99: null });
  });

  it("keep what took very long in the last bucket", () => {
    expect(toBucket(9e12)).toBe(160);
    expect(readPercentiles(toHistogram([9e12])).p50).toBe(10 * 2 ** 20);
  });
});
